// A power of two: all three placements are bit-identical.
float score(const float *q, const float *k, int d) {
  float s = 0.0f;
  for (int i = 0; i < d; ++i)
    s += q[i] * k[i];
  return s * 0.125f;
}

#include <cmath>
// What multiplies the sum is computed from a sum itself: no scale that could stand elsewhere.
float swish(const float *w, const float *x, int n) {
  float s = 0.0f;
  for (int i = 0; i < n; ++i)
    s += w[i] * x[i];
  return s * (1.0f / (1.0f + std::exp(-s)));
}

long score(const int *q, const int *k, int d, long scale) {
  long s = 0;
  for (int i = 0; i < d; ++i)
    s += q[i] * k[i];
  return s * scale;
}
