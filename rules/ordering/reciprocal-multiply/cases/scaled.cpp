#include <algorithm>
#include <cmath>

void scaled(const float *x, float *y, int n) {
  float largest = 0;
  for (int i = 0; i < n; ++i)
    largest = std::max(largest, std::fabs(x[i]));
  const float scale = largest > 0 ? 127.0f / largest : 0.0f;
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * scale;
}
