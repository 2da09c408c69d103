#include <math.h>

double half_difference(double x) {
  double up = exp(x), down = exp(-x);
  return (up - down) / 2.0; // expect: exp-difference
}
