#include <algorithm>
#include <cmath>

void softmax(float *out, const float *x, int n) {
  float top = x[0];
  for (int i = 1; i < n; ++i)
    top = std::max(top, x[i]);
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) {
    out[i] = std::exp(x[i] - top);
    sum += out[i];
  }
  for (int i = 0; i < n; ++i)
    out[i] /= sum; // ok: shifted
}
