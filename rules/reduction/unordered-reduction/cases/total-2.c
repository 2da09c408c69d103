// flags: -fopenmp
// Integers and maxima do not depend on the order.

long total(const int *x, int n) {
  long s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

double largest(const double *x, int n) {
  double m = x[0];
#pragma omp parallel for reduction(max : m)
  for (int i = 1; i < n; i++)
    m = x[i] > m ? x[i] : m;
  return m;
}
