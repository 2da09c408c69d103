// One operation on narrow values that C carries out in a wider format is that operation of the narrow format: nothing was there to be kept.

#include <math.h>

float ridge(float offset, float noise) { return offset - (float)fabs(noise); }

float smaller_root(float half, float product) {
  float discriminant = half * half - product;
  float root = (float)sqrt(discriminant);
  return -half - root;
}
