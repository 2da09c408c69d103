// Within the library: numbers in MPFR's hands, and what follows from their radii.
#pragma once

#include "runtime/shadow/program/number.h"

#include <mpfr.h>

namespace fporder::program {

inline constexpr double radiusEnlarged = 1 + 0x1p-40;

inline unsigned limbCount() { return (fporder_number_bits + 63) / 64; }

/// An operand for MPFR: the number, or the value where there is none. Valid while the number is.
class NumberOperand {
public:
  NumberOperand(double value, const Number *number) {
    if (number != nullptr) {
      radius = number->radius;
      exponent = number->exponent;
      // MPFR reads through this pointer only.
      mpfr_custom_init_set(mpfr, number->kind, number->exponent, fporder_number_bits, const_cast<std::uint64_t *>(number->limb));
    } else {
      setValue(value);
    }
  }
  NumberOperand(const NumberOperand &) = delete;
  NumberOperand &operator=(const NumberOperand &) = delete;

  operator mpfr_srcptr() const { return mpfr; } // NOLINT(google-explicit-constructor)
  bool isNumber() const { return mpfr_number_p(mpfr) != 0; }
  bool isZero() const { return mpfr_zero_p(mpfr) != 0; }
  /// The significand in [1/2, 1), rounded to a double; 0 of a zero.
  double significand() const {
    return isZero() ? 0 : static_cast<double>(static_cast<const std::uint64_t *>(mpfr_custom_get_significand(mpfr))[limbCount() - 1]) * 0x1p-64;
  }

  double radius = 0;
  std::int32_t exponent = 0;

private:
  void setValue(double value);

  std::uint64_t limb[Number::mostLimbs];
  mpfr_t mpfr;
};

/// Where MPFR writes a result, which becomes the number.
class NumberResult {
public:
  explicit NumberResult(Number *ofNumber) : number(ofNumber) { mpfr_custom_init_set(mpfr, MPFR_ZERO_KIND, 0, fporder_number_bits, number->limb); }
  operator mpfr_ptr() { return mpfr; } // NOLINT(google-explicit-constructor)

  /// Of the result so far.
  bool isNumber() const { return mpfr_number_p(mpfr) != 0; }
  std::int64_t exponent(std::int64_t ofZero) const { return mpfr_regular_p(mpfr) != 0 ? mpfr_get_exp(mpfr) : ofZero; }

  /// The number is MPFR's result within `radius` units of 2^unitExponent, the rounding of an inexact result added, for the program's result x.
  const Number *finish(double radius, std::int64_t unitExponent, bool isInexact, double x);
  /// The exact value is not a number, or not known at all.
  const Number *none();

private:
  Number *number;
  mpfr_t mpfr;
};

/// 2^exponent, 0 or infinity where that is no double.
double scaleOf(std::int64_t exponent);
/// radius * 2^exponent, infinite where nothing is known; not 0 but for 0.
double scaledRadius(double radius, std::int64_t exponent);
/// number - value, rounded to nearest.
double errorOf(const Number &number, double value);

} // namespace fporder::program
