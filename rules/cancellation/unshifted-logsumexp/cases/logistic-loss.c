// Softplus overflows as well.

#include <math.h>

double logistic_loss(double margin) {
  double e = exp(margin);
  return log1p(e); // expect-warning: unshifted-logsumexp
}
