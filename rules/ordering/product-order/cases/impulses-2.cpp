#include <bit>
#include <cstdint>

void impulses(float *p, float *q, const float *mass, const float *step, const float *gain, const float *loss, int n) {
  for (int i = 0; i < n; ++i) {
    const float impulse = mass[i] * step[i];
    p[i] = impulse * gain[i];
    q[i] = impulse * loss[i];
  }
}

void normalised(double *weight, double *x, const double *in, const double *out, double mean, double inverse, double share, int n) {
  for (int i = 0; i < n; ++i) {
    const double unit = (in[i] - mean) * inverse;
    weight[i] += unit * out[i];
    x[i] -= unit * x[i] + share;
  }
}

void columns(float *s, const float *a, int n) {
  for (int i = 0; i < n; ++i)
    s[i] = (i * 3.14159f) * a[i];
}

float dequantised(std::uint8_t exponent, float weight, float x) {
  const float scale = std::bit_cast<float>(static_cast<std::uint32_t>(exponent) << 23);
  return weight * scale * x;
}
