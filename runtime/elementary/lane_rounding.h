// Rounding to a format by adding and subtracting, in loops that a compiler vectorises; for the two sources of kernels only.
#pragma once

#include "runtime/elementary/lane_loops.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace fporder::elementary::lanes {

/// The power of two in a normal double: 2^e for 2^e <= |x| < 2^(e + 1). 0 for zero and subnormal numbers.
FPORDER_INLINED double powerIn(double x) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & 0x7ff0000000000000); }

/// What rounding to a format takes: a value x is rounded by adding and subtracting 1.5 * 2^52 * quantum(x), exact to nearest even while
/// |x| < 2^51 quantum(x). A binary64 is its own rounding.
struct Rounder {
  double relative, least; // quantum(x) = max(relative * 2^e, least)
  double largest, overflow;
  bool isWide;

  explicit Rounder(const Grid &grid)
      : relative(std::ldexp(1.0, 1 - grid.precision)), least(std::ldexp(1.0, grid.minExponent - grid.precision + 1)), largest(grid.largest),
        overflow(grid.overflow), isWide(grid.precision > 50) {}

  FPORDER_INLINED double quantum(double x) const {
    const double relativeQuantum = powerIn(x) * relative;
    return relativeQuantum > least ? relativeQuantum : least;
  }
  FPORDER_INLINED double round(double x, double step) const {
    const double shift = step * 0x1.8p52;
    return isWide ? x : (x + shift) - shift;
  }
};

} // namespace fporder::elementary::lanes
