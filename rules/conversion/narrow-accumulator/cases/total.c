// A float that sums doubles, in C.

float total(const double *x, const double *y, int n) {
  float s = 0.0f;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i]; // expect-remark: narrow-accumulator
  return s;
}
