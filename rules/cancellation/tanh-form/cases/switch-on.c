#include <math.h>

double switch_on(double x) {
  double t = tanh(x);
  return 0.5 * (t + 1.0); // expect: tanh-form
}
