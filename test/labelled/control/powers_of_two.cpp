// The same with constexpr, templates and fields.
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

constexpr float kBlock = 256.0f;
constexpr double kHalf = 1.0 / 2.0;

// control: constexpr reciprocal of a power of two
float perBlock(float x, float gain) {
  constexpr float inverse = 1.0f / kBlock;
  return x * inverse * gain;
}

class Dither {
public:
  Dither() : step_(1.0f / 32768.0f) {}
  // control: the field is 2^-15
  float apply(float x, float noise) const { return x + noise * step_; }
  // control: the field is a power of two, the rest one division
  float level(float x, float peak) const { return x * step_ / peak; }

private:
  float step_;
};
float useDither(float x) {
  Dither d;
  return d.apply(x, 0.25f);
}

// control: a template parameter that is a power of two
template <int Shift> float shifted(float x, float d) {
  constexpr float factor = static_cast<float>(1 << Shift);
  return x * factor / d;
}
template float shifted<5>(float, float);

// control: half a difference
double halfSpan(double lo, double hi) {
  const auto span = hi - lo;
  return span * kHalf;
}

// control: negation and a power of two
std::vector<double> mirrored(std::vector<double> v, double d) {
  for (auto &x : v) {
    x = -x;
    x *= 2;
    x /= d;
  }
  return v;
}

// control: epsilon is a power of two
double tolerance(double scale, double safety) { return scale * std::numeric_limits<double>::epsilon() * safety; }
