// Double-double arithmetic with a running error bound, one lane at a time, written so that a compiler vectorises it.
//
// A Lane stands for a real value x with |x - (high + low)| <= error, where high is the double nearest to high + low; error is infinite when nothing
// is known, and then high and low mean nothing. error is 0 exactly when high + low is x itself.
//
// Proofs. u = 2^-53; every operation is to nearest. TwoSum (Knuth; Moller) is error-free for all finite operands whose sum does not overflow,
// subnormals included; TwoProduct (Dekker 1971, or one fused multiply-add) and the remainders of a division and of a square root rounded to nearest
// (Bohlender et al. 1991; Boldo and Daumas 2003) are error-free where nothing underflows or overflows. `Range` below keeps products, quotients and
// their operands within 2^-400 .. 2^400, far from both; terms that may still underflow are tails of at most 2^-1075 each, and `tail` = 2^-1060 covers
// a dozen of them. What remains are a few roundings, each at most u times the rounded value and added up where it happens; for sums the roundings
// themselves are computed. Bounds are themselves computed to nearest from at most a dozen operations: a factor of 1 + 2^-46 = 1 + 128 u, `slack`,
// makes up for that and for taking |high| for |high + low| <= |high| (1 + u).
#pragma once

#include <cmath>
#include <limits>

#if defined(__GNUC__) || defined(__clang__)
#define FPORDER_INLINED [[gnu::always_inline]] inline
#else
#define FPORDER_INLINED inline
#endif

