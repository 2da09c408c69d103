#include <math.h>

float elu(float x, float alpha) {
  float e = expf(x);
  return x > 0.0f ? x : alpha * (e - 1.0f); // expect-warning: expm1-form
}

double interest(double rate, double years) {
  return pow(1.0 + rate, years) - 1.0; // expect-warning: expm1-form
}
