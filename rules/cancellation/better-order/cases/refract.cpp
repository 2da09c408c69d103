#include <cmath>

void refract(double *out, const double *angle, const double *step, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = std::tan(angle[i] + step[i]) - std::tan(angle[i]); // expect: better-order
}
