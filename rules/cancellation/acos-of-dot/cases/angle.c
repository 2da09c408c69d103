#include <math.h>

double angle(const double *a, const double *b, int n, double norms) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  double c = s / norms;
  return acos(c); // expect: acos-of-dot
}
