// Factors that are powers of two leave one rounding operation.
#include <math.h>
#include <stdint.h>

#define FRAC_BITS 12
#define FRAC_SCALE (1 << FRAC_BITS)

// control: times 4, then divide
float quadruple_over(float x, float c) { return x * 4 / c; }

// control: half of a quotient
float half_of(float x, float c) {
  float q = x / c;
  return q * 0.5f;
}

// control: the reciprocal of 8 is exact
void eighth(float *x, int n) {
  const float inv = 1.0f / 8;
  for (int i = 0; i < n; i++)
    x[i] = x[i] * inv;
}

// control: ldexp scales exactly
double scaled_ratio(double x, double c) {
  double big = ldexp(x, 10);
  return big / c;
}

// control: scalbn scales exactly
float product_shifted(float a, float b) { return scalbnf(a * b, -3); }

// control: twice a product
double twice_product(double a, double b) { return 2.0 * a * b; }

// control: a fixed-point sample to float
float fixed_to_float(int32_t raw, float gain) {
  float v = (float)(int16_t)raw / FRAC_SCALE;
  return v * gain;
}

// control: central difference on a grid of spacing one
void gradient(const float *u, float *g, int n) {
  for (int i = 1; i < n - 1; i++)
    g[i] = 0.5f * (u[i + 1] - u[i - 1]);
}

// control: the scale of 1/64 stands anywhere
float dot2_scaled(const float *q, const float *k) {
  float s = q[0] * k[0] + q[1] * k[1];
  return s * 0.015625f;
}

// control: both operands scaled by the same power of two
float sum_of_halves(float a, float b) {
  float x = 0.5f * a;
  float y = 0.5f * b;
  return x - y;
}

// control: hexadecimal power of two
double hex_scale(double x, double y) {
  double t = x * 0x1p-20;
  return t / y;
}

// control: 16-bit PCM to [-1,1)
void pcm_to_float(const int16_t *in, float *out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i] * (1.0f / 32768.0f);
}
