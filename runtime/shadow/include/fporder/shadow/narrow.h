// fporder::half and fporder::bfloat16: storage types of two bytes, for inputs, outputs and as the working type of a shadow value.
//
// Conversion to double or float is exact; conversion from any arithmetic type rounds once, to nearest even. They have no arithmetic of their own: a
// compiler's own half types may keep excess precision between operations, shadow<half> and shadow<bfloat16> round after each one.
#pragma once

#include <fporder/shadow/precision.h>

#include <concepts>

namespace fporder {

namespace shadowing {

/// Bit pattern of a value of a 16-bit format (`value` must be one) with `fraction` stored significand bits.
inline std::uint16_t encode16(Format format, double value) {
  const Precision precision = precisionOf(format);
  const int fraction = precision.bits - 1;
  const unsigned sign = std::signbit(value) ? 0x8000U : 0U;
  const unsigned specials = ((1U << (15 - fraction)) - 1) << fraction;
  if (std::isnan(value))
    return static_cast<std::uint16_t>(sign | specials | (1U << (fraction - 1)));
  if (std::isinf(value))
    return static_cast<std::uint16_t>(sign | specials);
  const double magnitude = std::fabs(value);
  const int exponent = exponentOf(magnitude);
  if (exponent < precision.minExponent)
    return static_cast<std::uint16_t>(sign | static_cast<unsigned>(std::ldexp(magnitude, fraction - precision.minExponent)));
  const auto significand = static_cast<unsigned>(std::ldexp(magnitude, fraction - exponent)) & ((1U << fraction) - 1);
  return static_cast<std::uint16_t>(sign | static_cast<unsigned>(exponent + precision.maxExponent) << fraction | significand);
}

inline double decode16(Format format, std::uint16_t bits) {
  const Precision precision = precisionOf(format);
  const int fraction = precision.bits - 1;
  const double sign = (bits & 0x8000U) != 0 ? -1.0 : 1.0;
  const int biased = (bits & 0x7fff) >> fraction;
  const unsigned significand = bits & ((1U << fraction) - 1);
  if (biased == 2 * precision.maxExponent + 1)
    return significand != 0 ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  if (biased == 0)
    return sign * std::ldexp(static_cast<double>(significand), precision.minExponent - fraction);
  return sign * std::ldexp(static_cast<double>(significand | (1U << fraction)), biased - precision.maxExponent - fraction);
}

/// A number stored in 16 bits.
template <Format format> class Stored16 {
public:
  Stored16() = default;
  template <class Number>
    requires std::integral<Number> || std::same_as<Number, float> || std::same_as<Number, double>
  explicit Stored16(Number value) : pattern(encode16(format, roundTo(format, nearestSafe(value)))) {}
  static Stored16 fromBits(std::uint16_t bits) {
    Stored16 result;
    result.pattern = bits;
    return result;
  }
  std::uint16_t bits() const { return pattern; }
  explicit operator double() const { return decode16(format, pattern); }
  explicit operator float() const { return static_cast<float>(decode16(format, pattern)); }

private:
  // Integers beyond 2^53 are far from any tie of these formats only if their conversion to double keeps the sticky bit: round to odd.
  template <class Number> static double nearestSafe(Number value) {
    const auto converted = static_cast<double>(value);
    if constexpr (std::integral<Number> && sizeof(Number) >= 8) {
      constexpr std::uint64_t low = 0x7ff; // below the 53 leading bits of a 64-bit magnitude
      const bool negative = value < 0;
      std::uint64_t magnitude = negative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
      if (magnitude >> 53 != 0)
        magnitude = (magnitude & ~low) | ((magnitude & low) != 0 ? low + 1 : 0);
      return negative ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
    }
    return converted;
  }

  std::uint16_t pattern = 0;
};

} // namespace shadowing

using half = shadowing::Stored16<shadowing::Format::Binary16>;
using bfloat16 = shadowing::Stored16<shadowing::Format::BFloat16>;

} // namespace fporder
