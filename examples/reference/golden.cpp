// The reference of the kernels beside it: Adam's weight update, which divides first. See README.md.

#include <cmath>

void applyAdam(float *w, const float *m, const float *v, float lr, float eps, int n) {
  for (int i = 0; i < n; ++i)
    w[i] = w[i] - lr * (m[i] / (std::sqrt(v[i]) + eps));
}
