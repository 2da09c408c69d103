// One loop, terms in another order, and norms that were computed elsewhere.

double squared_distance(const double *x, const double *y, int n) {
  double xx = 0, yy = 0, xy = 0;
  for (int i = 0; i < n; i++) {
    xx += x[i] * x[i];
    yy += y[i] * y[i];
    xy += x[i] * y[i];
  }
  return xx - 2 * xy + yy; // expect-warning: norm-expansion
}

float with_norms(float xn, float yn, const float *x, const float *y, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return xn + yn - 2 * s; // expect-warning: norm-expansion
}
