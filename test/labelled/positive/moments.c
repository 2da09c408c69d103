// Means and variances of one pass.
#include <math.h>
#include <stddef.h>

// class: R3
float layer_variance(const float *x, int n) {
  float s1 = 0.0f, s2 = 0.0f;
  for (int i = 0; i < n; i++) {
    s1 += x[i];
    s2 += x[i] * x[i];
  }
  float mean = s1 / n;
  float ex2 = s2 / n;
  return ex2 - mean * mean; // expect: one-pass-variance
}

static double sum_of(const double *x, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++)
    s += x[i];
  return s;
}

static double sum_of_squares(const double *x, size_t n) {
  double s = 0.0;
  while (n--) {
    s += *x * *x;
    x++;
  }
  return s;
}

// class: R3
double sample_variance(const double *x, size_t n) {
  double s = sum_of(x, n);
  double q = sum_of_squares(x, n);
  return (q - s * s / (double)n) / (double)(n - 1); // expect: one-pass-variance
}

// class: R3
void batch_norm_stats(const float *in, float *mean, float *rstd, int rows, int cols) {
  for (int c = 0; c < cols; c++) {
    float m = 0, m2 = 0;
    for (int r = 0; r < rows; r++) {
      float v = in[r * cols + c];
      m += v;
      m2 += v * v;
    }
    m /= rows;
    m2 /= rows;
    float var = m2 - m * m; // expect: one-pass-variance
    if (var < 0)
      var = 0;
    mean[c] = m;
    rstd[c] = 1.0f / sqrtf(var + 1e-5f);
  }
}

// class: R3
double covariance(const double *x, const double *y, int n) {
  double sx = 0, sy = 0, sxy = 0;
  for (int i = 0; i < n; i++) {
    sx += x[i];
    sy += y[i];
    sxy += x[i] * y[i];
  }
  return sxy / n - (sx / n) * (sy / n); // expect: one-pass-variance
}
