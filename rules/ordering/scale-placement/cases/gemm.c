// In a matrix product that is added to what was there, alpha behind the sum rounds once where alpha in front of each term rounds every term: only the
// last bits are the reference's to decide.

void gemm(float *c, const float *a, const float *b, int n, float alpha, float beta) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0.0f;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = alpha * s + beta * c[i * n + j]; // expect-audit: scale-placement
    }
}
