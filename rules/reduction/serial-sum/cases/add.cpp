// Where a function of the same file makes the additions, the sum is the caller's, at the call.

float add(float s, float x) { return s + x; }

float total(const float *x, int n) {
  float s = 0.0f;
  for (int i = 0; i < n; ++i)
    s = add(s, x[i]); // expect-audit: serial-sum
  return s;
}
