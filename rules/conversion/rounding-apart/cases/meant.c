#include <math.h>

// Bounds of an interval: the directions are the point.
void bounds(const float *x, int *low, int *high, float scale, int n) {
  for (int i = 0; i < n; ++i)
    low[i] = (int)floorf(x[2 * i] * scale);
  for (int i = 0; i < n; ++i)
    high[i] = (int)ceilf(x[2 * i + 1] * scale);
}

// One value in two directions: its integer and the nearest one.
void two_of_one(const float *x, int *whole, int *near, float scale, int n) {
  for (int i = 0; i < n; ++i) {
    whole[i] = (int)(x[i] * scale);
    near[i] = (int)rintf(x[i] * scale);
  }
}

// Other arrays, other scales.
void others(const float *x, const float *y, int *q, float scale, int n) {
  for (int i = 0; i < n; ++i)
    q[i] = (int)rintf(x[i] * scale);
  for (int i = 0; i < n; ++i)
    q[n + i] = (int)(y[i] * scale);
  for (int i = 0; i < n; ++i)
    q[2 * n + i] = (int)(x[n + i] / scale);
}
