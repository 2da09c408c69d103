// The polar angle near a pole.

#include <cmath>

double polar(double x, double y, double z) {
  return std::acos(z / std::sqrt(x * x + y * y + z * z)); // expect-warning: acos-of-dot
}

double polar_by_atan2(double x, double y, double z) { return std::atan2(std::sqrt(x * x + y * y), z); }
