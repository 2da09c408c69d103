// Audio and signal processing.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

// class: R10
class Envelope {
public:
  explicit Envelope(float seconds, float rate) { coefficient_ = std::exp(-1.0f / (seconds * rate)); }
  float next(float in) {
    const float level = std::fabs(in);
    level_ = coefficient_ * level_ + (1.0f - coefficient_) * level; // expect-remark: ema-form
    return level_;
  }

private:
  float coefficient_ = 0.0f;
  float level_ = 0.0f;
};
float follow(float x) { return Envelope(0.01f, 48000.0f).next(x); }

// class: R6
float firScaled(std::span<const float> taps, std::span<const float> history, float gain) {
  std::vector<float> scaled(taps.begin(), taps.end());
  for (auto &t : scaled)
    t *= gain;
  float out = 0.0f;
  for (std::size_t i = 0; i < scaled.size(); ++i)
    out += scaled[i] * history[i]; // expect-remark: scale-placement | product-order
  return out;
}

// class: R6
float correlationScore(const float *a, const float *b, int lag, int n, float norm) {
  float r = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float p = a[i] * b[i + lag];
    r += p;
  }
  r *= norm; // expect-remark: scale-placement
  return r;
}

// class: R10
float crossfade(const float *from, const float *to, int i, float mix) {
  const float &a = from[i];
  const float &b = to[i];
  auto delta = b - a;
  delta *= mix;
  return a + delta; // expect-remark: lerp-form
}

// class: R10
double magnitude(const double *spectrum, int bin) {
  const double *p = spectrum + 2 * bin;
  double energy = p[0] * p[0];
  energy += p[1] * p[1];
  return std::sqrt(energy); // expect-remark: hypot-form
}

// class: R2
void trackPeak(std::vector<float> &block) {
  float peak = 1e-9f;
  for (float s : block)
    peak = std::max(peak, std::fabs(s));
  float toUnit = 1.0f / peak;
  std::transform(block.begin(), block.end(), block.begin(), [toUnit](float s) { return toUnit * s; }); // expect-remark: reciprocal-multiply
}

// class: R2
std::int16_t toPcm(float sample, float fullScale) {
  const float gain = 1.0f / fullScale;
  const float unit = sample * gain;                               // expect: reciprocal-multiply #q
  return static_cast<std::int16_t>(std::lrintf(unit * 32767.0f)); // expect: reciprocal-multiply | product-order #q
}

// class: R9
double energyOf(const std::vector<double> &x) {
  return std::inner_product(x.begin(), x.end(), x.begin(), 0.0); // expect-remark: serial-sum
}

// class: R1
float decibelSlope(float value, float reference, float slope) {
  float t{value};
  t /= reference;
  auto apply = [slope](float r) { return r * slope; }; // expect-remark: div-then-mul #s
  return apply(t);                                     // expect-remark: div-then-mul #s
}

// control: one-pole with one product
class Leaky {
public:
  explicit Leaky(float k) : k_(k) {}
  float next(float in) {
    y_ = in + k_ * y_;
    return y_;
  }

private:
  float k_, y_ = 0.0f;
};
float leak(float x) { return Leaky(0.9f).next(x); }

// control: 24-bit PCM scaled by 2^-23
float fromPcm24(std::int32_t raw, float volume) {
  constexpr float unit = 1.0f / (1 << 23);
  return static_cast<float>(raw) * unit * volume;
}

// control: peak meter
float peakOf(std::span<const float> x) {
  float p = 0.0f;
  for (float s : x)
    p = std::max(p, std::fabs(s));
  return p;
}

// control: the halves of both channels
float mono(float left, float right) { return 0.5f * left + 0.5f * right; }

// control: one complex product
std::complex<float> rotate(std::complex<float> z, std::complex<float> w) { return z * w; }

// control: polar magnitude by the library
float magnitudeOf(std::complex<float> z) { return std::abs(z); }

// control: the buffer is assigned anew
float assigned(std::vector<float> &buf, float a, float b, float c, float d, float &keep) {
  buf[0] = a * b;
  keep = buf[0];
  buf.assign(4, c);
  return buf[0] / d;
}

// control: std::copy replaces the frame
float copied(const std::array<float, 4> &src, float a, float b, float d, float &keep) {
  std::array<float, 4> frame{};
  frame[3] = a * b;
  keep = frame[3];
  std::copy(src.begin(), src.end(), frame.begin());
  return frame[3] / d;
}

// control: zero crossings
int crossings(std::span<const float> x) {
  int count = 0;
  for (std::size_t i = 1; i < x.size(); ++i)
    count += (x[i - 1] < 0.0f) != (x[i] < 0.0f);
  return count;
}
