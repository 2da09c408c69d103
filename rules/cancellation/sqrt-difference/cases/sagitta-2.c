#include <math.h>

float sagitta(float radius, float half_chord) {
  float square = half_chord * half_chord;
  return square / (sqrtf(radius * radius + square) + radius);
}

/* One root and a constant. */
double above(double x) { return sqrt(x) - 3.0; }
