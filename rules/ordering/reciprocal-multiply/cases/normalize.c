// In C.

void normalize(double *x, int n, double norm) {
  double r = 1.0 / norm;
  for (int i = 0; i < n; ++i)
    x[i] *= r; // expect-audit: reciprocal-multiply
}
