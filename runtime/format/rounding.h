// Values of the small formats, bit by bit: rounding a binary64 to a format, its encodings, and the size of a unit in the last place.
//
// Every value of the formats up to binary64 (E4M3FN, E5M2, BFloat16, Binary16, Tf32, Binary32, Binary64) is a binary64, and is held as one. Integer,
// Boolean, Dependent, Unknown and the formats wider than binary64 pass through unrounded where a function says so.
//
// Sources: IEEE 754-2019, 4.3 (rounding), 7.4 (overflow); OCP 8-bit Floating Point Specification 1.0, 5 (E4M3 has one NaN pattern a sign, no
// infinity; saturating and non-saturating conversions).
#pragma once

#include "runtime/format/format.h"

#include <cstdint>
#include <span>

namespace fporder::format {

/// Direction of a rounding. ToOdd: when inexact, the neighbour whose last significand bit is 1 (so that a second rounding to fewer bits is
/// innocuous).
enum class RoundingMode : std::uint8_t { NearestEven, NearestAway, TowardZero, Up, Down, ToOdd };

/// How a value is converted to a format.
struct Conversion {
  RoundingMode mode = RoundingMode::NearestEven;
  /// A result that is subnormal once rounded becomes a zero of its sign.
  bool flushSubnormals = false;
  /// Overflow and infinities become the largest finite number; NaN stays NaN. Otherwise overflow is an infinity or the largest finite number as the
  /// mode wants it; E4M3FN, which has no infinity, gives NaN where others give infinity.
  bool saturate = false;
  bool operator==(const Conversion &) const = default;
};

/// True for the formats whose values this header handles: floating point with at most binary64's precision and range.
bool isHeldInDouble(Format format);

/// `value` rounded once to `format`. Exact for every binary64 input. A value of a format that `isHeldInDouble` refuses comes back as it is.
double roundTo(Format format, double value, const Conversion &conversion = {});

/// roundTo over a span, in place, with the same bits; rounding to nearest even is vectorised.
void roundTo(Format format, std::span<double> values, const Conversion &conversion = {});

/// The bit pattern of a value of `format`, in the low bits: 8 for E4M3FN and E5M2, 16 for BFloat16 and Binary16, 19 for Tf32, 32, 64. NaN has the
/// sign of the argument and the quiet pattern with no other payload bit (all ones for E4M3FN). Precondition: isHeldInDouble(format), and `value` is a
/// value of it, as roundTo gives; an infinity encodes as NaN in E4M3FN. 0 where the format has no encoding here.
std::uint64_t encode(Format format, double value);

/// The value of a bit pattern; bits above the width are ignored. NaN where the format has no encoding here.
double decode(Format format, std::uint64_t bits);

void decode(Format format, std::span<const std::uint16_t> bits, std::span<double> values);

/// Width of an encoding in bits; 0 for formats without one here.
unsigned encodingBits(Format format);

double largestFinite(Format format);
double smallestNormal(Format format);

/// 2^(max(e, emin) - p + 1) for 2^e <= |value| < 2^(e + 1); that of the subnormals for 0; NaN for NaN and infinity. `value` need not be a value of
/// the format. Precondition: isHeldInDouble(format).
double ulp(Format format, double value);

} // namespace fporder::format
