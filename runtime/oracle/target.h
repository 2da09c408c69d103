// Rounding real numbers and intervals to a format, to nearest, ties to even.
#pragma once

#include "runtime/elementary/lane_kernels.h"
#include "runtime/format/format.h"
#include "runtime/oracle/exact.h"
#include "runtime/oracle/interval.h"

#include <optional>

namespace fporder::oracle {

/// The values of a format that are held in a binary64.
struct Target : elementary::Grid {
  /// Nothing for formats wider than binary64. Integers and Booleans are held in binary64; Dependent and Unknown are taken for it.
  static std::optional<Target> of(format::Format format);

  /// log2 of the distance between neighbours at a value of exponent `exponent` (2^exponent <= |x| < 2^(exponent + 1)).
  long quantumExponent(long exponent) const { return (exponent > minExponent ? exponent : minExponent) - precision + 1; }

  /// `value` rounded once. Precondition: not NaN.
  double round(mpfr_srcptr value) const;
};

/// The verdict on a value in `interval` when it is certain: both ends round alike, and the approximation is as good as ExactValue promises. Nothing
/// when more precision is needed. With `acceptsMarks` a narrow interval around zero or a power of two is accepted and stands for that.
std::optional<ExactValue> decide(const Interval &interval, const Target &target, bool acceptsMarks);

} // namespace fporder::oracle
