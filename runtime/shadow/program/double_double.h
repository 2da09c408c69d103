// Double-double arithmetic on errors: as residue.h, but the error of x is an unevaluated sum of two doubles. The exact value is within `bound` of
// value + error + low, so that some 100 bits of the error are known in place of 50.
//
// Algorithms and their error bounds, relative to the result, u = 2^-53: Joldes, Muller and Popescu, Tight and rigorous error bounds for basic
// building blocks of double-word arithmetic (2017): sum of two pairs 3u^2, pair times double 2u^2, pair times pair 5u^2, quotient of pairs 15u^2.
// `unit` and its multiples are at least twice that; each bound is enlarged by 2^-50 of itself, more than its own rounding. No underflow is assumed in
// the parts of an error; a product or quotient below 2^-900 adds 2^-1073, as in residue.h.
#pragma once

#include "runtime/shadow/program/residue.h"

namespace fporder::program {

/// A value's companion in this precision.
struct PairShadow {
  double error, low, bound;
};

namespace pairs {

inline constexpr double unit = 0x1p-103, enlarged = 1 + 0x1p-50;

struct Pair {
  double high, low;
};

inline Pair twoSum(double a, double b) {
  const double sum = a + b;
  return {sum, residue::roundingOfSum(a, b, sum)};
}
/// For |a| >= |b| or a = 0.
inline Pair fastTwoSum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}
inline Pair plus(Pair a, Pair b) {
  const Pair high = twoSum(a.high, b.high), low = twoSum(a.low, b.low);
  const Pair middle = fastTwoSum(high.high, high.low + low.high);
  return fastTwoSum(middle.high, low.low + middle.low);
}
inline Pair plus(Pair a, double b) { // relative error 2u^2
  const Pair high = twoSum(a.high, b);
  return fastTwoSum(high.high, a.low + high.low);
}
inline Pair times(Pair a, double b) {
  const double high = a.high * b;
  return fastTwoSum(high, __builtin_fma(a.low, b, __builtin_fma(a.high, b, -high)));
}
inline Pair times(Pair a, Pair b) {
  const double high = a.high * b.high, low = __builtin_fma(a.high, b.high, -high);
  return fastTwoSum(high, low + __builtin_fma(a.low, b.high, a.high * b.low));
}
inline Pair over(Pair a, Pair b) {
  const double first = a.high / b.high;
  const Pair product = times(b, first);
  const double rest = (a.high - product.high) + (a.low - product.low);
  return fastTwoSum(first, rest / b.high);
}

inline double magnitude(Pair a) { return __builtin_fabs(a.high); }
inline Pair errorOf(PairShadow a) { return {a.error, a.low}; }
inline PairShadow shadowOf(Pair error, double bound) { return {error.high, error.low, bound * enlarged}; }
inline PairShadow negated(PairShadow a) { return {-a.error, -a.low, a.bound}; }
/// value + error; relative error u^2.
inline Pair exact(double value, PairShadow a) { return plus(Pair{a.error, a.low}, value); }

/// a + b - x exactly, for the sum rounded to any format.
inline Pair roundingOfSum(double a, double b, double x, bool narrow) {
  const double sum = a + b, rounding = residue::roundingOfSum(a, b, sum);
  return narrow ? twoSum(sum - x, rounding) : Pair{rounding, 0};
}

inline PairShadow sum(Pair born, PairShadow a, PairShadow b) {
  const Pair carried = plus(errorOf(a), errorOf(b)), error = plus(carried, born);
  return shadowOf(error, a.bound + b.bound + unit * (magnitude(carried) + magnitude(error)));
}

inline bool isNone(PairShadow a) { return residue::isNone({a.error, a.bound}); } // without an error there is no low

inline PairShadow product(Pair born, double a, PairShadow sa, double b, PairShadow sb, double tiny) {
  if (isNone(sa) && isNone(sb))
    return {born.high, born.low, tiny};
  const Pair exactB = exact(b, sb);
  const Pair ofB = times(errorOf(sb), a), ofA = times(errorOf(sa), exactB);
  const Pair carried = plus(ofA, ofB), error = plus(carried, born);
  const double terms = magnitude(ofB) + magnitude(ofA) + magnitude(carried) + magnitude(error);
  const double bounds = magnitude(exactB) * sa.bound + residue::atMostHuge(__builtin_fabs(a + sa.error) + sa.bound) * sb.bound * enlarged;
  const bool isLost = !residue::isZero(a, {sa.error, sa.bound}) && !residue::isZero(b, {sb.error, sb.bound});
  return shadowOf(error, bounds + unit * terms + tiny + residue::lostBelow(magnitude(error), [&] { return isLost; }));
}

inline PairShadow quotient(double remainder, PairShadow sa, double b, PairShadow sb, double x, double tiny) {
  const Pair ofDivisor = times(errorOf(sb), -x), carried = plus(errorOf(sa), ofDivisor), numerator = plus(carried, remainder);
  const Pair divisor = exact(b, sb), error = over(numerator, divisor);
  const double size = __builtin_fabs(1 / divisor.high), share = sb.bound * size; // of the divisor that is not known
  const bool isLost = isNone(sa) && isNone(sb) ? x != 0 && __builtin_fabs(x * b) < 0x1p-900 : x != 0 || remainder != 0 || !isNone(sa);
  const double lost = residue::lostBelow(magnitude(numerator), [&] { return isLost; });
  const double terms = __builtin_fabs(x) * sb.bound + sa.bound + unit * (magnitude(ofDivisor) + magnitude(carried) + magnitude(numerator)) +
                       magnitude(error) * sb.bound + lost;
  const double bound = terms * size * (1 + 2 * share) * enlarged + 4 * unit * magnitude(error) + tiny + lost;
  return shadowOf(error, share < 0.5 ? bound : __builtin_inf());
}

inline PairShadow squareRoot(double remainder, double a, PairShadow sa, double x) {
  const Pair value = exact(a, sa), numerator = plus(errorOf(sa), remainder);
  const double root = __builtin_sqrt(value.high); // NaN where the exact value has none
  const double rest = (__builtin_fma(-root, root, value.high) + value.low) / (2 * root);
  const Pair divisor = plus(Pair{root, root == 0 ? 0 : rest}, x);
  const Pair error = divisor.high == 0 ? Pair{root, 0} : over(numerator, divisor);
  const double slope = root > 0 ? sa.bound / root : sa.bound; // sqrt(u) - sqrt(u - d) <= d / sqrt(u)
  const double lost =
      divisor.high == 0 ? 0 : residue::lostBelow(magnitude(numerator), [&] { return !isNone(sa) || (a != 0 && a < 0x1p-900); }) / divisor.high;
  const double spread = (sa.bound > 0.5 * value.high ? __builtin_sqrt(sa.bound) + slope : slope) + lost;
  return shadowOf(error, spread * enlarged + 8 * unit * magnitude(error));
}

/// a * b + c - x exactly, for x = fl(a * b + c) (Boldo and Muller 2005).
inline Pair roundingOfFused(double a, double b, double c, double x) {
  const double high = a * b, low = __builtin_fma(a, b, -high);
  const Pair lower = twoSum(c, low), head = twoSum(high, lower.high);
  return twoSum((head.high - x) + head.low, lower.low);
}
inline PairShadow fused(Pair born, double a, PairShadow sa, double b, PairShadow sb, PairShadow sc, double tiny) {
  return sum(born, product({0, 0}, a, sa, b, sb, tiny), sc);
}

inline PairShadow scaled(double born, PairShadow a, double factor, double tiny) {
  const Pair carried = times(errorOf(a), factor), error = plus(carried, born);
  const double rounding = a.error == 0 ? 0 : unit * (magnitude(carried) + magnitude(error));
  return shadowOf(error, a.bound * __builtin_fabs(factor) + rounding + tiny + residue::lostBelow(magnitude(error), [&] { return !isNone(a); }));
}

/// See residue::settled.
inline PairShadow settled(PairShadow a, double otherwise) {
  const bool isFinite = a.error - a.error == 0 && a.low - a.low == 0;
  return {isFinite ? a.error : 0, isFinite ? a.low : 0, residue::settledBound(a.bound, isFinite, otherwise)};
}

/// The error as one double, what that loses in the bound.
inline Shadow reduced(PairShadow a) { return {a.error, a.low == 0 ? a.bound : (a.bound + __builtin_fabs(a.low)) * enlarged}; }

/// A - B for the exact values.
inline Shadow apart(double a, PairShadow sa, double b, PairShadow sb) {
  if (residue::magnitude(a - b) == __builtin_inf())
    return {a - b, sa.bound + sb.bound < __builtin_inf() ? 0 : __builtin_inf()};
  const Pair errors = plus(errorOf(sa), errorOf(negated(sb))), difference = plus(errors, twoSum(a, -b));
  const bool isExact = sa.error == sb.error && sa.low == sb.low;
  return {difference.high,
          (sa.bound + sb.bound + (isExact ? 0 : unit * (magnitude(errors) + magnitude(difference)) + __builtin_fabs(difference.low))) * enlarged};
}

} // namespace pairs
} // namespace fporder::program
