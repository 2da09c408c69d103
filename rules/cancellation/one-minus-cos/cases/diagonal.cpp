// What 1 - c loses lies below the rounding of the sum.

#include <cmath>
float diagonal(float angle, float x) {
  float c = std::cos(angle);
  return c + (1.0f - c) * x * x; // ok: rejoined
}
