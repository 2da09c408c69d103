// So are the columns of an orthogonal basis, which are stored, and a quotient that has other uses. A mean that a loop made is not divided again in
// every iteration of the next, and a quotient that is formed before a loop is one factor in it.

#include <cmath>

void orthogonalise(double (*a)[64], double (*q)[64], double (*r)[64], int n) {
  for (int k = 0; k < 64; ++k) {
    double norm = 0;
    for (int i = 0; i < n; ++i)
      norm += a[i][k] * a[i][k];
    r[k][k] = std::sqrt(norm);
    for (int i = 0; i < n; ++i)
      q[i][k] = a[i][k] / r[k][k];
    for (int j = k + 1; j < 64; ++j) {
      r[k][j] = 0;
      for (int i = 0; i < n; ++i)
        r[k][j] += q[i][k] * a[i][j];
      for (int i = 0; i < n; ++i)
        a[i][j] = a[i][j] - q[i][k] * r[k][j];
    }
  }
}

void centre(double *gradient, const double *x, const double *dy, int count) {
  double mean = 0;
  for (int i = 0; i < count; ++i)
    mean += dy[i] * x[i];
  mean = mean / count;
  for (int i = 0; i < count; ++i)
    gradient[i] -= x[i] * mean; // ok: quantity
}

void rescaled(float *y, const float *x, int n, float range, float levels) {
  const float step = range / levels;
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * step;
}

double fraction(double part, double whole, double price, double weight, double &mass) {
  const double share = part / whole;
  mass = weight * share; // ok: quantity
  return price * share;
}
