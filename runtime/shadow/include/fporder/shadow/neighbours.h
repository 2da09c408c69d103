// What <cmath> does to a number's representation: exponents, neighbours.
#pragma once

#include <fporder/shadow/engine.h>

namespace fporder::shadowing {

/// std::logb over the reals.
inline int exponentOfReal(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  if ((mpfr_regular_p)(x) != 0)
    return mpfr_set_si(result, (mpfr_get_exp)(x)-1, rounding);
  if ((mpfr_nan_p)(x) != 0)
    mpfr_set_nan(result);
  else
    mpfr_set_inf(result, (mpfr_zero_p)(x) != 0 ? -1 : 1);
  return 0;
}

/// The value of the format next to `x` in the direction of `towards`, as std::nextafter has it.
inline double neighbour(Format format, double x, double towards) {
  if (format == Format::Binary64 || std::isnan(x) || std::isnan(towards) || x == towards)
    return std::nextafter(x, towards);
  const double smallest = powerOfTwo(precisionOf(format).minExponent - precisionOf(format).bits + 1);
  const bool up = towards > x;
  if (x == 0)
    return up ? smallest : -smallest;
  if (std::isinf(x))
    return up ? -largestFinite(format) : largestFinite(format);
  const bool outwards = up == (x > 0);
  // Below a power of two the distance is half of the one above it; next to zero it stays.
  const double unit = outwards ? ulp(format, x) : std::max(ulp(format, std::nextafter(x, 0.0)), smallest);
  return roundTo(format, up ? x + unit : x - unit);
}

/// `value` with another working value: its exact value moves by as much, so that its error stays. From or to infinity nothing is known of it.
template <class T, unsigned Bits> Core<T, Bits> moved(const Core<T, Bits> &value, double working) {
  const double from = static_cast<double>(value.working);
  if (!std::isfinite(from) || !std::isfinite(working))
    return fromRounded<T, Bits>(working, numberCast<T>(working), Place());
  Core<T, Bits> result = value;
  result.working = numberCast<T>(working);
  const bool rounded = computeArithmetic<Kind::Add>(result.real, value.real, fromDouble<Bits>(working - from));
  result.trail.exact = toDouble(result.real);
  result.trail.error = difference(working, result.real);
  result.trail.uncertainty = uncertaintyOfSum(value.trail, Trail(), result.trail.exact, rounded ? shadowRoundoff<Bits>() : 0);
  result.trail.definition.kind = Kind::Other;
  return result;
}

} // namespace fporder::shadowing
