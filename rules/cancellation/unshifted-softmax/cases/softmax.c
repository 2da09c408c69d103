// With the exponentials stored, and a hoisted reciprocal.

#include <math.h>

void softmax(double *p, const double *logit, int n) {
  double total = 0;
  for (int i = 0; i < n; i++) {
    p[i] = exp(logit[i]);
    total += p[i];
  }
  double scale = 1.0 / total;
  for (int i = 0; i < n; i++)
    p[i] *= scale; // expect-warning: unshifted-softmax
}
