float tails(const float *x, int n, float s) {
  for (int i = n / 8 * 8; i < n; ++i)
    s += x[i];
  for (int i = 0; i < n % 16; ++i)
    s += x[i];
  for (int i = n & ~3; i < n; ++i)
    s += x[i];
  return s;
}

int anything(const float *x, int n) {
  float s = 0.0f;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s > 0.0f ? 0 : 1;
}
