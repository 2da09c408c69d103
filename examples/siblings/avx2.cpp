// Eight elements at a time, and the rest one by one.
#include <cmath>
#include <immintrin.h>

__attribute__((target("avx2"))) void adam_step_avx2(float *out, const float *w, const float *m, const float *v, float lr, float eps, int n) {
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    const __m256 root = _mm256_sqrt_ps(_mm256_loadu_ps(v + i));
    const __m256 step = _mm256_mul_ps(_mm256_set1_ps(lr), _mm256_loadu_ps(m + i));
    const __m256 update = _mm256_div_ps(step, _mm256_add_ps(root, _mm256_set1_ps(eps)));
    _mm256_storeu_ps(out + i, _mm256_sub_ps(_mm256_loadu_ps(w + i), update));
  }
  for (; i < n; ++i)
    out[i] = w[i] - lr * (m[i] / (std::sqrt(v[i]) + eps));
}

void rms_norm_blocked(float *y, const float *x, const float *gain, float eps, int n) {
  float sum = 0;
  for (int block = 0; block < n / 8; ++block) {
    float part = 0;
    for (int i = 0; i < 8; ++i)
      part += x[8 * block + i] * x[8 * block + i];
    sum += part;
  }
  const float scale = 1.0f / std::sqrt(sum / n + eps);
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * (scale * gain[i]);
}
