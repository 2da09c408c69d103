// An explicit fma in C, the other product rounded in an earlier statement.

#include <math.h>

float weight(float x, float top, float scale) {
  float shift = top * scale;
  return exp2f(fmaf(x, scale, -shift)); // expect-audit: fma-cancellation
}
