double stencil(const double *u, int i, int n) {
  return u[i - 1] + u[i + 1] + u[i - n] + u[i + n]; // expect-audit: sum-order
}
