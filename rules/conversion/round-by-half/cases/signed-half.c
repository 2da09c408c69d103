#include <math.h>

int by_copysign(float x) {
  return (int)(x + copysignf(0.5f, x)); // ok: beside-half
}

double away_from_zero(double x) {
  return trunc(x + copysign(0.5, x)); // ok: beside-half
}

// Half a step to the side, of another number's sign.
double staggered(double x, double side) { return trunc(x + copysign(0.5, side)); }
