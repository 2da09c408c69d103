// flags: -ffast-math
// Under fast-math.
#include <math.h>

// class: R8
double neumaier_fast(const double *x, int n) {
  double sum = 0.0, c = 0.0;
  for (int i = 0; i < n; i++) {
    double t = sum + x[i];
    if (fabs(sum) >= fabs(x[i]))
      c += (sum - t) + x[i]; // expect: broken-error-free-transformation #e
    else
      c += (x[i] - t) + sum; // expect: broken-error-free-transformation #e
    sum = t;
  }
  return sum + c;
}

// class: R8
void fast_two_sum_fast(float a, float b, float *s, float *e) {
  float t = a + b;
  float z = t - a;
  *s = t;
  *e = b - z; // expect: broken-error-free-transformation
}

// class: R9
float norm1(const float *x, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    float a = fabsf(x[i]);
    s += a; // expect-remark: fast-math-reassociation | unordered-reduction
  }
  return s;
}

// control: nothing to reassociate
void add_bias(float *x, float bias, int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] + bias;
}

// control: maximum
float biggest(const float *x, int n) {
  float m = x[0];
  for (int i = 1; i < n; i++)
    m = fmaxf(m, x[i]);
  return m;
}

// control: integers are exact
int hits(const float *x, int n, float limit) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > limit)
      k++;
  return k;
}
