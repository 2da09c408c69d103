#include <math.h>

float log_add(float a, float b) { return fmaxf(a, b) + log1pf(expf(-fabsf(a - b))); } // ok: shifted

double log_sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return log(s);
}
