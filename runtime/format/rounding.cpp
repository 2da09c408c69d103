#include "runtime/format/rounding.h"

#include "runtime/format/nearest_even.h"

#include <bit>
#include <cmath>
#include <limits>

namespace fporder::format {

namespace {

constexpr std::uint64_t signBit = std::uint64_t{1} << 63;
constexpr std::uint64_t fractionMask = (std::uint64_t{1} << 52) - 1;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// 2^exponent for -1074 <= exponent <= 1023, exact.
double powerOfTwo(int exponent) {
  if (exponent >= -1022)
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
  return std::bit_cast<double>(std::uint64_t{1} << (exponent + 1074));
}

/// |value| = significand * 2^exponent with 2^52 <= significand < 2^53. Precondition: finite, not zero.
struct Decomposed {
  std::uint64_t significand;
  int exponent;
};

Decomposed decompose(double value) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value) & ~signBit;
  const int biased = static_cast<int>(bits >> 52);
  if (biased != 0)
    return {(bits & fractionMask) | (std::uint64_t{1} << 52), biased - 1075};
  const int shift = std::countl_zero(bits) - 11;
  return {bits << shift, -1074 - shift};
}

/// Whether the kept significand grows by one, `discarded` being the fraction cut off, in units of 2^(1 - cut), and `half` a half of the last place
/// kept.
bool roundsUp(RoundingMode mode, bool negative, std::uint64_t kept, std::uint64_t discarded, std::uint64_t half) {
  switch (mode) {
  case RoundingMode::NearestEven:
    return discarded > half || (discarded == half && (kept & 1) != 0);
  case RoundingMode::NearestAway:
    return discarded >= half;
  case RoundingMode::TowardZero:
    return false;
  case RoundingMode::Up:
    return discarded != 0 && !negative;
  case RoundingMode::Down:
    return discarded != 0 && negative;
  case RoundingMode::ToOdd:
    return discarded != 0 && (kept & 1) == 0;
  }
  return false;
}

/// Magnitude of a result that overflows.
double overflowed(Format format, bool negative, const Conversion &conversion) {
  const RoundingMode mode = conversion.mode;
  const bool stopsAtLargest = mode == RoundingMode::TowardZero || mode == RoundingMode::ToOdd || (mode == RoundingMode::Up && negative) ||
                              (mode == RoundingMode::Down && !negative);
  if (conversion.saturate || stopsAtLargest)
    return largestFinite(format);
  return format == Format::E4M3FN ? notANumber : infinity;
}

double roundFinite(Format format, double value, const Conversion &conversion) {
  const Parameters p = parameters(format);
  const bool negative = std::signbit(value);
  const auto [significand, exponent] = decompose(value);
  const int leading = exponent + 52;
  const int quantum = std::max(leading, p.minExponent) - p.precision + 1; // exponent of the last place kept
  const int cut = quantum - exponent;
  double magnitude = std::fabs(value);
  if (cut > 0) {
    // Beyond 54 places all of the value lies below half of the last place: any smaller non-zero fraction says the same.
    const std::uint64_t kept = cut > 54 ? 0 : significand >> cut;
    const std::uint64_t discarded = cut > 54 ? 1 : significand & ((std::uint64_t{1} << cut) - 1);
    const std::uint64_t half = cut > 54 ? 2 : std::uint64_t{1} << (cut - 1);
    const std::uint64_t rounded = kept + (roundsUp(conversion.mode, negative, kept, discarded, half) ? 1 : 0);
    magnitude = quantum > 1023 ? infinity : static_cast<double>(rounded) * powerOfTwo(quantum); // exact, or beyond every format
  }
  if (magnitude > largestFinite(format))
    magnitude = overflowed(format, negative, conversion);
  if (conversion.flushSubnormals && magnitude < smallestNormal(format))
    magnitude = 0;
  return std::copysign(magnitude, value);
}

/// Width of the exponent field of an encoding of `width` bits; the fraction has precision - 1 of them.
unsigned exponentBits(const Parameters &p, unsigned width) { return width - static_cast<unsigned>(p.precision); }

} // namespace

bool isHeldInDouble(Format format) { return encodingBits(format) != 0; }

