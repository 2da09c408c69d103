// Written out, in one expression and over statements.

#include <cmath>

double written_out(double x) {
  return std::log(x + std::sqrt(x * x + 1)); // expect: inverse-hyperbolic
}

void of_array(float *y, const float *x, int n) {
  for (int i = 0; i < n; ++i) {
    const float root = std::sqrt(1.0f + x[i] * x[i]);
    y[i] = std::log(x[i] + root); // expect: inverse-hyperbolic
  }
}
