// flags: -ffast-math

long total(const long *x, int n) {
  long s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

double two(double a, double b) { return a + b; }
