// The reciprocal of the sum alone, for weights that are applied elsewhere.

#include <cmath>

double evidence(const double *logit, int n) {
  double total = 0;
  for (int i = 0; i < n; i++)
    total += std::exp(logit[i]);
  return 1.0 / total; // expect: unshifted-softmax
}
