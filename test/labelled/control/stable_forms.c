// The recommended forms.
#include <math.h>

// control: log1p
double log_return(double r) { return log1p(r); }

// control: expm1
double growth(double rate, double years) { return expm1(rate * years); }

// control: hypot
float distance2d(float ax, float ay, float bx, float by) { return hypotf(ax - bx, ay - by); }

// control: half-angle form of 1 - cos
double versine(double t) {
  double s = sin(0.5 * t);
  return 2.0 * s * s;
}

// control: factored difference of squares
double factored(double x, double y) { return (x - y) * (x + y); }

// control: conjugate form of a difference of roots
double root_gap(double x) { return 1.0 / (sqrt(x + 1.0) + sqrt(x)); }

// control: softplus that neither overflows nor cancels
double softplus(double x) { return fmax(x, 0.0) + log1p(exp(-fabs(x))); }

// control: the library's tanh
float activation(float x) { return tanhf(x); }

// control: softmax of two, shifted by the maximum
void softmax2(const float in[2], float out[2]) {
  float m = in[0] > in[1] ? in[0] : in[1];
  float a = expf(in[0] - m);
  float b = expf(in[1] - m);
  float s = a + b;
  out[0] = a / s;
  out[1] = b / s;
}

// control: log-add with the maximum taken out
double log_add(double a, double b) {
  double hi = fmax(a, b), lo = fmin(a, b);
  return hi + log1p(exp(lo - hi));
}

// control: guarded: expm1 near zero, the plain form elsewhere
double guarded_expm1(double x) {
  if (fabs(x) < 0.7)
    return expm1(x);
  return exp(x) - 1.0;
}

// control: guarded: the series near zero
double guarded_versine(double t) {
  if (fabs(t) > 1.0)
    return 1.0 - cos(t);
  double s = sin(0.5 * t);
  return 2.0 * s * s;
}

// control: guarded: large arguments only
double guarded_log(double x) { return x > 2.0 ? log(1.0 + x) : log1p(x); }

// control: quadratic roots without cancellation
void stable_roots(double a, double b, double c, double disc, double *x1, double *x2) {
  double q = -0.5 * (b + copysign(sqrt(disc), b));
  *x1 = q / a;
  *x2 = c / q;
}

// control: logistic function
double logistic(double x) { return 1.0 / (1.0 + exp(-x)); }

// control: Horner
double horner(double x, double a, double b, double c) { return (a * x + b) * x + c; }

// control: centred RMSProp is its own formula
void centred(float *w, const float *g, const float *v, const float *mg, int n, float eps) {
  for (int i = 0; i < n; i++) {
    float spread = fmaxf(v[i] - mg[i] * mg[i], 0.0f);
    float den = sqrtf(spread) + eps;
    w[i] -= g[i] / den;
  }
}
