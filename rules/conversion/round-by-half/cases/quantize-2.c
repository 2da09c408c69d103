#include <math.h>

signed char quantize(float x, float scale) { return (signed char)lrintf(x / scale); }

int half_up(int x) { return (x + 1) / 2; }
