// A sine from a cosine that only divides sines of parts of the same angle, as spherical interpolation has it, is left alone: what is wrong with it is
// wrong with them, and the quotient is as accurate as the angle.

#include <cmath>

float slerp_weight(float cosine, float t) {
  float sine = std::sqrt(1 - cosine * cosine);
  float angle = std::atan2(sine, cosine);
  return std::sin((1 - t) * angle) * (1 / sine);
}
