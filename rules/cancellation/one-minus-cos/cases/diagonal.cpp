// What 1 - c loses lies below the rounding of the sum.

#include <cmath>
float diagonal(float angle, float x) {
  float c = std::cos(angle);
  return c + (1.0f - c) * x * x; // ok: rejoined
}

// Rodrigues' formula: what 1 - cos loses is small beside the sine's product, and beside the cosine.
void turn(float m[4], float angle, float x, float y, float z) {
  const float c = std::cos(angle), s = std::sin(angle), t = 1.0f - c; // ok: rejoined
  m[0] = t * x * x + c;
  m[1] = t * x * y - z * s;
  m[2] = t * x * y + z * s;
  m[3] = t * y * y + c;
}

// One of its uses is not beside either.
float turned(float angle, float x, float z, float *lift) {
  const float c = std::cos(angle), t = 1.0f - c; // expect: one-minus-cos
  *lift = t * z;
  return t * x * x + c;
}
