// The author has said why.
#include <cmath>

// control: allowed with a reason
float asReference(float a, float b, float c) {
  // fporder: allow(mul-then-div) reason="the reference multiplies first"
  return a * b / c;
}

// control: NOLINT on the line
float nolintLine(float a, float b, float c) {
  return a / b * c; // NOLINT
}

// control: NOLINTNEXTLINE
double nolintNext(double x) {
  // NOLINTNEXTLINE
  return std::exp(x) - 1.0;
}

// control: NOLINTBEGIN to NOLINTEND
double nolintBlock(double x, double y) {
  // NOLINTBEGIN
  double t = x * x;
  double u = y * y;
  return t - u;
  // NOLINTEND
}
