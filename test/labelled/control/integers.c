// Integer arithmetic is never a finding.
#include <stddef.h>
#include <stdint.h>

// control: integer multiply then divide
int scale_index(int i, int width, int bins) { return i * bins / width; }

// control: fixed point
int32_t q15_mul(int32_t a, int32_t b, int32_t c) {
  int64_t wide = (int64_t)a * b * c;
  return (int32_t)(wide >> 30);
}

// control: integer sum
int64_t total(const int32_t *x, size_t n) {
  int64_t s = 0;
  for (size_t i = 0; i < n; i++)
    s += x[i];
  return s;
}

// control: one division after an integer sum
double byte_mean(const uint8_t *px, size_t n) {
  uint64_t s = 0;
  for (size_t i = 0; i < n; i++)
    s += px[i];
  return (double)s / (double)n;
}

// control: integer variance numerator
int64_t spread(const int16_t *v, int n) {
  int64_t s = 0, q = 0;
  for (int i = 0; i < n; i++) {
    s += v[i];
    q += (int32_t)v[i] * v[i];
  }
  return n * q - s * s;
}

// control: integer midpoint
size_t bisect_index(const float *keys, size_t n, float key) {
  size_t lo = 0, hi = n;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (keys[mid] < key)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

// control: integer blend
uint8_t blend(uint8_t a, uint8_t b, int t) { return (uint8_t)(a + (b - a) * t / 256); }

// control: integer distance by expansion
int32_t dist2(const int8_t *x, const int8_t *y, int n) {
  int32_t xx = 0, yy = 0, xy = 0;
  for (int i = 0; i < n; i++) {
    xx += x[i] * x[i];
    yy += y[i] * y[i];
    xy += x[i] * y[i];
  }
  return xx + yy - 2 * xy;
}

// control: the address is integer arithmetic, the value a copy
void transpose(const float *in, float *out, int rows, int cols, int tile) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++)
      out[c * rows + r] = in[r / tile * tile * cols + r % tile * cols + c];
}
