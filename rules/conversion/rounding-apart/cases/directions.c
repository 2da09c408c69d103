#include <math.h>

void ties(const float *x, int *q, float scale, int n, int m) {
  for (int i = 0; i < m; ++i)
    q[i] = (int)rintf(x[i] * scale);
  for (int i = m; i < n; ++i)
    q[i] = (int)roundf(x[i] * scale); // expect-warning: rounding-apart
}

void half_added(const float *x, int *q, float scale, int n, int m) {
  for (int i = 0; i < m; ++i)
    q[i] = (int)lrintf(x[i] * scale);
  for (int i = m; i < n; ++i)
    q[i] = (int)(x[i] * scale + 0.5f); // expect-warning: rounding-apart
}
