// flags: -mavx512f -mavx512vl -mavx512dq -mfma -mf16c
#include <cstddef>
#include <cstdint>
#include <immintrin.h>

// control: divides first and nothing is left to reorder but a single rounding each
void scale_only(float *x, float s, int n) {
  const __m256 f = _mm256_set1_ps(s);
  for (int i = 0; i < n; i += 8)
    _mm256_storeu_ps(x + i, _mm256_mul_ps(_mm256_loadu_ps(x + i), f));
}

// control: the factor is a power of two, taken out exactly
void power_of_two(const float *m, const float *d, float *u, int n) {
  const __m256 quarter = _mm256_set1_ps(0.25f);
  for (int i = 0; i < n; i += 8)
    _mm256_storeu_ps(u + i, _mm256_div_ps(_mm256_mul_ps(quarter, _mm256_loadu_ps(m + i)), _mm256_loadu_ps(d + i)));
}

// control: product and quotient of different buffers
void two_buffers(const double *a, const double *b, const double *c, double *p, double *q, int n) {
  for (int i = 0; i < n; i += 4) {
    const __m256d x = _mm256_loadu_pd(a + i), y = _mm256_loadu_pd(b + i), z = _mm256_loadu_pd(c + i);
    _mm256_storeu_pd(p + i, _mm256_mul_pd(x, y));
    _mm256_storeu_pd(q + i, _mm256_div_pd(x, z));
  }
}

// control: the product is overwritten before the division
__m128 overwritten(__m128 a, __m128 b, __m128 c) {
  __m128 t = _mm_mul_ps(a, b);
  t = _mm_add_ps(a, c);
  return _mm_div_ps(t, b);
}

// control: integers
void integers(const int32_t *a, const int32_t *b, int32_t *c, int n) {
  for (int i = 0; i < n; i += 8) {
    const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(a + i));
    const __m256i y = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(b + i));
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(c + i), _mm256_sub_epi32(_mm256_mullo_epi32(x, x), _mm256_mullo_epi32(y, y)));
  }
}

// control: one fused operation, rounded once
__m512 fused(__m512 a, __m512 b, __m512 c) { return _mm512_fmadd_ps(a, b, c); }

// control: clamping and copying round nothing
void clamp(float *x, float lo, float hi, int n) {
  const __m256 low = _mm256_set1_ps(lo), high = _mm256_set1_ps(hi);
  for (int i = 0; i < n; i += 8)
    _mm256_storeu_ps(x + i, _mm256_min_ps(_mm256_max_ps(_mm256_loadu_ps(x + i), low), high));
}

// control: the stable form, factors first
__m256d factored(__m256d a, __m256d b) { return _mm256_mul_pd(_mm256_sub_pd(a, b), _mm256_add_pd(a, b)); }

// control: a sum of two, no third to take turns with
void add(const float *a, const float *b, float *c, size_t n) {
  size_t i = 0;
  for (; i + 16 <= n; i += 16)
    _mm512_storeu_ps(c + i, _mm512_add_ps(_mm512_loadu_ps(a + i), _mm512_loadu_ps(b + i)));
  for (; i < n; ++i)
    c[i] = a[i] + b[i];
}

// control: sign bits
__m128 magnitude_of(__m128 x) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), x); }

// control: a transposition moves lanes and computes nothing
void transpose(const float *in, float *out) {
  __m128 a = _mm_loadu_ps(in), b = _mm_loadu_ps(in + 4), c = _mm_loadu_ps(in + 8), d = _mm_loadu_ps(in + 12);
  _MM_TRANSPOSE4_PS(a, b, c, d);
  _mm_storeu_ps(out, a);
  _mm_storeu_ps(out + 4, b);
  _mm_storeu_ps(out + 8, c);
  _mm_storeu_ps(out + 12, d);
}

// control: widened, no rounding
void widen(const float *x, double *y, int n) {
  for (int i = 0; i < n; i += 4)
    _mm256_storeu_pd(y + i, _mm256_cvtps_pd(_mm_loadu_ps(x + i)));
}
