// Images, colour, resampling.
#include <math.h>
#include <stdint.h>

// class: R10
float bilinear_row(const float *row, float x) {
  int x0 = (int)x;
  float fx = x - (float)x0;
  float left = row[x0];
  float right = row[x0 + 1];
  float step = fx * (right - left);
  return left + step; // expect-remark: lerp-form
}

// class: R1
void stretch_contrast(const float *in, uint8_t *out, int n, float lo, float hi) {
  float range = hi - lo;
  for (int i = 0; i < n; i++) {
    float shifted = in[i] - lo;
    float scaled = shifted * 255.0f;
    float v = scaled / range; // expect: mul-then-div
    out[i] = (uint8_t)v;
  }
}

// class: R10
float gradient_magnitude(const float *img, int stride, int at) {
  float gx = img[at + 1] - img[at - 1];
  float gy = img[at + stride] - img[at - stride];
  return sqrtf(gx * gx + gy * gy); // expect-remark: hypot-form
}

// class: R3
float local_variance(const float *img, int stride, int radius) {
  float total = 0, total2 = 0;
  int count = 0;
  for (int dy = -radius; dy <= radius; dy++) {
    for (int dx = -radius; dx <= radius; dx++) {
      float p = img[dy * stride + dx];
      total += p;
      total2 += p * p;
      count++;
    }
  }
  float mean = total / (float)count;
  return total2 / (float)count - mean * mean; // expect: one-pass-variance
}

// class: R2
void premultiply(float *rgba, int n, float white) {
  const float k = 1.f / white;
  for (float *p = rgba; p < rgba + 4 * n; p += 4) {
    p[0] *= k; // expect-remark: reciprocal-multiply
    p[1] *= k;
    p[2] *= k;
  }
}

// class: R9
float box_filter(const float *img, int stride, int size) {
  float s = 0.0f;
  int x, y;
  for (y = 0; y < size; y++)
    for (x = 0; x < size; x++)
      s += img[y * stride + x]; // expect-remark: serial-sum
  return s;
}
