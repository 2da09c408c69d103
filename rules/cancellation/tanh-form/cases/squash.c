#include <math.h>

double squash(double x) {
  double e = exp(2.0 * x);
  return (e - 1.0) / (e + 1.0); // expect-warning: tanh-form
}

double squash2(double x) { return 2.0 / (1.0 + exp(-2.0 * x)) - 1.0; } // expect-warning: tanh-form
