// Interpolation in two forms.
#include "lerp.h"

// One multiplication, and b is not always reached.
void fromA(const float *a, const float *b, const float *t, float *out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = a[i] + t[i] * (b[i] - a[i]);
}

// Two multiplications: exact at both ends.
void weighted(const float *a, const float *b, const float *t, float *out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = (1.0f - t[i]) * a[i] + t[i] * b[i];
}
