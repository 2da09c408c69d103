// Sums and quotients in elements of arrays, that loops around loops go over: columns, register tiles, matrices in rows.
#include <cmath>

// class: R3
void columnVariance(const float *x, float *out, int rows) {
  float sum[8] = {0}, squares[8] = {0};
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < 8; ++j) {
      sum[j] += x[i * 8 + j];
      squares[j] += x[i * 8 + j] * x[i * 8 + j];
    }
  for (int j = 0; j < 8; ++j) {
    const float mean = sum[j] / rows;
    out[j] = squares[j] / rows - mean * mean; // expect: one-pass-variance
  }
}

// class: R5
void columnSoftmax(const float *x, float *out, float *total, int rows, int cols) {
  for (int j = 0; j < cols; ++j)
    total[j] = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      total[j] += std::exp(x[i * cols + j]);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      out[i * cols + j] = std::exp(x[i * cols + j]) / total[j]; // expect: unshifted-softmax
}

// class: R7
void halfTile(const _Float16 *a, const _Float16 *b, _Float16 *c, int depth) {
  _Float16 acc[4][8] = {};
  for (int k = 0; k < depth; ++k)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 8; ++j)
        acc[i][j] += a[k * 4 + i] * b[k * 8 + j]; // expect: narrow-accumulator
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 8; ++j)
      c[i * 8 + j] = acc[i][j];
}

// class: R1
void weightThenNormalise(float *image, const float *weight, const float *norm, int height, int width) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      image[y * width + x] = image[y * width + x] * weight[x];
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      image[y * width + x] = image[y * width + x] / norm[y]; // expect-remark: mul-then-div
}

// class: R6
void scaledProduct(const float *a, const float *b, float *c, int n, int m, int depth, float alpha) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      c[i * m + j] = 0;
    for (int k = 0; k < depth; ++k)
      for (int j = 0; j < m; ++j)
        c[i * m + j] += a[i * depth + k] * b[k * m + j];
    for (int j = 0; j < m; ++j)
      c[i * m + j] *= alpha; // expect-remark: scale-placement
  }
}
