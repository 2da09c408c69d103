#include <math.h>

float versine(float x) {
  float c = cosf(x);
  float v = 1.0f - c; // expect-warning: one-minus-cos
  return v;
}
