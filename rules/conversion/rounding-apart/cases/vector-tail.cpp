// flags: -mavx2
#include <immintrin.h>

#include <cmath>

void body_rounds(const float *x, int *q, float scale, int n) {
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    const __m256 scaled = _mm256_mul_ps(_mm256_loadu_ps(x + i), _mm256_set1_ps(scale));
    _mm256_storeu_si256((__m256i *)(q + i), _mm256_cvtps_epi32(scaled));
  }
  for (; i < n; ++i)
    q[i] = (int)(x[i] * scale); // expect-warning: rounding-apart
}

// The same directions.
void both_truncate(const float *x, int *q, float scale, int n) {
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    const __m256 scaled = _mm256_mul_ps(_mm256_loadu_ps(x + i), _mm256_set1_ps(scale));
    _mm256_storeu_si256((__m256i *)(q + i), _mm256_cvttps_epi32(scaled));
  }
  for (; i < n; ++i)
    q[i] = (int)(x[i] * scale);
}
