// What MPFR says an operation gives in a format: precision and exponent range set to the format's, mpfr_subnormalize after.
#pragma once

#include "runtime/format/rounding.h"

#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace fporder::format {

/// Same bits, any NaN being the same as any other.
inline bool sameBits(double left, double right) {
  return (std::isnan(left) && std::isnan(right)) || std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
}

class MpfrTruth {
public:
  explicit MpfrTruth(Format which) : format(which), oldMin(mpfr_get_emin()), oldMax(mpfr_get_emax()) {
    mpfr_init2(result, parameters(format).precision);
    for (mpfr_t &operand : operands)
      mpfr_init2(operand, 53);
  }
  ~MpfrTruth() {
    mpfr_clear(result);
    for (mpfr_t &operand : operands)
      mpfr_clear(operand);
  }
  MpfrTruth(const MpfrTruth &) = delete;
  MpfrTruth &operator=(const MpfrTruth &) = delete;

  /// `operation(result, operands, rounding)` returns MPFR's ternary value.
  template <class Operation> double operator()(Operation operation, mpfr_rnd_t rounding, double a, double b = 0, double c = 0) {
    mpfr_set_d(operands[0], a, MPFR_RNDN);
    mpfr_set_d(operands[1], b, MPFR_RNDN);
    mpfr_set_d(operands[2], c, MPFR_RNDN);
    // The operation itself runs in the full exponent range: with far apart operands MPFR 4.2.0's additions round a hair below half of the smallest
    // number up to it when that number ends their range.
    int ternary = operation(result, operands, rounding);
    const Parameters p = parameters(format);
    mpfr_set_emin(p.minExponent - p.precision + 2);
    mpfr_set_emax(p.maxExponent + 1);
    ternary = mpfr_check_range(result, ternary, rounding);
    mpfr_subnormalize(result, ternary, rounding);
    mpfr_set_emin(oldMin);
    mpfr_set_emax(oldMax);
    const double value = mpfr_get_d(result, MPFR_RNDN);
    // E4M3FN ends at 448: the pattern above it is NaN, and there is no infinity.
    if (format == Format::E4M3FN && std::fabs(value) > 448) {
      const bool outward = rounding == MPFR_RNDN || (rounding == MPFR_RNDU && value > 0) || (rounding == MPFR_RNDD && value < 0);
      return outward || std::isinf(value) ? std::numeric_limits<double>::quiet_NaN() : std::copysign(448, value);
    }
    return value;
  }

private:
  Format format;
  mpfr_exp_t oldMin, oldMax;
  mpfr_t result, operands[3];
};

} // namespace fporder::format
