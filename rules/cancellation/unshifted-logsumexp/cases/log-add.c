#include <math.h>

float log_add(float a, float b) {
  float ea = expf(a);
  float eb = expf(b);
  return logf(ea + eb); // expect-warning: unshifted-logsumexp
}
