#include <math.h>

// The tail adds one half where the loop before it rounds to nearest even.
void levels(const float *x, float *q, float scale, int n, int m) {
  for (int i = 0; i < m; ++i)
    q[i] = rintf(x[i] * scale);
  for (int i = m; i < n; ++i)
    q[i] = floorf(x[i] * scale + 0.5f); // expect-warning: round-by-half
}
