double welford(const double *x, int n) {
  double mean = 0, m2 = 0;
  for (int i = 0; i < n; i++) {
    double d = x[i] - mean;
    mean += d / (i + 1);
    m2 += d * (x[i] - mean);
  }
  return m2 / n;
}

long spread(const int *x, int n) {
  long s = 0, s2 = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    s2 += (long)x[i] * x[i];
  }
  return n * s2 - s * s;
}
