#include <cmath>

double potential(double length, double angle) {
  const double s = std::sin(angle / 2);
  return length * 2 * s * s;
}

double raised(double x) { return 1.0 + std::cos(x); }
