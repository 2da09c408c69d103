// Compensated, pairwise and recurrence forms.
#include <math.h>
#include <stddef.h>

// control: Kahan
float kahan(const float *x, size_t n) {
  float sum = 0.0f, c = 0.0f;
  for (size_t i = 0; i < n; i++) {
    float y = x[i] - c;
    float t = sum + y;
    c = (t - sum) - y;
    sum = t;
  }
  return sum;
}

// control: Neumaier
double neumaier(const double *x, int n) {
  double sum = 0.0, c = 0.0;
  for (int i = 0; i < n; i++) {
    double t = sum + x[i];
    if (fabs(sum) >= fabs(x[i]))
      c += (sum - t) + x[i];
    else
      c += (x[i] - t) + sum;
    sum = t;
  }
  return sum + c;
}

// control: pairwise recursion
float pairwise(const float *x, size_t n) {
  if (n == 0)
    return 0.0f;
  if (n == 1)
    return x[0];
  size_t half = n / 2;
  float left = pairwise(x, half);
  float right = pairwise(x + half, n - half);
  return left + right;
}

// control: TwoSum
void two_sum(double a, double b, double *s, double *e) {
  double x = a + b;
  double bv = x - a;
  double av = x - bv;
  *e = (a - av) + (b - bv);
  *s = x;
}

// control: Fast2Sum
void fast_two_sum(double a, double b, double *s, double *e) {
  *s = a + b;
  *e = b - (*s - a);
}

// control: Veltkamp's split
void split(double a, double *hi, double *lo) {
  double c = 134217729.0 * a;
  double d = c - a;
  *hi = c - d;
  *lo = a - *hi;
}

// control: TwoProduct by fma
void two_product(double a, double b, double *p, double *e) {
  *p = a * b;
  *e = fma(a, b, -*p);
}

// control: Kahan's difference of products
double difference_of_products(double a, double b, double c, double d) {
  double cd = c * d;
  double err = fma(-c, d, cd);
  double dop = fma(a, b, -cd);
  return dop + err;
}

// control: maximum
float peak(const float *x, int n) {
  float m = 0.0f;
  for (int i = 0; i < n; i++) {
    float a = fabsf(x[i]);
    if (a > m)
      m = a;
  }
  return m;
}
