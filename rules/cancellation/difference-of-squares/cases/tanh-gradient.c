// The gradient of tanh loses its tail.

#include <math.h>

float tanh_gradient(float x) {
  float t = tanhf(x);
  return 1.0f - t * t; // expect-audit: difference-of-squares
}
