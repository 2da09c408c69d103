// Products of half precision in a float accumulator.

float dot(const _Float16 *x, const _Float16 *y, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    const _Float16 product = x[i] * y[i];
    sum += product; // expect: late-widening
  }
  return sum;
}

float exact(const _Float16 *x, const _Float16 *y, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += static_cast<float>(x[i]) * static_cast<float>(y[i]);
  return sum;
}
