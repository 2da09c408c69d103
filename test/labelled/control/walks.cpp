// Variables that advance together, and elements beside those that the products are in.
#include <cmath>

// control: what is divided are the elements between those with products
void between(const float *x, const float *gain, const float *norm, float *out, const float *plain) {
  float weighted[64];
  for (int i = 0; i < 32; ++i)
    weighted[2 * i + 1] = plain[i];
  for (int i = 0, p = 0; i < 32; ++i, p += 2)
    weighted[p] = x[i] * gain[i];
  for (int i = 0, p = 1; i < 32; ++i, p += 2)
    out[i] = weighted[p] / norm[i];
}

// control: the odd elements are no products
void unrolledTile(const float *x, const float *gain, const float *norm, float *out) {
  float tile[64];
  for (int i = 0; i < 64; i += 2) {
    tile[i] = x[i] * gain[i];
    tile[i + 1] = x[i + 1];
  }
  for (int i = 0; i < 64; i += 2)
    out[i] = tile[i + 1] / norm[i];
}

// control: the difference of neighbours, one pointer an element behind, is no difference of equals
float neighbours(const float *x, int n) {
  const float *p = x;
  float most = 0;
  for (int i = 1; i < n; i++, p++)
    most = std::fmax(most, std::fabs(x[i] - *p));
  return most;
}

// control: a butterfly written with macros adds to each element once
struct Complex {
  float r, i;
};
#define ADD_TO(a, b)                                                                                                                                 \
  do {                                                                                                                                               \
    (a).r += (b).r;                                                                                                                                  \
    (a).i += (b).i;                                                                                                                                  \
  } while (0)
void butterflies(Complex *out, int n) {
  for (int i = 0; i < n; i++) {
    ADD_TO(out[0], out[4]);
    ADD_TO(out[1], out[5]);
    out += 8;
  }
}

// control: shifted by the maximum, two elements at a time
void unrolledSoftmax(const float *scores, float *out, int rows) {
  for (int r = 0; r < rows; ++r) {
    float e[32], total = 0, top = scores[r * 32];
    for (int c = 0; c < 32; c += 2)
      top = std::fmax(top, std::fmax(scores[r * 32 + c], scores[r * 32 + c + 1]));
    for (int c = 0; c < 32; c += 2) {
      e[c] = std::exp(scores[r * 32 + c] - top);
      e[c + 1] = std::exp(scores[r * 32 + c + 1] - top);
      total += e[c] + e[c + 1];
    }
    for (int c = 0; c < 32; c += 2) {
      out[r * 32 + c] = e[c] / total;
      out[r * 32 + c + 1] = e[c + 1] / total;
    }
  }
}
