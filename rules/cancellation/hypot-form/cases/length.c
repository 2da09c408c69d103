#include <math.h>

double length(double dx, double dy) {
  double square = pow(dx, 2) + dy * dy;
  return sqrt(square); // expect-audit: hypot-form
}
