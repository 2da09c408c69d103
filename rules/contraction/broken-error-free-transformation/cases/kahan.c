// flags: -ffast-math
// A compensated sum in C.

float kahan(const float *x, int n) {
  float s = 0.0f, c = 0.0f;
  for (int i = 0; i < n; i++) {
    float y = x[i] - c;
    float t = s + y;
    c = (t - s) - y; // expect-warning: broken-error-free-transformation
    s = t;
  }
  return s;
}
