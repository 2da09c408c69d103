// The same angle with the length by hypot, and with a clamp, which keeps NaN away and not the digits.

#include <algorithm>
#include <cmath>

double polar(double x, double y, double z) {
  return std::acos(z / std::hypot(x, y, z)); // todo: acos-of-dot
}

double clamped(const double *a, const double *b) {
  const double c = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return std::acos(std::clamp(c, -1.0, 1.0)); // todo: acos-of-dot
}
