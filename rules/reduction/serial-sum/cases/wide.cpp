// Digits of a sum in binary64 are looked at where most of it is taken away again.

double total(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += x[i]; // ok: wide
  return sum;
}
