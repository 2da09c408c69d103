// flags: -fopenmp
// Lanes in one thread, whose number the compiler chooses.

double lanes(const double *x, int n) {
  double s = 0.0;
#pragma omp simd reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += x[i]; // expect-remark: unordered-reduction
  return s;
}
