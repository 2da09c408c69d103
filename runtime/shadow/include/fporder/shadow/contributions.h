// Where a value's error comes from: the signed share of each source place, carried forward with the value.
//
// To first order an operation's error is the sum of its operands' errors times slopes, plus its own rounding. With secant slopes the sum is exact. A
// value keeps the eight largest shares; what was dropped is the difference to the error itself, which the shadow knows.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace fporder::shadowing {

using SiteId = std::uint32_t;

struct Contribution {
  double error; // absolute, signed
  SiteId site;
};

class Contributions {
public:
  static constexpr unsigned capacity = 8;

  const Contribution *begin() const { return shares.data(); }
  const Contribution *end() const { return shares.data() + count; }

  /// left * slopeLeft + right * slopeRight + own rounding of `site`. Entries stay sorted by site, so that the same data give the same result.
  static Contributions combine(const Contributions &left, double slopeLeft, const Contributions &right, double slopeRight, SiteId site, double own) {
    std::array<Contribution, 2 * capacity + 1> merged;
    unsigned size = 0;
    const Contribution *a = left.begin(), *b = right.begin();
    while (a != left.end() || b != right.end()) {
      if (b == right.end() || (a != left.end() && a->site < b->site)) {
        merged[size++] = {a->error * slopeLeft, a->site};
        ++a;
      } else if (a == left.end() || b->site < a->site) {
        merged[size++] = {b->error * slopeRight, b->site};
        ++b;
      } else {
        merged[size++] = {a->error * slopeLeft + b->error * slopeRight, a->site};
        ++a, ++b;
      }
    }
    size = insert(merged, size, {own, site});
    return kept(merged.data(), size);
  }

  /// Every share times `slope`.
  Contributions scaled(double slope) const {
    Contributions result = *this;
    for (unsigned index = 0; index < count; ++index)
      result.shares[index].error *= slope;
    return result;
  }

private:
  static unsigned insert(std::array<Contribution, 2 * capacity + 1> &merged, unsigned size, Contribution own) {
    if (own.error == 0)
      return size;
    unsigned position = 0;
    while (position < size && merged[position].site < own.site)
      ++position;
    if (position < size && merged[position].site == own.site) {
      merged[position].error += own.error;
      return size;
    }
    std::move_backward(merged.begin() + position, merged.begin() + size, merged.begin() + size + 1);
    merged[position] = own;
    return size + 1;
  }

  static Contributions kept(const Contribution *merged, unsigned size) {
    double threshold = 0;
    if (size > capacity) {
      std::array<double, 2 * capacity + 1> magnitudes;
      for (unsigned index = 0; index < size; ++index)
        magnitudes[index] = std::isfinite(merged[index].error) ? std::fabs(merged[index].error) : 0;
      std::nth_element(magnitudes.begin(), magnitudes.begin() + capacity, magnitudes.begin() + size, [](double x, double y) { return x > y; });
      threshold = magnitudes[capacity];
    }
    Contributions result;
    for (unsigned index = 0; index < size && result.count < capacity; ++index)
      if (std::isfinite(merged[index].error) && std::fabs(merged[index].error) > threshold)
        result.shares[result.count++] = merged[index];
    return result;
  }

  std::array<Contribution, capacity> shares{};
  std::uint32_t count = 0;
};

} // namespace fporder::shadowing
