#include <math.h>

float upper_tail(float z) {
  float e = erff(z);
  return 1.0f - e; // expect-warning: erf-complement
}
