// The step of a quantisation, a maximum over a constant, and a component of a normalised vector are quantities by themselves.

#include <algorithm>
#include <cmath>

float block(const float *q, int sum) {
  float largest = 0;
  for (int i = 0; i < 32; ++i)
    largest = std::max(largest, std::fabs(q[i]));
  const float step = largest / 127.0f;
  return static_cast<float>(sum) * step; // ok: quantity
}

double component(double x, double y, double weight) { return weight * (x / std::sqrt(x * x + y * y)); } // ok: quantity
