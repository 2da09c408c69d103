// An input that is narrow by itself loses nothing, nor does a square root of a float taken in double.

#include <math.h>

double widened(float x, double y) { return x * y; }

float root(float x, float y) {
  float r = (float)sqrt(x);
  return r * y;
}
