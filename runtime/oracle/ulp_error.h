// The error of computed results in units in the last place of the exact value.
#pragma once

#include "runtime/format/format.h"
#include "runtime/oracle/exact.h"

#include <span>

namespace fporder::oracle {

/// |computed - x| / ulp(x), where ulp(x) = 2^(max(e, emin) - p + 1) for 2^e <= |x| < 2^(e + 1), with the unbounded exponent of the real x above the
/// format's range. Within 2^-31 + 2^-51 times the error itself of the true quotient: 2^-32 from ExactValue, the rest from three roundings, since
/// computed - high is split exactly (TwoSum) and powers of two scale exactly, or lose less than 2^-1074 ulp. An infinity when the quotient exceeds
/// binary64. NaN when `computed` is not finite or x is not Exact or Zero, or beyond 2^(2^30). Precondition: the format is held in binary64 and is the
/// one that `exact` was decided for.
double errorInUlp(double computed, const ExactValue &exact, format::Format format);

/// The same for a block. Precondition: spans of one size.
void errorsInUlp(std::span<const double> computed, std::span<const ExactValue> exact, format::Format format, std::span<double> ulps);

} // namespace fporder::oracle
