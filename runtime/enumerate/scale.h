// Exact factors: a sign and a power of two.
//
// Multiplying by one changes no significand, so that it is no part of an ordering: the e-graph keeps it beside its classes, not in them.
#pragma once

#include <cstdint>

namespace fporder::enumerate {

/// (-1)^negative * 2^exponent.
struct Scale {
  std::int64_t exponent = 0;
  bool negative = false;

  Scale inverse() const { return {-exponent, negative}; }
  bool isOne() const { return exponent == 0 && !negative; }
  bool operator==(const Scale &) const = default;
};

inline Scale operator*(Scale left, Scale right) { return {left.exponent + right.exponent, left.negative != right.negative}; }
inline Scale operator/(Scale left, Scale right) { return left * right.inverse(); }

inline constexpr Scale minus{0, true};

} // namespace fporder::enumerate
