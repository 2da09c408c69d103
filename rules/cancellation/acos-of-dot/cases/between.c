// With both lengths in the expression there is an order to measure.

#include <math.h>

double between(const double *u, const double *v) {
  double dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  double lengths = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) * sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return acos(dot / lengths); // expect-warning: acos-of-dot
}

double turn(double a, double b, double c, double d) {
  return acos((a * c + b * d) / sqrt((a * a + b * b) * (c * c + d * d))); // expect-warning: acos-of-dot
}
