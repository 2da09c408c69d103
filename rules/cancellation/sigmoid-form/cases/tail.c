#include <math.h>

double tail(double x) {
  double s = 1.0 / (1.0 + exp(x));
  return 1.0 - s; // expect-warning: sigmoid-form
}
