float norm2(const float *x, int n) {
  float total = 0;
  int i = 0;
  while (i < n) {
    total = total + x[i] * x[i]; // expect-audit: serial-sum
    i++;
  }
  return total;
}
