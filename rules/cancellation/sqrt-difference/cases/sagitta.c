#include <math.h>

float sagitta(float radius, float half_chord) {
  float root = sqrtf(radius * radius + half_chord * half_chord);
  return root - radius; // expect: sqrt-difference
}
