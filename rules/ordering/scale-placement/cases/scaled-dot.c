// Inside the loop, as matrix-product kernels write alpha.

double scaled_dot(const double *a, const double *b, int n, double alpha) {
  double s = 0.0;
  for (int k = 0; k < n; k++)
    s += alpha * a[k] * b[k]; // expect-audit: scale-placement
  return s;
}
