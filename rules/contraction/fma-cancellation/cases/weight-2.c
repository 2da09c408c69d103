// flags: -mfma
// The difference first, which is exact where it matters.

#include <math.h>

float weight(float x, float top, float scale) { return exp2f((x - top) * scale); }
