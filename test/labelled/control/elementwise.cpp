// One rounding operation, or an order that only adds one.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <valarray>
#include <vector>

// control: quantise by a true division
std::int8_t quantize(float x, float scale) {
  const int q = static_cast<int>(std::lrint(x / scale));
  return static_cast<std::int8_t>(std::clamp(q, -128, 127));
}

// control: dequantise: the difference is an integer
float dequantize(std::int8_t q, int zero, float scale) { return static_cast<float>(q - zero) * scale; }

// control: the normalisation of layer norm, given its moments
void normalise(std::vector<float> &x, float mean, float var, float eps) {
  const float sd = std::sqrt(var + eps);
  for (auto &v : x)
    v = (v - mean) / sd;
}

// control: std::lerp
float interpolate(float a, float b, float t) { return std::lerp(a, b, t); }

// control: std::midpoint
double middle(double a, double b) { return std::midpoint(a, b); }

// control: explicit fma
double fusedHorner(double x, double a, double b, double c) { return std::fma(std::fma(a, x, b), x, c); }

// control: a common factor outside the sum
float outside(float gain, float left, float right) { return gain * (left + right); }

// control: rescale to the unit interval
double unit(double x, double lo, double hi) { return (x - lo) / (hi - lo); }

// control: a cube has one order
double cube(double x) { return x * x * x; }

// control: commuted operands
bool commuted(float a, float b) {
  const float p = a * b;
  const float q = b * a;
  return p == q;
}

// control: squared distance against squared radius
bool within(float ax, float ay, float bx, float by, float r) {
  const float dx = ax - bx, dy = ay - by;
  return dx * dx + dy * dy < r * r;
}

// control: products compared
bool steeper(double ax, double ay, double bx, double by) { return ay * bx > by * ax; }

// control: rectifiers and clamps
float leaky(float x, float slope) { return x > 0.0f ? x : slope * x; }

// control: elementwise valarray operation
void subtractBias(std::valarray<float> &x, const std::valarray<float> &bias) { x -= bias; }

// control: transform, not a reduction
void attenuate(std::vector<float> &v, float g) {
  std::transform(v.begin(), v.end(), v.begin(), [g](float s) { return s * g; });
}

class Ratio {
public:
  explicit Ratio(double denominator) : denominator_(denominator) {}
  // control: the field holds the divisor itself
  double of(double x) const { return x / denominator_; }

private:
  double denominator_;
};
double ratioOf(double x, double d) { return Ratio(d).of(x); }
