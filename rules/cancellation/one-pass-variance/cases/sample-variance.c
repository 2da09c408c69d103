// Separate loops, sample variance, in C.

double sample_variance(const double *x, int n) {
  double sum = 0, squares = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  for (int i = 0; i < n; i++)
    squares += x[i] * x[i];
  return (squares - sum * sum / n) / (n - 1); // expect-warning: one-pass-variance
}
