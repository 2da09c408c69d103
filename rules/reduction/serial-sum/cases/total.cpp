// The tail of an unrolled loop has few terms, as its bounds tell; a sum that is only compared with constants is not kept.

float total(const float *x, int n) {
  float a = 0.0f, b = 0.0f;
  int i = 0;
  for (; i + 1 < n; i += 2) {
    a += x[i];     // expect-audit: serial-sum
    b += x[i + 1]; // expect-audit: serial-sum
  }
  for (; i < n; ++i)
    a += x[i];
  return a + b;
}
