// So is the step of a quantisation, the largest magnitude over a constant, that is kept for the way back: another order would divide by another step.
// Where it is not kept, somebody else's step decides.

#include <math.h>
#include <stdint.h>

void quantise(int8_t *q, float *step, const float *x, int n) {
  float largest = 0;
  for (int i = 0; i < n; ++i)
    if (fabsf(x[i]) > largest)
      largest = fabsf(x[i]);
  const float scale = largest / 127.0f;
  *step = scale;
  for (int i = 0; i < n; ++i)
    q[i] = (int8_t)roundf(x[i] / scale); // ok: quantity
}
