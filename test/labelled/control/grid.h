// Harmless templates in a header, instantiated and not.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>

namespace grid {

// control: bilinear weights by std::lerp
template <typename T> T bilinear(T a, T b, T c, T d, T u, T v) {
  using std::lerp;
  return lerp(lerp(a, b, u), lerp(c, d, u), v);
}

// control: integer cell of a coordinate by one division
template <typename T> int cell(T x, T size) { return static_cast<int>(std::floor(x / size)); }

template <typename T> class Extent {
public:
  Extent(T lo, T hi) : lo_(lo), hi_(hi) {}
  // control: half the size, exactly
  T halfSize() const { return (hi_ - lo_) * T(0.5); }
  // control: a clamp rounds nothing
  T clamp(T x) const { return std::min(std::max(x, lo_), hi_); }

private:
  T lo_, hi_;
};

// control: an uninstantiated kill set
template <typename T> T overwritten(T a, T b, T c, T d, T &keep) {
  T t = a * b;
  keep = t;
  t = c;
  return t / d;
}

} // namespace grid
