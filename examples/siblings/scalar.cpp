// The plain form of both operators.
#include <cmath>

void adam_step_ref(float *out, const float *w, const float *m, const float *v, float lr, float eps, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = w[i] - lr * (m[i] / (std::sqrt(v[i]) + eps));
}

void rms_norm_scalar(float *y, const float *x, const float *gain, float eps, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  const float scale = 1.0f / std::sqrt(sum / n + eps);
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * scale * gain[i];
}
