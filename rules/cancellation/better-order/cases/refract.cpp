#include <cmath>

void refract(float *out, const float *angle, const float *step, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = std::tan(angle[i] + step[i]) - std::tan(angle[i]); // expect: better-order
}
