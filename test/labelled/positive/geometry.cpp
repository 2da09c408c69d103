// Intersections, interpolation and activation functions in C++.
#include <cmath>
#include <complex>
#include <optional>

namespace geo {

template <typename T> struct Vec2 {
  T x{}, y{};
  T lengthSquared() const { return x * x + y * y; }
};

// class: R10
template <typename T> T length(const Vec2<T> &v) {
  using std::sqrt;
  return sqrt(v.lengthSquared()); // expect-remark: hypot-form
}
template double length<double>(const Vec2<double> &);

// class: R10
std::optional<float> raySphere(float a, float b, float c) {
  const float disc = b * b - 4 * a * c;
  if (disc < 0)
    return std::nullopt;
  const float s = std::sqrt(disc);
  const float near = (-b - s) / (2 * a); // expect: quadratic-formula
  return near > 0 ? std::optional<float>(near) : std::nullopt;
}

class Ramp {
public:
  Ramp(double from, double to) : from_(from), delta_(to - from) {}
  // class: R10
  double at(double t) const {
    return from_ + delta_ * t; // expect-remark: lerp-form
  }

private:
  double from_, delta_;
};
double rampAt(double a, double b) { return Ramp(a, b).at(0.3); }

// class: R10
float gelu(float x, float k) {
  const float inner = k * x;
  const float th = std::tanh(inner);
  return 0.5f * x * (1.0f + th); // expect-remark: tanh-form | distribution
}

// class: R10
long double chord(long double theta) {
  auto oneMinus = [](long double t) { return 1.0L - std::cos(t); }; // expect: one-minus-cos
  return std::sqrt(2 * oneMinus(theta));
}

// class: R10
double relativisticKinetic(double gammaSquared) {
  const double gamma = std::sqrt(1.0 + gammaSquared);
  const double rest = std::sqrt(gammaSquared);
  const double gap = gamma - rest; // expect: sqrt-difference
  return gap;
}

// class: R10
float discount(float rate) {
  auto grow = std::exp(-rate);
  if (rate > 0.0f)
    grow -= 1.0f; // expect: expm1-form
  return grow;
}

} // namespace geo
