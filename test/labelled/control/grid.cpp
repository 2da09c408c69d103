// Instantiates part of grid.h.
#include "grid.h"

// control: calls into the header
double sampleCentre(double a, double b, double c, double d) { return grid::bilinear(a, b, c, d, 0.5, 0.5); }

// control: class template
float halfOf(float lo, float hi) {
  grid::Extent<float> e(lo, hi);
  return e.clamp(e.halfSize());
}

// control: function template
int cellOf(float x) { return grid::cell(x, 0.1f); }
