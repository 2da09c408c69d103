// A dozen steps add up to less than one rounding error of the times themselves.

#include <math.h>

void samples(float *x, float h) {
  float t = 0;
  for (int i = 0; i < 12; ++i) {
    x[i] = sinf(t);
    t += h; // ok: short
  }
}
