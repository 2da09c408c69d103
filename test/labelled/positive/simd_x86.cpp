// flags: -mavx512f -mavx512vl -mavx512dq -mfma -mf16c
// Kernels in x86 vector intrinsics: lanes are one value, an operation is one operation.
#include <cstddef>
#include <cstdint>
#include <immintrin.h>

// class: R1
void adam_avx2(float *w, const float *m, const float *v, float lr, float eps, size_t n) {
  const __m256 rate = _mm256_set1_ps(lr), epsilon = _mm256_set1_ps(eps);
  for (size_t i = 0; i + 8 <= n; i += 8) {
    __m256 moment = _mm256_loadu_ps(m + i);
    __m256 step = _mm256_mul_ps(rate, moment);
    __m256 denom = _mm256_add_ps(_mm256_sqrt_ps(_mm256_loadu_ps(v + i)), epsilon);
    __m256 update = _mm256_div_ps(step, denom); // expect: mul-then-div
    _mm256_storeu_ps(w + i, _mm256_sub_ps(_mm256_loadu_ps(w + i), update));
  }
}

// class: R1
void ratio_sse2(const double *a, const double *b, const double *c, double *out, size_t n) {
  for (size_t i = 0; i + 2 <= n; i += 2) {
    const __m128d x = _mm_load_pd(&a[i]);
    const __m128d y = _mm_load_pd(&b[i]);
    __m128d product = _mm_mul_pd(x, y);
    product = _mm_div_pd(product, _mm_load_pd(&c[i])); // expect-remark: mul-then-div
    _mm_store_pd(&out[i], product);
  }
}

// class: R1
template <class T> struct Pack;
template <> struct Pack<float> {
  __m512 v;
  static Pack load(const float *p) { return {_mm512_loadu_ps(p)}; }
  void store(float *p) const { _mm512_storeu_ps(p, v); }
  friend Pack operator*(Pack a, Pack b) { return {_mm512_mul_ps(a.v, b.v)}; }
  friend Pack operator/(Pack a, Pack b) { return {_mm512_div_ps(a.v, b.v)}; } // expect: mul-then-div #place
  friend Pack operator-(Pack a, Pack b) { return {_mm512_sub_ps(a.v, b.v)}; }
};
void packed(const float *x, const float *g, const float *d, float *y, int n) {
  for (int i = 0; i < n; i += 16) {
    auto q = Pack<float>::load(x + i) * Pack<float>::load(g + i) / Pack<float>::load(d + i); // expect: mul-then-div #place
    (Pack<float>::load(y + i) - q).store(y + i);
  }
}

// class: R1b
void gains_avx(const double *x, const double *gain, double calibration, double *y, int n) {
  const __m256d cal = _mm256_set1_pd(calibration);
  for (int i = 0; i < n; i += 4) {
    __m256d amplified = _mm256_mul_pd(_mm256_loadu_pd(x + i), _mm256_loadu_pd(gain + i));
    _mm256_storeu_pd(y + i, _mm256_mul_pd(amplified, cal)); // expect-remark: product-order
  }
}

// class: R2
void quantize_avx2(const float *x, float scale, int32_t *q, int n) {
  const __m256 inverse = _mm256_div_ps(_mm256_set1_ps(1.0f), _mm256_set1_ps(scale));
  for (int i = 0; i < n; i += 8) {
    __m256 scaled = _mm256_mul_ps(_mm256_loadu_ps(x + i), inverse); // expect: reciprocal-multiply
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(q + i), _mm256_cvtps_epi32(scaled));
  }
}

// class: R2
void normalize_fast(float *x, const float *d, int n) {
  for (int i = 0; i < n; i += 4) {
    const __m128 reciprocal = _mm_rcp_ps(_mm_loadu_ps(d + i));
    _mm_storeu_ps(x + i, _mm_mul_ps(_mm_loadu_ps(x + i), reciprocal)); // expect-remark: reciprocal-multiply
  }
}

// class: R2
__m256 newton_quotient(__m256 numerator, __m256 d) {
  __m256 r = _mm256_rcp_ps(d);
  r = _mm256_mul_ps(r, _mm256_sub_ps(_mm256_set1_ps(2.0f), _mm256_mul_ps(d, r)));
  return _mm256_mul_ps(numerator, r); // expect-remark: reciprocal-multiply
}

