// flags: -D_DEFAULT_SOURCE
// Mercator latitude and its inverse.

#include <math.h>

double forward(double latitude) {
  return log(tan(M_PI / 4 + latitude / 2)); // expect: inverse-hyperbolic
}

double of_half(double half) {
  return log(tan(half + M_PI_4)); // expect: inverse-hyperbolic
}

double inverse(double y) {
  return M_PI_2 - 2 * atan(exp(-y)); // expect: inverse-hyperbolic
}

double inverse_other_way(double y) {
  return 2 * atan(exp(y)) - M_PI / 2; // expect: inverse-hyperbolic
}

double of_degrees(double latitude) {
  return log(tan((90 + latitude) * M_PI / 360)) * 180 / M_PI; // expect: inverse-hyperbolic
}
