long size(const int *shape, int n) {
  long s = 1;
  for (int i = 0; i < n; i++)
    s *= shape[i];
  return s;
}

double volume(const double *edge) {
  double v = 1.0;
  for (int i = 0; i < 3; i++)
    v *= edge[i]; // ok: short
  return v;
}
