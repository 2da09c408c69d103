float determinant(const float *lu, int n) {
  float d = 1.0f;
  for (int i = 0; i < n; i++)
    d = d * lu[i * n + i]; // expect: running-product
  return d;
}
