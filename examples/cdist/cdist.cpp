// Distances between feature vectors, in three orders.
//
// A model computed sqrt(|x|^2 + |y|^2 - 2 x.y) on a GPU in half precision and gave distances of 0 everywhere: 2 x.y overflows, minus infinity is
// clamped to 0, and nothing in the output looks wrong. See README.md.
#include "cdist.h"

#include <algorithm>
#include <cmath>

// The norm expansion, as models are exported: squares and the product are stored in half precision, sums run in single precision.
void expanded(const _Float16 *x, const _Float16 *y, _Float16 *distance, int rows, int columns, int depth) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      float xx = 0, yy = 0, xy = 0;
      for (int k = 0; k < depth; ++k) {
        xx += static_cast<float>(x[i * depth + k]) * static_cast<float>(x[i * depth + k]);
        yy += static_cast<float>(y[j * depth + k]) * static_cast<float>(y[j * depth + k]);
        xy += static_cast<float>(x[i * depth + k]) * static_cast<float>(y[j * depth + k]);
      }
      const _Float16 xNorm = static_cast<_Float16>(xx), yNorm = static_cast<_Float16>(yy), product = static_cast<_Float16>(xy);
      const _Float16 twice = static_cast<_Float16>(2.0f * static_cast<float>(product));
      const _Float16 partial = static_cast<_Float16>(static_cast<float>(xNorm) - static_cast<float>(twice));
      const _Float16 square = static_cast<_Float16>(static_cast<float>(partial) + static_cast<float>(yNorm));
      distance[i * columns + j] = static_cast<_Float16>(std::sqrt(std::max(static_cast<float>(square), 0.0f)));
    }
}

// The same four numbers in another order: no intermediate is larger than the norms, and nothing overflows.
void reordered(const _Float16 *x, const _Float16 *y, _Float16 *distance, int rows, int columns, int depth) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      float xx = 0, yy = 0, xy = 0;
      for (int k = 0; k < depth; ++k) {
        xx += static_cast<float>(x[i * depth + k]) * static_cast<float>(x[i * depth + k]);
        yy += static_cast<float>(y[j * depth + k]) * static_cast<float>(y[j * depth + k]);
        xy += static_cast<float>(x[i * depth + k]) * static_cast<float>(y[j * depth + k]);
      }
      const _Float16 xNorm = static_cast<_Float16>(xx), yNorm = static_cast<_Float16>(yy), product = static_cast<_Float16>(xy);
      const _Float16 left = static_cast<_Float16>(static_cast<float>(xNorm) - static_cast<float>(product));
      const _Float16 right = static_cast<_Float16>(static_cast<float>(yNorm) - static_cast<float>(product));
      const _Float16 square = static_cast<_Float16>(static_cast<float>(left) + static_cast<float>(right));
      distance[i * columns + j] = static_cast<_Float16>(std::sqrt(std::max(static_cast<float>(square), 0.0f)));
    }
}

// Differences first: the squares are those of the distance itself.
void direct(const _Float16 *x, const _Float16 *y, _Float16 *distance, int rows, int columns, int depth) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      float square = 0;
      for (int k = 0; k < depth; ++k) {
        const float difference = static_cast<float>(x[i * depth + k]) - static_cast<float>(y[j * depth + k]);
        square += difference * difference;
      }
      distance[i * columns + j] = static_cast<_Float16>(std::sqrt(square));
    }
}

// Single precision does not overflow, and still cancels.
void expandedSingle(const float *x, const float *y, float *distance, int rows, int columns, int depth) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      float xx = 0, yy = 0, xy = 0;
      for (int k = 0; k < depth; ++k) {
        xx += x[i * depth + k] * x[i * depth + k];
        yy += y[j * depth + k] * y[j * depth + k];
        xy += x[i * depth + k] * y[j * depth + k];
      }
      distance[i * columns + j] = std::sqrt(std::max(xx + yy - 2.0f * xy, 0.0f));
    }
}

void directSingle(const float *x, const float *y, float *distance, int rows, int columns, int depth) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      float square = 0;
      for (int k = 0; k < depth; ++k) {
        const float difference = x[i * depth + k] - y[j * depth + k];
        square += difference * difference;
      }
      distance[i * columns + j] = std::sqrt(square);
    }
}
