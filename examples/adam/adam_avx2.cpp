// Adam's weight update in vector intrinsics, in the accelerator's order: eight products first, then eight divisions. See README.md.
//
//   fporder-check adam_avx2.cpp

#include <cstddef>
#include <immintrin.h>

__attribute__((target("avx2"))) void applyKernel(float *w, const float *m, const float *v, float learningRate, float epsilon, std::size_t count) {
  const __m256 rate = _mm256_set1_ps(learningRate), eps = _mm256_set1_ps(epsilon);
  for (std::size_t i = 0; i + 8 <= count; i += 8) {
    const __m256 step = _mm256_mul_ps(rate, _mm256_loadu_ps(m + i));
    const __m256 denominator = _mm256_add_ps(_mm256_sqrt_ps(_mm256_loadu_ps(v + i)), eps);
    const __m256 update = _mm256_div_ps(step, denominator);
    _mm256_storeu_ps(w + i, _mm256_sub_ps(_mm256_loadu_ps(w + i), update));
  }
}

// The reference's order.
__attribute__((target("avx2"))) void applyReference(float *w, const float *m, const float *v, float learningRate, float epsilon, std::size_t count) {
  const __m256 rate = _mm256_set1_ps(learningRate), eps = _mm256_set1_ps(epsilon);
  for (std::size_t i = 0; i + 8 <= count; i += 8) {
    const __m256 denominator = _mm256_add_ps(_mm256_sqrt_ps(_mm256_loadu_ps(v + i)), eps);
    const __m256 ratio = _mm256_div_ps(_mm256_loadu_ps(m + i), denominator);
    // fporder: allow(div-then-mul, scale-placement) reason="this is the order that the kernel has to match"
    const __m256 update = _mm256_mul_ps(rate, ratio);
    _mm256_storeu_ps(w + i, _mm256_sub_ps(_mm256_loadu_ps(w + i), update));
  }
}
