double total(const float *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

short count(const short *x, int n) {
  short s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
