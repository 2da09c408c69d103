// The ray and sphere of a renderer, over statements, in C.

#include <math.h>

float hit(float half_b, float c) {
  float discriminant = half_b * half_b - c;
  if (discriminant < 0.0f)
    return -1.0f;
  float root = sqrtf(discriminant);
  return -half_b - root; // expect-warning: quadratic-formula
}
