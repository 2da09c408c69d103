// Another element than the one that is read is written.
void shifted(float *a, const float *h, int n, float beta) {
  for (int i = 0; i + 2 < n; ++i)
    a[i + 1] = beta * a[i + 2] + (1.0f - beta) * h[i];
}
