// flags: -mfma
// The target has fma and the code is safe with it.
#include <math.h>

// control: contraction is off in this function
double det_uncontracted(double a, double b, double c, double d) {
#pragma STDC FP_CONTRACT OFF
  return a * d + b * c;
}

// control: explicit fma, operands unrounded
void axpy_fused(float *y, const float *x, float a, int n) {
  for (int i = 0; i < n; i++)
    y[i] = fmaf(a, x[i], y[i]);
}

// control: TwoProduct
double product_error(double a, double b) {
  double p = a * b;
  return fma(a, b, -p);
}

// control: a product alone
double area(double w, double h) { return w * h; }
