// Weights of a Gaussian kernel have arguments that are never positive.

#include <math.h>

void kernel(double *w, const double *d, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    w[i] = exp(-d[i] * d[i]);
    sum += w[i];
  }
  for (int i = 0; i < n; i++)
    w[i] /= sum;
}
