// Products that are exact, and sums that are rounded anyway.

double widened(const float *x, const float *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double between = (double)x[i] - y[i];
    sum += between * between;
  }
  return sum;
}

/* The digits that the products lost would be dropped here. */
float narrowed(const float *x, const float *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return (float)sum;
}
