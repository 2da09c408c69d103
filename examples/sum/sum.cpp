// One sum, many orders.
#include "sum.h"

float forward(const float *x, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i];
  return sum;
}

float pairwise(const float *x, int n) {
  if (n == 1)
    return x[0];
  return pairwise(x, n / 2) + pairwise(x + n / 2, n - n / 2);
}

// Eight running sums: what vector registers do.
float lanes(const float *x, int n) {
  float sums[8] = {};
  for (int i = 0; i < n; ++i)
    sums[i % 8] += x[i];
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

// Kahan's: what an addition loses is carried to the next one.
float compensated(const float *x, int n) {
  float sum = 0, lost = 0;
  for (int i = 0; i < n; ++i) {
    const float term = x[i] - lost;
    const float next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  return sum;
}
