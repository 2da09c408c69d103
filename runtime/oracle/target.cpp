#include "runtime/oracle/target.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fporder::oracle {

namespace {

using format::Format;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Bits below the last place of the target that an approximation must have right, with one to spare.
constexpr long guardBits = 33;

/// Values of exponents beyond this are scaled in an ExactValue, so that neither half of the double-double nears the ends of binary64.
constexpr mpfr_exp_t plainExponents = 900;

/// (high + low) 2^exponent nearest to a finite `value`.
void approximate(mpfr_srcptr value, ExactValue &result) {
  if (mpfr_zero_p(value) != 0)
    return;
  if (mpfr_inf_p(value) != 0) {
    result.high = mpfr_get_d(value, MPFR_RNDN);
    return;
  }
  const mpfr_exp_t exponent = mpfr_get_exp(value);
  if (exponent > plainExponents || exponent < -plainExponents)
    result.exponent = static_cast<std::int32_t>(exponent);
  mpfr_t scaled;
  mpfr_init2(scaled, mpfr_get_prec(value));
  mpfr_mul_2si(scaled, value, -result.exponent, MPFR_RNDN);
  result.high = mpfr_get_d(scaled, MPFR_RNDN);
  mpfr_sub_d(scaled, scaled, result.high, MPFR_RNDN);
  result.low = mpfr_get_d(scaled, MPFR_RNDA); // away from zero, so that the side of high stays known when it underflows
  mpfr_clear(scaled);
}

long exponentOf(mpfr_srcptr value) { return static_cast<long>(mpfr_get_exp(value)) - 1; }

long quantumAt(mpfr_srcptr value, const Target &target) {
  return target.quantumExponent(mpfr_zero_p(value) != 0 ? std::numeric_limits<long>::min() : exponentOf(value));
}

/// Whether the ends lie within 2^-guardBits of a last place of the target.
bool isNarrow(const Interval &interval, const Target &target) {
  if (mpfr_inf_p(interval.low) != 0 || mpfr_inf_p(interval.high) != 0)
    return false;
  mpfr_t width;
  mpfr_init2(width, 32);
  mpfr_sub(width, interval.high, interval.low, MPFR_RNDU);
  const long quantum = std::min(quantumAt(interval.low, target), quantumAt(interval.high, target));
  const bool narrow = mpfr_zero_p(width) != 0 || mpfr_get_exp(width) <= quantum - guardBits;
  mpfr_clear(width);
  return narrow;
}

ExactValue ofPoint(const Interval &interval, const Target &target) {
  ExactValue result;
  if (mpfr_inf_p(interval.low) != 0) {
    result.verdict = Verdict::Pole;
    result.high = result.rounded = mpfr_get_d(interval.low, MPFR_RNDN);
    return result;
  }
  result.verdict = mpfr_zero_p(interval.low) != 0 ? Verdict::Zero : Verdict::Exact;
  approximate(interval.low, result);
  result.rounded = result.verdict == Verdict::Zero ? 0.0 : target.round(interval.low);
  return result;
}

/// Overflow of MPFR's exponents, all of it beyond the target's range.
bool isBeyondEverything(const Interval &interval) {
  return (mpfr_inf_p(interval.high) != 0 && mpfr_sgn(interval.low) > 0) || (mpfr_inf_p(interval.low) != 0 && mpfr_sgn(interval.high) < 0);
}

} // namespace

std::optional<Target> Target::of(Format format) {
  const std::optional<Grid> grid = Grid::of(format);
  return grid ? std::optional(Target{*grid}) : std::nullopt;
}

double Target::round(mpfr_srcptr value) const {
  const double sign = mpfr_signbit(value) != 0 ? -1 : 1;
  if (mpfr_zero_p(value) != 0)
    return 0 * sign;
  if (mpfr_inf_p(value) != 0 || exponentOf(value) > 1024)
    return overflow * sign;
  const long exponent = exponentOf(value), quantum = quantumExponent(exponent);
  if (exponent < quantum - 1)
    return 0 * sign;
  mpfr_t scaled, integer;
  mpfr_init2(scaled, mpfr_get_prec(value));
  mpfr_init2(integer, 64);
  mpfr_mul_2si(scaled, value, -quantum, MPFR_RNDN);
  mpfr_roundeven(integer, scaled);
  const double rounded = std::ldexp(mpfr_get_d(integer, MPFR_RNDN), static_cast<int>(quantum));
  mpfr_clear(scaled);
  mpfr_clear(integer);
  return std::abs(rounded) > largest ? overflow * sign : rounded;
}

std::optional<ExactValue> decide(const Interval &interval, const Target &target, bool acceptsMarks) {
  if (interval.isPoint())
    return ofPoint(interval, target);
  const double low = target.round(interval.low), high = target.round(interval.high);
  const bool alike = low == high || (std::isnan(low) && std::isnan(high) && mpfr_sgn(interval.low) == mpfr_sgn(interval.high));
  if (!alike)
    return std::nullopt;
  ExactValue result;
  result.verdict = Verdict::Exact;
  result.rounded = low;
  if (isBeyondEverything(interval)) {
    result.high = mpfr_sgn(interval.low) > 0 ? infinity : -infinity;
    return result;
  }
  const bool aroundZero = mpfr_sgn(interval.low) < 0 && mpfr_sgn(interval.high) > 0;
  const bool aroundPower = quantumAt(interval.low, target) != quantumAt(interval.high, target);
  if (((aroundZero || aroundPower) && !acceptsMarks) || !isNarrow(interval, target))
    return std::nullopt;
  if (aroundZero) {
    result.rounded = 0;
    return result;
  }
  const mpfr_srcptr larger = mpfr_cmpabs(interval.low, interval.high) > 0 ? interval.low : interval.high;
  if (aroundPower) {
    mpfr_t power;
    mpfr_init2(power, MPFR_PREC_MIN);
    mpfr_set_si_2exp(power, mpfr_sgn(larger), exponentOf(larger), MPFR_RNDN);
    approximate(power, result);
    mpfr_clear(power);
  } else // both ends have one exponent, or lie below the target's normal numbers where the quantum is the same everywhere
    approximate(larger, result);
  return result;
}

} // namespace fporder::oracle
