// Columns, tiles and rows, done as they should be.
#include <cmath>

// control: shifted by each column's maximum
void columnSoftmax(const float *x, float *out, float *total, float *top, int rows, int cols) {
  for (int j = 0; j < cols; ++j) {
    total[j] = 0;
    top[j] = x[j];
  }
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      top[j] = std::fmax(top[j], x[i * cols + j]);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      total[j] += std::exp(x[i * cols + j] - top[j]);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      out[i * cols + j] = std::exp(x[i * cols + j] - top[j]) / total[j];
}

// control: a maximum taken by comparison
void columnSoftmaxByComparison(const float *x, float *out, float *total, float *top, int rows, int cols) {
  for (int j = 0; j < cols; ++j) {
    total[j] = 0;
    top[j] = -INFINITY;
  }
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      if (x[i * cols + j] > top[j])
        top[j] = x[i * cols + j];
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      total[j] += std::exp(x[i * cols + j] - top[j]);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      out[i * cols + j] = std::exp(x[i * cols + j] - top[j]) / total[j];
}

// control: compensated, column by column
void compensatedColumns(const float *x, float *out, int rows) {
  float sum[8] = {0}, lost[8] = {0};
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < 8; ++j) {
      const float term = x[i * 8 + j] - lost[j], next = sum[j] + term;
      lost[j] = (next - sum[j]) - term;
      sum[j] = next;
    }
  for (int j = 0; j < 8; ++j)
    out[j] = sum[j];
}

// control: windows that may overlap were read before they were written again
void overlappingWindows(float *t, const float *x, const float *norm, int windows, int stride) {
  for (int w = 0; w < windows; ++w)
    for (int j = 0; j < 16; ++j)
      t[w * stride + j] += x[w * 16 + j];
  for (int w = 0; w < windows; ++w)
    for (int j = 0; j < 16; ++j)
      t[w * stride + j] = t[w * stride + j] / norm[j];
}
