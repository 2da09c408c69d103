#include <math.h>

float slope(float y1, float y0, float h) {
  float a = logf(y1);
  float b = logf(y0);
  return (a - b) / h; // expect: log-difference
}
