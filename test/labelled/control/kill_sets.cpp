// The same in C++: references, swap, lambdas, fields, structured bindings.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

// control: a reference overwrites it
double byReference(double a, double b, double c, double d, double &keep) {
  double t = a * b;
  double &alias = t;
  keep = alias;
  alias = c;
  return t / d;
}

// control: a lambda that captured it overwrites it
double byLambda(double a, double b, double c, double d, double &keep) {
  double t = a * b;
  keep = t;
  auto reset = [&t, c] { t = c; };
  reset();
  return t / d;
}

// control: swapped away
float swapped(float a, float b, float c, float d, float &keep) {
  float t = a * b;
  float u = c;
  std::swap(t, u);
  keep = u;
  return t / d;
}

// control: exchanged
float exchanged(float a, float b, float c, float d, float &keep) {
  float t = a * b;
  keep = std::exchange(t, c);
  return t / d;
}

// control: the other half of the pair is divided
float bound(float a, float b, float c, float d, float &keep) {
  auto [product, plain] = std::pair<float, float>{a * b, c};
  keep = product;
  return plain / d;
}

class Stage {
public:
  void prepare(float a, float b) { gain_ = a * b; }
  void replace(float g) { gain_ = g; }
  float gain() const { return gain_; }
  float level() const { return level_; }

private:
  float gain_ = 1.0f;
  float level_ = 0.0f;
};

// control: the field was replaced in between
float replacedField(float a, float b, float c, float d, float &keep) {
  Stage s;
  s.prepare(a, b);
  keep = s.gain();
  s.replace(c);
  return s.gain() / d;
}

// control: another field of the same object
float otherField(float a, float b, float d, float &keep) {
  Stage s;
  s.prepare(a, b);
  keep = s.gain();
  return s.level() / d;
}

// control: the array is filled anew
float refilled(float a, float b, float c, float d, float &keep) {
  std::array<float, 3> v{};
  v[1] = a * b;
  keep = v[1];
  v.fill(c);
  return v[1] / d;
}

// control: std::fill over the element
double filled(std::vector<double> &v, double a, double b, double c, double d, double &keep) {
  v[0] = a * b;
  keep = v[0];
  std::fill(v.begin(), v.end(), c);
  return v[0] / d;
}

// control: the bits come from elsewhere
float fromBits(std::uint32_t bits, float d) { return std::bit_cast<float>(bits) / d; }

// control: a copy was changed, not the original
std::array<float, 2> changedCopy(std::array<float, 2> original, float a, float b, float d) {
  auto copy = original;
  copy[0] = a * b;
  return {copy[0], original[0] / d};
}
