// Several variables that advance in one loop, each by a step of its own; loops unrolled by hand; several elements of an array at a time.
#include <cmath>

// class: R1
void strideByStride(const float *x, const float *gain, const float *norm, float *out, int n) {
  float weighted[64];
  for (int i = 0, p = 0; i < 32; ++i, p += 2) {
    weighted[p] = x[i] * gain[p];
    weighted[p + 1] = x[i + n] * gain[p + 1];
  }
  for (int i = 0, p = 0; i < 32; ++i, p += 2)
    out[i] = weighted[p] / norm[i]; // expect-remark: mul-then-div
}

// class: R1
void unrolledTile(const float *x, const float *gain, const float *norm, float *out) {
  float tile[64];
  for (int i = 0; i < 64; i += 4) {
    tile[i] = x[i] * gain[i];
    tile[i + 1] = x[i + 1] * gain[i + 1];
    tile[i + 2] = x[i + 2] * gain[i + 2];
    tile[i + 3] = x[i + 3] * gain[i + 3];
  }
  for (int i = 0; i < 64; i += 4)
    out[i] = tile[i + 2] / norm[i]; // expect-remark: mul-then-div
}

// class: R1
float rowsByPointer(const float *x, const float *w, const float *d, int n, int ld) {
  float s = 0;
  const float *row = x;
  for (int i = 0; i < n; i++) {
    const float t = row[3] * w[i];
    row += ld;
    s += t / d[i]; // expect-remark: mul-then-div
  }
  return s;
}

struct Moments {
  float sum, squares;
};

// class: R3
void momentsOfColumns(const float *x, float *out, int rows) {
  Moments m[8] = {};
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < 8; ++j) {
      const float v = x[i * 8 + j];
      m[j].sum += v;
      m[j].squares += v * v;
    }
  for (int j = 0; j < 8; ++j)
    out[j] = m[j].squares / rows - (m[j].sum / rows) * (m[j].sum / rows); // expect: one-pass-variance
}

// class: R5
void unrolledSoftmax(const float *scores, float *out, int rows) {
  for (int r = 0; r < rows; ++r) {
    float e[128], total = 0;
    for (int c = 0; c < 128; c += 2) {
      e[c] = std::exp(scores[r * 128 + c]);
      e[c + 1] = std::exp(scores[r * 128 + c + 1]);
      total += e[c];
      total += e[c + 1];
    }
    for (int c = 0; c < 128; c += 2) {
      out[r * 128 + c] = e[c] / total;         // expect: unshifted-softmax
      out[r * 128 + c + 1] = e[c + 1] / total; // expect: unshifted-softmax
    }
  }
}

// class: R7
void halfPairs(const _Float16 *a, const _Float16 *b, _Float16 *c, int depth) {
  _Float16 acc[8] = {};
  for (int k = 0; k < depth; ++k)
    for (int j = 0; j < 8; j += 2) {
      acc[j] += a[k] * b[k * 8 + j];         // expect: narrow-accumulator
      acc[j + 1] += a[k] * b[k * 8 + j + 1]; // expect: narrow-accumulator
    }
  for (int j = 0; j < 8; ++j)
    c[j] = acc[j];
}
