// Interpolation written with two fma has one rounded value in both products, and is linear in it.

#include <math.h>

float lerp(float start, float end, float t) { return fmaf(t, end, fmaf(-t, start, start)); }

float second(float v, float gradient, float beta) {
  float square = gradient * gradient;
  return fmaf(beta, v, fmaf(-beta, square, square));
}