unsigned encodingBits(Format format) {
  switch (format) {
  case Format::E4M3FN:
  case Format::E5M2:
    return 8;
  case Format::BFloat16:
  case Format::Binary16:
    return 16;
  case Format::Tf32:
    return 19;
  case Format::Binary32:
    return 32;
  case Format::Binary64:
    return 64;
  default:
    return 0;
  }
}

double largestFinite(Format format) {
  const Parameters p = parameters(format);
  if (format == Format::E4M3FN)
    return 448; // the pattern of 480 is NaN
  return (2 - powerOfTwo(1 - p.precision)) * powerOfTwo(p.maxExponent);
}

double smallestNormal(Format format) { return powerOfTwo(parameters(format).minExponent); }

double roundTo(Format format, double value, const Conversion &conversion) {
  if (!isHeldInDouble(format) || value == 0 || std::isnan(value))
    return value;
  if (!std::isinf(value))
    return roundFinite(format, value, conversion);
  if (conversion.saturate)
    return std::copysign(largestFinite(format), value);
  return format == Format::E4M3FN ? std::copysign(notANumber, value) : value;
}

void roundTo(Format format, std::span<double> values, const Conversion &conversion) {
  if (!isHeldInDouble(format) || (format == Format::Binary64 && conversion == Conversion{}))
    return;
  if (conversion != Conversion{}) {
    for (double &value : values)
      value = roundTo(format, value, conversion);
    return;
  }
  const NearestEven toFormat(format);
  for (double &value : values)
    value = toFormat(value);
}

std::uint64_t encode(Format format, double value) {
  const Parameters p = parameters(format);
  const unsigned width = encodingBits(format);
  if (width == 0)
    return 0;
  const int fraction = p.precision - 1;
  const std::uint64_t sign = static_cast<std::uint64_t>(std::signbit(value)) << (width - 1);
  const std::uint64_t infinite = ((std::uint64_t{1} << exponentBits(p, width)) - 1) << fraction;
  if (std::isnan(value) || (std::isinf(value) && format == Format::E4M3FN))
    return sign | (format == Format::E4M3FN ? 0x7f : infinite | std::uint64_t{1} << (fraction - 1));
  if (std::isinf(value))
    return sign | infinite;
  if (value == 0)
    return sign;
  const auto [significand, exponent] = decompose(value);
  const int leading = exponent + 52;
  if (leading < p.minExponent)
    return sign | significand >> (p.minExponent - fraction - exponent);
  const int biased = leading - p.minExponent + 1;
  return sign | static_cast<std::uint64_t>(biased) << fraction | ((significand & fractionMask) >> (52 - fraction));
}

double decode(Format format, std::uint64_t bits) {
  const Parameters p = parameters(format);
  const unsigned width = encodingBits(format);
  if (width == 0)
    return notANumber;
  const int fraction = p.precision - 1;
  const std::uint64_t top = (std::uint64_t{1} << exponentBits(p, width)) - 1;
  const bool negative = (bits >> (width - 1) & 1) != 0;
  const std::uint64_t biased = bits >> fraction & top;
  const std::uint64_t tail = bits & ((std::uint64_t{1} << fraction) - 1);
  double magnitude = 0;
  if (format == Format::E4M3FN ? (bits & 0x7f) == 0x7f : biased == top && tail != 0)
    magnitude = notANumber;
  else if (biased == top && format != Format::E4M3FN)
    magnitude = infinity;
  else if (biased == 0)
    magnitude = static_cast<double>(tail) * powerOfTwo(p.minExponent - fraction);
  else
    magnitude =
        std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<int>(biased) - 1 + p.minExponent + 1023) << 52 | tail << (52 - fraction));
  return std::copysign(magnitude, negative ? -1.0 : 1.0);
}

void decode(Format format, std::span<const std::uint16_t> bits, std::span<double> values) {
  for (std::size_t index = 0; index < bits.size(); ++index)
    values[index] = decode(format, bits[index]);
}

double ulp(Format format, double value) {
  const Parameters p = parameters(format);
  if (!std::isfinite(value))
    return notANumber;
  const int exponent = value == 0 ? p.minExponent : std::max(std::ilogb(value), p.minExponent);
  return powerOfTwo(exponent - p.precision + 1);
}

} // namespace fporder::format
