// flags: -ffast-math
// Code whose order matters, compiled so that the compiler may change it.
#include <math.h>

// class: R8
double kahan_under_fast_math(const double *x, int n) {
  double sum = 0.0, comp = 0.0;
  for (int i = 0; i < n; i++) {
    double y = x[i] - comp;
    double t = sum + y;
    comp = (t - sum) - y; // expect: broken-error-free-transformation
    sum = t;
  }
  return sum;
}

// class: R8
void two_sum(double a, double b, double *s, double *e) {
  double x = a + b;
  double bv = x - a;
  double av = x - bv;
  double br = b - bv; // expect: broken-error-free-transformation #e
  double ar = a - av; // expect: broken-error-free-transformation #e
  *s = x;
  *e = ar + br; // expect: broken-error-free-transformation #e
}

// class: R9
float sum_reassociated(const float *x, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i]; // expect-remark: fast-math-reassociation | unordered-reduction
  return s;
}

// class: R9
double dot_reassociated(const double *a, const double *b, int n) {
  double acc = 0.0;
  const double *end = a + n;
  while (a != end)
    acc += *a++ * *b++; // expect-remark: fast-math-reassociation | unordered-reduction
  return acc;
}
