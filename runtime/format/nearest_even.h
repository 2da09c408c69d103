// Rounding a binary64 to nearest even in a narrower format, without branches, for loops that a compiler vectorises.
//
// Adding and subtracting 1.5 * 2^52 * q rounds to a multiple of q, the last place of the format at the value's exponent. Gives what roundTo gives
// with a default Conversion, NaN payloads aside.
#pragma once

#include "runtime/format/rounding.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace fporder::format {

class NearestEven {
public:
  /// Precondition: isHeldInDouble(format); for Binary64 the value is passed on.
  explicit NearestEven(Format format)
      : largest(largestFinite(format)), beyond(format == Format::E4M3FN ? std::numeric_limits<double>::quiet_NaN() : infinite),
        lowest(field(parameters(format).minExponent)), highest(field(parameters(format).maxExponent + 1)),
        shift(static_cast<std::uint64_t>(53 - parameters(format).precision) << 52 | std::uint64_t{1} << 51), exact(format == Format::Binary64) {}

  double operator()(double value) const {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t sign = bits & std::uint64_t{1} << 63;
    const double magnitude = std::bit_cast<double>(bits ^ sign);
    std::uint64_t exponent = (bits ^ sign) & std::uint64_t{0x7ff} << 52;
    exponent = exponent < lowest ? lowest : exponent;
    exponent = exponent > highest ? highest : exponent;
    const double magic = std::bit_cast<double>(exponent + shift);
    double rounded = (magnitude + magic) - magic;
    rounded = rounded > largest ? beyond : rounded;
    rounded = exact ? magnitude : rounded;
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(rounded) | sign);
  }

private:
  static constexpr double infinite = std::numeric_limits<double>::infinity();
  static constexpr std::uint64_t field(int exponent) { return static_cast<std::uint64_t>(exponent + 1023) << 52; }

  double largest, beyond;
  std::uint64_t lowest, highest; // exponents of the smallest normal number and of the first binade that overflows, as fields
  std::uint64_t shift;           // added to the exponent field: 1.5 * 2^(52 - (p - 1))
  bool exact;
};

} // namespace fporder::format
