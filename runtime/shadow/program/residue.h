// Residue arithmetic: for each operation x = a o b of the program, the error of x against the operation over the reals on the operands' exact values,
// and a bound on what that error itself is off by.
//
// An operand stands for the real number a + ea within da; the result for x + e within d. The rounding of the operation alone is found exactly by
// error-free transformations (Dekker 1971; Knuth TAOCP 4.2.2; Boldo and Muller 2005 for fma); what comes of the operands' errors is computed in
// binary64, its second order included. d sums the operands' bounds through the operation and 2^-52 of each term of e, twice what its rounding
// can be, and is enlarged by 2^-50 of itself, more than its own rounding. No underflow is assumed in a + ea; where a
// product, a quotient or what is carried into one is below 2^-900, d is enlarged by more than can be lost there.
//
// Two families: *Wide* for binary64 results, *Narrow* for formats whose products are exact in binary64 and whose values are passed as doubles.
// Results with an infinity or NaN have a NaN error; `settled` makes that none again, or unknown: an infinite bound stands for an exact value of which
// nothing is known. Free of calls, so that it can be inlined into programs.
#pragma once

#include "runtime/shadow/program/abi.h"
#include "runtime/shadow/program/lanes.h"

#include <type_traits>

namespace fporder::program::residue {

inline constexpr double unit = 0x1p-52, enlarged = 1 + 0x1p-50;

using program::magnitude;

/// Times none it is none: an infinite bound of one operand stays one of the product.
template <class Real> Real atMostHuge(Real bound) { return choose(bound < 0x1p1000, bound, Real(0x1p1000)); }
/// Of an operand that is 0, and exactly so.
template <class Real = double> auto isZero(Real a, ShadowOf<std::type_identity_t<Real>> sa) { return (a == 0) & (sa.error == 0) & (sa.bound == 0); }
/// What a quotient x with the dividend a may lose below binary64's range: nothing where that is 0, and exactly so.
template <class Real> Real tinyPart(Real x, Real a, ShadowOf<std::type_identity_t<Real>> sa) {
  const auto isSmall = magnitude(x) < 0x1p-900;
  return __builtin_expect(isAny(isSmall), false) ? choose(isSmall & (isZero(a, sa) == 0), Real(0x1p-1073), Real(0.0)) : Real(0.0);
}
/// A product x of a and b.
template <class Real> Real tinyPart(Real x, Real a, ShadowOf<std::type_identity_t<Real>> sa, Real b, ShadowOf<std::type_identity_t<Real>> sb) {
  const auto isSmall = magnitude(x) < 0x1p-900;
  const auto isLost = [&]() __attribute__((always_inline)) { return isSmall & ((isZero(a, sa) | isZero(b, sb)) == 0); };
  return __builtin_expect(isAny(isSmall), false) ? choose(isLost(), Real(0x1p-1073), Real(0.0)) : Real(0.0);
}

/// What operations on errors may lose below the range of binary64: `size` is that of the error, or of the dividend of the division that makes it.
/// `isLost` is asked where that is in question.
template <class Real, class Condition> Real lostBelow(Real size, Condition isLost) {
  const auto isSmall = size < 0x1p-900;
  return __builtin_expect(isAny(isSmall), false) ? choose(isSmall & isLost(), Real(0x1p-1072), Real(0.0)) : Real(0.0);
}

/// a + b - x for x = fl(a + b), exactly.
template <class Real> Real roundingOfSum(Real a, Real b, Real x) {
  const Real fromB = x - a;
  return (a - (x - fromB)) + (b - fromB);
}

/// a + b - x where x is the sum rounded to a narrower format. In binary64 the sum is exact but where their magnitudes are far apart: with |a| >= |b|
/// it is where sum - a == b, since sum - a is exact then (Dekker 1971), and the other way round.
template <class Real> Real roundingOfNarrowSum(Real a, Real b, Real x) {
  const Real sum = a + b;
  const auto isRounded = (sum - a != b) | (sum - b != a);
  return __builtin_expect(isAny(isRounded), false) ? (sum - x) + roundingOfSum(a, b, sum) : sum - x;
}

/// The result of a + b whose own rounding is `born`.
template <class Real> ShadowOf<Real> sum(Real born, ShadowOf<Real> a, ShadowOf<Real> b) {
  const Real carried = a.error + b.error;
  const Real error = born + carried;
  const Real rounding = unit * (magnitude(carried) + magnitude(error));
  return {error,
          multiplyAdd(a.bound, Real(enlarged), multiplyAdd(b.bound, Real(enlarged), rounding))}; // one operation from a sum's bound to the next
}

template <class Real> ShadowOf<Real> negated(ShadowOf<Real> a) { return {-a.error, a.bound}; }

/// No error: a value that was read in, a constant.
inline bool isNone(Shadow a) { return (__builtin_bit_cast(std::uint64_t, a.error) | __builtin_bit_cast(std::uint64_t, a.bound)) == 0; }
inline bool areNone(Shadow a, Shadow b) { return isNone(a) && isNone(b); }

/// The result of a * b whose own rounding is `born`, where an operand has an error.
template <class Real> ShadowOf<Real> carriedProduct(Real born, Real a, ShadowOf<Real> sa, Real b, ShadowOf<Real> sb, Real tiny) {
  const Real exactB = b + sb.error;
  const Real fromB = a * sb.error;
  const Real carried = multiplyAdd(sa.error, exactB, fromB);
  const Real error = born + carried;
  const Real rounded = choose((sa.error != 0) | (sb.error != 0), magnitude(error), Real(0.0)); // born alone is exact
  const Real terms = magnitude(fromB) + magnitude(carried) + rounded;
  const Real ofB = atMostHuge(magnitude(a + sa.error) + sa.bound) * sb.bound;
  const Real lost = lostBelow(magnitude(error), [&]() __attribute__((always_inline)) {
    const auto isCarried = (sa.error != 0) | (sa.bound != 0) | (sb.error != 0) | (sb.bound != 0);
    return isCarried & (isZero(a, sa) == 0) & (isZero(b, sb) == 0);
  });
  return {error, multiplyAdd(Real(unit), terms, multiplyAdd(magnitude(exactB), sa.bound, ofB) * enlarged) + tiny + lost};
}

/// The result of a * b whose own rounding is `born`.
inline Shadow product(double born, double a, Shadow sa, double b, Shadow sb, double tiny) {
  return areNone(sa, sb) ? Shadow{born, tiny} : carriedProduct(born, a, sa, b, sb, tiny);
}

/// The result of a * factor, a constant, whose own rounding is `born`.
template <class Real> ShadowOf<Real> scaled(Real born, ShadowOf<Real> a, Real factor, std::type_identity_t<Real> tiny) {
  const Real error = multiplyAdd(a.error, factor, born);
  const Real rounding = choose(a.error == 0, Real(0.0), unit * magnitude(error));
  const Real lost = lostBelow(magnitude(error), [&]() __attribute__((always_inline)) { return (a.error != 0) | (a.bound != 0); });
  return {error, multiplyAdd(a.bound, magnitude(factor) * enlarged, rounding) + tiny + lost};
}

/// x = a * factor for a power of two: exact in the normal range.
inline bool scalesExactly(double x, double smallestNormal) { return magnitude(x) >= smallestNormal && magnitude(x) < __builtin_inf(); }

/// The result x of a / b, where `remainder` is a - x * b.
inline Shadow quotient(double remainder, Shadow sa, double b, Shadow sb, double x, double tiny) {
  const double carried = __builtin_fma(-x, sb.error, sa.error);
  const double numerator = remainder + carried;
  const double inverse = 1 / (b + sb.error);
  const double error = numerator * inverse;
  const double size = magnitude(inverse);
  const double share = sb.bound * size; // of the divisor that is not known
  const double lost = lostBelow(magnitude(numerator), [&]() __attribute__((always_inline)) {
    return areNone(sa, sb) ? x != 0 && magnitude(x * b) < 0x1p-900 : x != 0 || remainder != 0 || !isNone(sa);
  });
  const double terms =
      __builtin_fma(magnitude(x), sb.bound, sa.bound) + unit * (magnitude(carried) + magnitude(numerator)) + magnitude(error) * sb.bound + lost;
  const double bound = terms * size * __builtin_fma(2, share, enlarged) + 2 * unit * magnitude(error) + tiny + lost;
  return {error, share < 0.5 ? bound : __builtin_inf()};
}

/// The result x of sqrt(a), where `remainder` is a - x * x.
inline Shadow squareRoot(double remainder, double a, Shadow sa, double x) {
  const double exact = a + sa.error;
  const double root = __builtin_sqrt(exact); // NaN where the exact value has none
  const double numerator = remainder + sa.error;
  const double sum = x + root;
  const double error = sum == 0 ? 0 : numerator / sum;
  const double slope = root > 0 ? sa.bound / root : sa.bound; // sqrt(u) - sqrt(u - d) <= d / sqrt(u)
  const double lost =
      sum == 0 ? 0 : lostBelow(magnitude(numerator), [&]() __attribute__((always_inline)) { return !isNone(sa) || (a != 0 && a < 0x1p-900); }) / sum;
  const double spread = (sa.bound > 0.5 * exact ? __builtin_sqrt(sa.bound) + slope : slope) + lost;
  return {error, __builtin_fma(spread, enlarged, 4 * unit * magnitude(error))};
}

/// The result x of fma(a, b, c), where `born` is a * b + c - x.
inline Shadow fused(double born, double a, Shadow sa, double b, Shadow sb, Shadow sc, double tiny) {
  return sum(born, product(0.0, a, sa, b, sb, tiny), sc);
}

/// a * b + c - x for x = fl(a * b + c): the error of the head exactly, the two parts added with one rounding.
inline double roundingOfFused(double a, double b, double c, double x) {
  const double high = a * b, low = __builtin_fma(a, b, -high);
  const double lower = c + low, lowest = roundingOfSum(c, low, lower);
  const double head = high + lower, tail = roundingOfSum(high, lower, head);
  return ((head - x) + tail) + lowest;
}

/// Infinite where one of them is not known to be a bound.
inline double largerBound(double a, double b) { return !(a <= b) ? a : b; }

/// Where the error is not finite the value restarts, with the bound `otherwise`: 0, or infinity.
inline double settledBound(double bound, bool isFinite, double otherwise) {
  const double own = isFinite ? bound : otherwise;
  return own == own ? own : __builtin_inf();
}
inline Shadow settled(Shadow a, double otherwise) {
  const bool isFinite = a.error - a.error == 0;
  return {isFinite ? a.error : 0, settledBound(a.bound, isFinite, otherwise)};
}

/// The upper bound on the error of x in units of 2^e for 2^e <= |exact| < 2^(e+1), the exponent not below that of `smallestNormal`. NaN or infinite
/// where the value or its error is.
inline double relativeError(double x, Shadow shadow, double smallestNormal) {
  const double exact = magnitude(x + shadow.error);
  const double size = exact > smallestNormal ? exact : smallestNormal;
  const auto exponent = __builtin_bit_cast(std::uint64_t, size) & 0x7ff0000000000000U;
  const auto scale = __builtin_bit_cast(double, (0x7fe0000000000000U - exponent) & 0x7fffffffffffffffU);
  return (magnitude(shadow.error) + shadow.bound) * scale;
}

/// !(relativeError(x, shadow, smallestNormal) <= limit), for a limit below 2^1000: a product with the power of two in place of a quotient by it. The
/// power is the exact value's bits of the exponent. Or x is an inexact product of a and b below the normal range (a quotient: of a and 1; what cannot
/// underflow: 0 and 0). In the narrow formats its error says that it is inexact, in binary64 that may be lost too. Of packs: in any lane.
template <class Real> bool exceeds(Real x, ShadowOf<Real> shadow, Real a, Real b, double smallestNormal, Real limit) {
  using Mask = decltype(x == x);
  using Bits = std::conditional_t<std::is_same_v<Real, double>, std::int64_t, Mask>;
  const Bits exponent = __builtin_bit_cast(Bits, x + shadow.error) & Bits(0x7ff0000000000000);
  const Real power = __builtin_bit_cast(Real, exponent);
  const Mask isSmall = power < smallestNormal;
  const bool isLarge = isAny(Mask((magnitude(shadow.error) + shadow.bound <= limit * choose(isSmall, Real(smallestNormal), power)) == 0));
  if (__builtin_expect(!isAny(isSmall), true))
    return isLarge;
  const Mask isInexact = smallestNormal > 0x1p-1022 ? shadow.error != 0 : b != 0;
  return isLarge || isAny(Mask(isSmall & (a != 0) & (b != 0) & isInexact));
}

/// A - B for the exact values.
inline Shadow apart(double a, Shadow sa, double b, Shadow sb) {
  const double values = a - b, errors = sa.error - sb.error, difference = values + errors;
  if (magnitude(values) == __builtin_inf()) // one of them is infinite, or both far apart
    return {values, sa.bound + sb.bound < __builtin_inf() ? 0 : __builtin_inf()};
  const double terms = magnitude(values) + magnitude(errors) + magnitude(difference);
  return {difference, (sa.bound + sb.bound + (sa.error == sb.error ? 0 : unit * terms)) * enlarged};
}

/// How far the exact value lies from the integer that is nearest to a + error.
inline Shadow fromInteger(double a, Shadow sa) {
  const double rest = a - __builtin_nearbyint(a + sa.error), distance = rest + sa.error;
  return {distance, (sa.bound + (sa.error == 0 ? 0 : unit * (magnitude(rest) + magnitude(distance)))) * enlarged};
}

/// Whether the exact values of a and b may compare otherwise than a and b do, and something is known of them: where nothing bounds the errors,
/// samples say so.
inline bool mayCompareOtherwise(double a, Shadow sa, double b, Shadow sb) {
  const double between = magnitude(a - b) * (1 - 0x1p-50), reach = magnitude(sa.error - sb.error) + (sa.bound + sb.bound);
  return bool(int(reach > between) & int(reach < __builtin_inf()));
}

/// Whether the exact value of a may be truncated to another integer than a, and something is known of it.
inline bool mayTruncateOtherwise(double a, Shadow sa) {
  const double exact = a + sa.error, here = __builtin_trunc(a);
  const double reach = sa.bound + unit * magnitude(exact);
  return (sa.error != 0 || sa.bound != 0) && reach < __builtin_inf() &&
         (__builtin_trunc(exact - reach) != here || __builtin_trunc(exact + reach) != here);
}

} // namespace fporder::program::residue
