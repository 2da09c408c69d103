// Softmax with and without the shift by the largest logit.
#include "softmax.h"

#include <algorithm>
#include <cmath>

void plain(const float *logits, float *out, int rows, int n) {
  for (int r = 0; r < rows; ++r) {
    float sum = 0;
    for (int i = 0; i < n; ++i)
      sum += std::exp(logits[r * n + i]);
    for (int i = 0; i < n; ++i)
      out[r * n + i] = std::exp(logits[r * n + i]) / sum;
  }
}

void shifted(const float *logits, float *out, int rows, int n) {
  for (int r = 0; r < rows; ++r) {
    float largest = logits[r * n];
    for (int i = 1; i < n; ++i)
      largest = std::max(largest, logits[r * n + i]);
    float sum = 0;
    for (int i = 0; i < n; ++i)
      sum += std::exp(logits[r * n + i] - largest);
    for (int i = 0; i < n; ++i)
      out[r * n + i] = std::exp(logits[r * n + i] - largest) / sum;
  }
}
