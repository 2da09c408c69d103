// The partial sums are what is asked for.
int draw(const float *p, int n, float coin) {
  float cdf = 0.0f;
  for (int i = 0; i < n; ++i) {
    cdf += p[i]; // ok: partial-sums-used
    if (coin < cdf)
      return i;
  }
  return n - 1;
}

// A few terms.
float dot4(const float *x, const float *y) {
  float s = 0.0f;
  for (int i = 0; i < 4; ++i)
    s += x[i] * y[i];
  return s;
}
