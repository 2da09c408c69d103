#include <cmath>

float softplus(float x) {
  return std::log(1.0f + std::exp(x)); // expect-warning: unshifted-logsumexp
}
