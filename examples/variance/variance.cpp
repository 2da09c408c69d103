// The variance of numbers far from zero, in three ways.
#include "variance.h"

// One pass: the difference of two large numbers that nearly agree.
float onePass(const float *x, int n) {
  float sum = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i];
    squares += x[i] * x[i];
  }
  const float mean = sum / static_cast<float>(n);
  return squares / static_cast<float>(n) - mean * mean;
}

// Two passes: deviations first.
float twoPass(const float *x, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i];
  const float mean = sum / static_cast<float>(n);
  float squares = 0;
  for (int i = 0; i < n; ++i)
    squares += (x[i] - mean) * (x[i] - mean);
  return squares / static_cast<float>(n);
}

// Welford's: one pass over the data, with deviations from a running mean.
float welford(const float *x, int n) {
  float mean = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    const float deviation = x[i] - mean;
    mean += deviation / static_cast<float>(i + 1);
    squares += deviation * (x[i] - mean);
  }
  return squares / static_cast<float>(n);
}
