// The sign is known in each branch.

#include <math.h>

double root(double b, double c) {
  if (b < 0)
    return -b + sqrt(b * b - c); // ok: by-sign
  return c / (-b - sqrt(b * b - c));
}
