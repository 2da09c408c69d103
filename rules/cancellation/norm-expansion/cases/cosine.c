// Where the matrix product is needed, subtract a common centre from all points first, accumulate in a wider format, or recompute the pairs that come
// out small. A cosine similarity has the same three sums and no subtraction.

#include <math.h>

double cosine(const double *x, const double *y, int n) {
  double xx = 0, yy = 0, xy = 0;
  for (int i = 0; i < n; i++) {
    xx += x[i] * x[i];
    yy += y[i] * y[i];
    xy += x[i] * y[i];
  }
  return xy / sqrt(xx * yy);
}

int squared_gap(int r, int s) { return r * r - 2 * r * s + s * s; }
