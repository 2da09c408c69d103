// flags: -fopenmp
// OpenMP without a floating-point reduction order.

// control: maximum reduction
float omp_max(const float *x, int n) {
  float m = x[0];
#pragma omp parallel for reduction(max : m)
  for (int i = 1; i < n; i++)
    m = x[i] > m ? x[i] : m;
  return m;
}

// control: integer reduction
long omp_count(const float *x, int n, float limit) {
  long c = 0;
#pragma omp parallel for reduction(+ : c)
  for (int i = 0; i < n; i++)
    c += x[i] > limit;
  return c;
}

// control: each element on its own
void omp_axpy(float *y, const float *x, float a, int n) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    y[i] = y[i] + a * x[i];
}

// control: integer atomic
void omp_histogram(const int *bin, int *hist, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    hist[bin[i]] += 1;
  }
}

// control: one division an element
void omp_divide(double *y, const double *x, double d, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i] / d;
}
