// Formulas with a known stable form.
#include <math.h>
#include <stdbool.h>

// class: R10
double compound_minus_one(double rate, double years) {
  double growth = exp(rate * years);
  return growth - 1.0; // expect: expm1-form
}

// class: R10
float log_return(float r) {
  float gross = 1.0f + r;
  return logf(gross); // expect: log1p-form
}

// class: R10
double haversine_part(double angle) {
  double c = cos(angle);
  return 1.0 - c; // expect: one-minus-cos
}

// class: R10
float length2d(float x, float y) {
  float sx = x * x;
  float sy = y * y;
  return sqrtf(sx + sy); // expect-remark: hypot-form
}

// class: R10
bool solve_quadratic(double a, double b, double c, double *lo, double *hi) {
  double disc = b * b - 4.0 * a * c;
  if (disc < 0.0)
    return false;
  double root = sqrt(disc);
  *lo = (-b - root) / (2.0 * a); // expect: quadratic-formula
  *hi = (-b + root) / (2.0 * a); // expect: quadratic-formula
  return true;
}

// class: R10
double root_gap(double x) {
  double upper = sqrt(x + 1.0);
  double lower = sqrt(x);
  return upper - lower; // expect: sqrt-difference
}

// class: R10
double ring_area(double outer, double inner) {
  double o2 = outer * outer;
  double i2 = inner * inner;
  return 3.14159265358979 * (o2 - i2); // expect: difference-of-squares
}

// class: R10
float interpolate(float from, float to, float t) {
  float span = to - from;
  return from + t * span; // expect-remark: lerp-form
}

// class: R10
float midpoint_of(float lo, float hi) {
  float sum = lo + hi;
  return sum / 2.0f; // expect-remark: midpoint
}

// class: R10
float tanh_by_exp(float x) {
  float p = expf(x);
  float m = expf(-x);
  return (p - m) / (p + m); // expect: tanh-form
}

// class: R10
double bisect(double (*f)(double), double lo, double hi, int steps) {
  while (steps-- > 0) {
    double mid = 0.5 * (lo + hi); // expect-remark: midpoint
    if (f(mid) < 0.0)
      lo = mid;
    else
      hi = mid;
  }
  return lo;
}

// class: R10
double cubic(double a, double b, double c, double d, double x) {
  double x2 = x * x;
  double x3 = x2 * x;
  return a * x3 + b * x2 + c * x + d; // expect-remark: polynomial-form | sum-order
}
