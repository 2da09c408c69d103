#include <math.h>

float geometric_mean(float a, float b) {
  float ra = sqrtf(a);
  float rb = sqrtf(b);
  return ra * rb; // expect-audit: sqrt-quotient
}