namespace fporder::elementary::lanes {

constexpr double unit = 0x1p-53, slack = 1 + 0x1p-46, tail = 0x1p-1060;
constexpr double unknown = std::numeric_limits<double>::infinity();

struct Lane {
  double high, low, error;
};

struct Pair {
  double high, low;
};

FPORDER_INLINED double magnitude(double x) { return __builtin_fabs(x); }

/// a + b = high + low.
FPORDER_INLINED Pair twoSum(double a, double b) {
  const double sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

/// a * b = high + low; by fused multiply-add where the processor has it, with the same result.
template <bool Fused> FPORDER_INLINED Pair twoProduct(double a, double b) {
  const double product = a * b;
  if constexpr (Fused)
    return {product, __builtin_fma(a, b, -product)};
  constexpr double splitter = 0x1p27 + 1;
  const double wideA = splitter * a, wideB = splitter * b;
  const double headA = wideA - (wideA - a), headB = wideB - (wideB - b);
  const double tailA = a - headA, tailB = b - headB;
  return {product, ((headA * headB - product) + headA * tailB + tailA * headB) + tailA * tailB};
}

FPORDER_INLINED bool inRange(double x) { return (magnitude(x) >= 0x1p-400) && (magnitude(x) <= 0x1p400); }

/// `bound` when the conditions of the proofs held; a NaN or overflowed bound is no bound.
FPORDER_INLINED double settled(bool valid, double bound) {
  const double widened = bound * slack;
  return valid && (widened <= 0x1p1000) ? widened : unknown;
}

/// The roundings of the two inner sums are known exactly: the bound is 0 where they are.
FPORDER_INLINED Lane add(const Lane &x, const Lane &y) {
  const Pair heads = twoSum(x.high, y.high), tails = twoSum(x.low, y.low);
  const Pair inner = twoSum(heads.low, tails.high); // inner.low is dropped
  const Pair middle = twoSum(heads.high, inner.high);
  const Pair outer = twoSum(tails.low, middle.low); // outer.low is dropped
  const Pair sum = twoSum(middle.high, outer.high);
  const double bound = x.error + y.error + (magnitude(inner.low) + magnitude(outer.low));
  return {sum.high, sum.low, settled(magnitude(sum.high) <= 0x1p1000, bound)};
}

FPORDER_INLINED Lane negated(const Lane &x) { return {-x.high, -x.low, x.error}; }

/// x y = p + e + (xh yl + xl yh) + xl yl: the mixed products and their sum round, the last one is left out.
template <bool Fused> FPORDER_INLINED Lane multiply(const Lane &x, const Lane &y) {
  const Pair product = twoProduct<Fused>(x.high, y.high);
  const double left = x.high * y.low, right = x.low * y.high;
  const Pair mixed = twoSum(left, right);
  const Pair rest = twoSum(product.low, mixed.high);
  const Pair sum = twoSum(product.high, rest.high);
  const double rounded = magnitude(mixed.low) + magnitude(rest.low) + unit * (magnitude(left) + magnitude(right)) + magnitude(x.low * y.low);
  const double carried = magnitude(x.high) * y.error + magnitude(y.high) * x.error + x.error * y.error;
  const bool zero = (x.high == 0) || (y.high == 0);
  const bool valid = (inRange(product.high) || zero) && (magnitude(x.high) <= 0x1p400) && (magnitude(y.high) <= 0x1p400);
  const bool plain = (magnitude(x.low) + magnitude(y.low) + x.error + y.error) == 0;
  // Zero times what may be anything finite is left to others: the carried error says so.
  return {sum.high, sum.low, settled(valid, rounded + carried + (plain ? 0.0 : tail))};
}

/// q = RN(xh / yh) leaves the remainder r = xh - q yh, a double. The second quotient takes r + xl - q yl, less roundings bounded by u times what was
/// rounded; what both quotients miss of x is E, so that they miss E / |y| of x / y. Errors of the operands add (dx + |x / y| dy) / (|y| - dy).
template <bool Fused> FPORDER_INLINED Lane divide(const Lane &x, const Lane &y) {
  const double quotient = x.high / y.high;
  const Pair back = twoProduct<Fused>(quotient, y.high);
  const double remainder = (x.high - back.high) - back.low;
  const double upper = remainder + x.low, lower = quotient * y.low;
  const double left = upper - lower;
  const double second = left / y.high;
  const double missed = unit * (magnitude(upper) + magnitude(lower) + 2 * magnitude(left)) + magnitude(second * y.low);
  const double least = magnitude(y.high) * (1 - 0x1p-50) - y.error;
  const bool plain = (magnitude(remainder) + magnitude(x.low) + magnitude(y.low) + x.error + y.error) == 0;
  const double tails = plain ? 0.0 : tail;
  const Pair sum = twoSum(quotient, second);
  const bool valid = ((inRange(x.high) && inRange(quotient)) || (x.high == 0)) && inRange(y.high) && (least > 0);
  return {sum.high, sum.low, settled(valid, (missed + tails + x.error + magnitude(quotient) * y.error) / least * slack + tails)};
}

/// s = RN(sqrt(xh)) leaves r = xh - s s, a double. Adding t = (r + xl) / 2s misses r + xl - 2st - t t of x, and so at most that over s of the root.
/// An error of x adds dx / sqrt(x).
template <bool Fused> FPORDER_INLINED Lane squareRoot(const Lane &x) {
  const double root = __builtin_sqrt(x.high);
  const Pair back = twoProduct<Fused>(root, root);
  const double remainder = (x.high - back.high) - back.low;
  const double left = remainder + x.low;
  const double second = left / (2 * root);
  const double missed = 2 * unit * magnitude(left) + second * second;
  const bool zero = (x.high == 0) && (x.error == 0);
  const bool plain = (magnitude(remainder) + magnitude(x.low) + x.error) == 0;
  const double tails = plain ? 0.0 : tail;
  const Pair sum = twoSum(root, second);
  const bool valid = inRange(x.high) && (x.high > 0) && (x.high * (1 - 0x1p-50) > x.error);
  const double bound = (missed + tails + x.error) / root * slack + tails;
  return {zero ? 0.0 : sum.high, zero ? 0.0 : sum.low, zero ? 0.0 : settled(valid, bound)};
}

/// 1 when x > 0, -1 when x < 0, 0 when x = 0, for certain; 2 otherwise.
FPORDER_INLINED double signOf(const Lane &x) {
  const bool zero = (x.high == 0) && (x.error == 0);
  const bool certain = magnitude(x.high) * (1 - 0x1p-50) > x.error;
  return zero ? 0.0 : certain ? (x.high > 0 ? 1.0 : -1.0) : 2.0;
}

FPORDER_INLINED Lane truth(bool certain, bool holds) { return {holds ? 1.0 : 0.0, 0.0, certain ? 0.0 : unknown}; }

FPORDER_INLINED Lane chosen(bool first, const Lane &x, const Lane &y) {
  return {first ? x.high : y.high, first ? x.low : y.low, first ? x.error : y.error};
}

FPORDER_INLINED Lane absolute(const Lane &x) { return chosen(x.high < 0, negated(x), x); }

/// The larger of the approximations, the larger of the errors: a maximum moves no more than its operands do.
FPORDER_INLINED Lane maximum(const Lane &x, const Lane &y) {
  Lane result = chosen((x.high > y.high) || ((x.high == y.high) && (x.low > y.low)), x, y);
  result.error = x.error > y.error ? x.error : y.error;
  return result;
}

FPORDER_INLINED Lane copySign(const Lane &x, const Lane &y) {
  const double sign = signOf(y);
  Lane result = absolute(x);
  if (sign < 0)
    result = negated(result);
  result.error = (sign == 1) || (sign == -1) ? result.error : unknown;
  return result;
}

/// The integer at or below x, where x is one exactly or keeps 2^-40 from the next.
FPORDER_INLINED Lane floorOf(const Lane &x) {
  const double down = __builtin_floor(x.high);
  const bool exact = (x.low == 0) && (x.error == 0), below = (x.high == down) && (x.low < 0);
  const double whole = below ? down - 1 : down;
  const double fraction = (x.high - whole) + x.low;
  const bool inside = (fraction - x.error > 0x1p-40) && (fraction + x.error < 1 - 0x1p-40);
  return {exact ? down : whole, 0.0, (magnitude(x.high) < 0x1p50) && (exact || inside) ? 0.0 : unknown};
}

} // namespace fporder::elementary::lanes