// class: R3
float variance_avx512(const float *x, int n) {
  __m512 sum = _mm512_setzero_ps(), squares = _mm512_setzero_ps();
  for (int i = 0; i < n; i += 16) {
    const __m512 value = _mm512_loadu_ps(x + i);
    sum = _mm512_add_ps(sum, value);
    squares = _mm512_fmadd_ps(value, value, squares);
  }
  const float mean = _mm512_reduce_add_ps(sum) / n;
  return _mm512_reduce_add_ps(squares) / n - mean * mean; // expect: one-pass-variance
}

// class: R4
float squared_distance(const float *x, const float *y, int n) {
  __m256 xx = _mm256_setzero_ps(), yy = _mm256_setzero_ps(), xy = _mm256_setzero_ps();
  for (int i = 0; i < n; i += 8) {
    const __m256 a = _mm256_loadu_ps(x + i), b = _mm256_loadu_ps(y + i);
    xx = _mm256_add_ps(xx, _mm256_mul_ps(a, a));
    yy = _mm256_add_ps(yy, _mm256_mul_ps(b, b));
    xy = _mm256_add_ps(xy, _mm256_mul_ps(a, b));
  }
  float lanes[8];
  const __m256 two = _mm256_set1_ps(2.0f);
  _mm256_storeu_ps(lanes, _mm256_sub_ps(_mm256_add_ps(xx, yy), _mm256_mul_ps(two, xy))); // expect: norm-expansion
  return lanes[0] + lanes[1] + lanes[2] + lanes[3] + lanes[4] + lanes[5] + lanes[6] + lanes[7];
}

// class: R8
__m256 cross_component(__m256 a, __m256 b, __m256 c, __m256 d) {
  return _mm256_fmsub_ps(a, b, _mm256_mul_ps(c, d)); // expect: fma-cancellation
}

// class: R10
__m256d energy_gap(__m256d a, __m256d b) {
  const __m256d a2 = _mm256_mul_pd(a, a);
  const __m256d b2 = _mm256_mul_pd(b, b);
  return _mm256_sub_pd(a2, b2); // expect: difference-of-squares
}

// class: R10
void root_step(const float *x, float *y, int n) {
  const __m128 one = _mm_set1_ps(1.0f);
  for (int i = 0; i < n; i += 4) {
    const __m128 t = _mm_loadu_ps(x + i);
    _mm_storeu_ps(y + i, _mm_sub_ps(_mm_sqrt_ps(_mm_add_ps(t, one)), _mm_sqrt_ps(t))); // expect: sqrt-difference
  }
}

// class: R10
void magnitude(const float *re, const float *im, float *out, size_t n) {
  for (size_t i = 0; i < n; i += 8) {
    __m256 r = _mm256_loadu_ps(re + i), q = _mm256_loadu_ps(im + i);
    __m256 s = _mm256_fmadd_ps(r, r, _mm256_mul_ps(q, q));
    _mm256_storeu_ps(out + i, _mm256_sqrt_ps(s)); // expect-remark: hypot-form
  }
}

// class: R10
__m128 blend(__m128 a, __m128 b, __m128 t) {
  const __m128 rest = _mm_sub_ps(_mm_set1_ps(1.0f), t);
  return _mm_add_ps(_mm_mul_ps(rest, a), _mm_mul_ps(t, b)); // expect-remark: lerp-form
}

// class: R7
void smooth_half(uint16_t *state, const float *x, int n) {
  __m256 s = _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(state)));
  for (int i = 0; i < n; i += 8) {
    s = _mm256_add_ps(s, _mm256_loadu_ps(x + i)); // expect: narrow-accumulator | early-narrowing #sum
    s = _mm256_cvtph_ps(_mm256_cvtps_ph(s, _MM_FROUND_TO_NEAREST_INT)); // expect: narrow-accumulator | early-narrowing #sum
  }
  _mm_storeu_si128(reinterpret_cast<__m128i *>(state), _mm256_cvtps_ph(s, _MM_FROUND_TO_NEAREST_INT));
}
