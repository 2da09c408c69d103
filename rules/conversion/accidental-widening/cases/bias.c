void bias(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] + 0.3; // expect-audit: accidental-widening
}
