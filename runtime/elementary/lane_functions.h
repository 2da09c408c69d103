// exp, log and the cube root in double-double, and what is made of them. Errors run through the operations of double_double.h; what a series leaves
// out is added. Arguments and results beyond some 2^360 are unknown here, and so left to MPFR.
#pragma once

#include "runtime/elementary/double_double.h"

#include <bit>
#include <cstdint>

namespace fporder::elementary::lanes {

/// A constant within 2^-106 of itself, relative.
FPORDER_INLINED constexpr Lane constant(double high, double low) { return {high, low, (high < 0 ? -high : high) * 0x1p-105}; }

FPORDER_INLINED constexpr Lane exactly(double value) { return {value, 0, 0}; }

/// x times a positive power of two, where nothing underflows or overflows.
FPORDER_INLINED Lane scaledBy(const Lane &x, double power) { return {x.high * power, x.low * power, x.error * power}; }

/// The terms s^5 / 5! + ... + s^9 / 9! of exp(s), divided by s^5, in plain double: with |s| <= 0.0014 and positive coefficients Horner's scheme stays
/// within 10 u of it for s.high, and s moves it by less than |s.low| + s.error.
FPORDER_INLINED Lane seriesTail(const Lane &s) {
  double sum = 0x1.71de3a556c734p-19;
  sum = sum * s.high + 0x1.a01a01a01a01ap-16;
  sum = sum * s.high + 0x1.a01a01a01a01ap-13;
  sum = sum * s.high + 0x1.6c16c16c16c17p-10;
  sum = sum * s.high + 0x1.1111111111111p-7;
  return {sum, 0, sum * 0x1p-48 + s.error};
}

/// x squared `Times` times over. Not a loop: loops inside keep the one over lanes from being vectorised.
template <bool Fused, int Times> FPORDER_INLINED Lane squared(const Lane &x) {
  if constexpr (Times == 0)
    return x;
  else
    return squared<Fused, Times - 1>(multiply<Fused>(x, x));
}

/// x = k ln 2 + 256 s with an integer k: exp(x) = 2^k exp(s)^256. ln 2 comes in two parts of 40 bits, whose products with k are exact, and a third
/// within 2^-53 of itself. The series ends with s^9 / 9!; for |s| <= 0.0014 the rest is below 1.002 * 0.0014^10 / 10! < 2^-116.
template <bool Fused> FPORDER_INLINED Lane exponential(const Lane &x) {
  constexpr double magic = 0x1.8p52;
  const double shifted = x.high * 0x1.71547652b82fep+0 + magic;
  const double count = shifted - magic;
  const double third = count * 0x1.673007e5ed5e8p-81;
  Lane rest = add(x, exactly(-count * 0x1.62e42fefa2000p-1));
  rest = add(rest, exactly(-count * 0x1.9ef35793c6000p-41));
  rest = add(rest, {-third, 0, magnitude(third) * 0x1p-51});
  const Lane s = scaledBy(rest, 0x1p-8);
  Lane sum = add(multiply<Fused>(s, seriesTail(s)), constant(0x1.5555555555555p-5, 0x1.5555555555555p-59));
  sum = add(multiply<Fused>(s, sum), constant(0x1.5555555555555p-3, 0x1.5555555555555p-57));
  sum = add(multiply<Fused>(s, sum), exactly(0.5));
  sum = add(multiply<Fused>(s, sum), exactly(1));
  sum = add(multiply<Fused>(s, sum), exactly(1));
  sum.error += 0x1p-116;
  sum = squared<Fused, 8>(sum);
  const std::uint64_t exponent = std::bit_cast<std::uint64_t>(shifted) - std::bit_cast<std::uint64_t>(magic) + 1023;
  Lane result = scaledBy(sum, std::bit_cast<double>(exponent << 52));
  const bool valid = (magnitude(x.high) <= 250) && (magnitude(s.high) + s.error <= 0.0014);
  result.error = valid && result.error <= 0x1p1000 ? result.error : unknown;
  return chosen((x.high == 0) && (x.error == 0), exactly(1), result);
}

/// log(x) = y + log(x exp(-y)) for a guess y of any quality: x exp(-y) = 1 + t, and log(1 + t) = t - t^2 / 2 + r with |r| <= |t|^3 for |t| <= 1/2.
template <bool Fused> FPORDER_INLINED Lane logarithm(const Lane &x, double guess) {
  const Lane t = add(multiply<Fused>(x, exponential<Fused>(exactly(-guess))), exactly(-1));
  Lane series = add(t, negated(scaledBy(multiply<Fused>(t, t), 0.5)));
  const double size = magnitude(t.high) + t.error;
  series.error += size * size * size * slack;
  Lane result = add(exactly(guess), series);
  const bool valid = (x.high * (1 - 0x1p-50) > x.error) && (magnitude(guess) <= 250) && (size <= 0x1p-30);
  result.error = valid ? result.error : unknown;
  return chosen((x.high == 1) && (x.low == 0) && (x.error == 0), exactly(0), result);
}

/// The double nearest to log(x) but for some units in its last place, for normal x > 0: the series of 2 atanh((m - 1) / (m + 1)) for x = 2^k m. Basic
/// operations only, so that it is the same on every machine.
FPORDER_INLINED double guessedLogarithm(double x) {
  constexpr std::uint64_t rootOfHalf = 0x3fe6a09e00000000;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x), offset = (bits - rootOfHalf) & 0xfff0000000000000;
  const double m = std::bit_cast<double>(bits - offset);
  // The exponent as a double, through the last bits of 1.5 * 2^52.
  const std::uint64_t exponent = static_cast<std::uint64_t>(static_cast<std::int64_t>(offset) >> 52);
  const double k = std::bit_cast<double>(std::bit_cast<std::uint64_t>(0x1.8p52) + exponent) - 0x1.8p52;
  const double s = (m - 1) / (m + 1), z = s * s;
  double sum = 1.0 / 21;
  sum = sum * z + 1.0 / 19;
  sum = sum * z + 1.0 / 17;
  sum = sum * z + 1.0 / 15;
  sum = sum * z + 1.0 / 13;
  sum = sum * z + 1.0 / 11;
  sum = sum * z + 1.0 / 9;
  sum = sum * z + 1.0 / 7;
  sum = sum * z + 1.0 / 5;
  sum = sum * z + 1.0 / 3;
  return k * 0x1.62e42fefa39efp-1 + 2 * (s + s * z * sum);
}

/// x + quadratic x^2 + cubic x^3 for a function whose series goes on with terms below `rest`, for |x| and its error below 2^-20: its slope there is
/// below 2, so that an error of x counts twice.
FPORDER_INLINED Lane nearIdentity(const Lane &x, double quadratic, double cubic, double rest) {
  const double step = x.high * x.high * (quadratic + cubic * x.high);
  const Lane sum = add(x, {step, 0, magnitude(step) * 0x1p-48 + rest + tail});
  return {sum.high, sum.low, sum.error + x.error};
}

/// x + cubic x^3 near 0: odd functions whose further coefficients are below 1. `elsewhere` loses digits there.
FPORDER_INLINED Lane oddFunction(const Lane &x, double cubic, const Lane &elsewhere) {
  const double size = magnitude(x.high), square = size * size;
  return chosen((size < 0x1p-22) && (size > 0) && (x.error < 0x1p-22), nearIdentity(x, 0, cubic, square * square * size), elsewhere);
}

/// exp(x) - 1 and log(1 + x) likewise.
FPORDER_INLINED Lane besideOne(const Lane &x, double quadratic, double cubic, const Lane &elsewhere) {
  const double size = magnitude(x.high), square = size * size;
  return chosen((size < 0x1p-30) && (size > 0) && (x.error < 0x1p-30), nearIdentity(x, quadratic, cubic, square * square), elsewhere);
}

constexpr Lane ln2 = constant(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);
constexpr Lane ln10 = constant(0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53);
constexpr Lane inverseLn2 = constant(0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);
constexpr Lane inverseLn10 = constant(0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);

/// log(x) for an x that may be anything: nothing is known unless it is positive.
template <bool Fused> FPORDER_INLINED Lane logarithm(const Lane &x) { return logarithm<Fused>(x, guessedLogarithm(x.high)); }

template <bool Fused> FPORDER_INLINED Lane exponentialLessOne(const Lane &x) {
  return besideOne(x, 0.5, 1.0 / 6, add(exponential<Fused>(x), exactly(-1)));
}

template <bool Fused> FPORDER_INLINED Lane logarithmOfOneAnd(const Lane &x) {
  return besideOne(x, -0.5, 1.0 / 3, logarithm<Fused>(add(x, exactly(1))));
}

/// exp(x) + sign exp(-x), halved.
template <bool Fused> FPORDER_INLINED Lane hyperbolic(const Lane &x, double sign) {
  const Lane grown = exponential<Fused>(x);
  const Lane sunk = divide<Fused>(exactly(sign), grown);
  return scaledBy(add(grown, sunk), 0.5);
}

template <bool Fused> FPORDER_INLINED Lane hyperbolicSine(const Lane &x) { return oddFunction(x, 1.0 / 6, hyperbolic<Fused>(x, -1)); }

/// 1 - 2 / (exp(2 x) + 1).
template <bool Fused> FPORDER_INLINED Lane hyperbolicTangent(const Lane &x) {
  const Lane quotient = divide<Fused>(exactly(-2), add(exponential<Fused>(scaledBy(x, 2)), exactly(1)));
  return oddFunction(x, -1.0 / 3, add(exactly(1), quotient));
}

/// log(|x| + sqrt(x^2 + 1)) with the sign of x.
template <bool Fused> FPORDER_INLINED Lane inverseHyperbolicSine(const Lane &x) {
  const Lane size = absolute(x);
  const Lane result = logarithm<Fused>(add(size, squareRoot<Fused>(add(multiply<Fused>(x, x), exactly(1)))));
  return oddFunction(x, -1.0 / 6, chosen(x.high < 0, negated(result), result));
}

/// log(x + sqrt((x - 1) (x + 1))).
template <bool Fused> FPORDER_INLINED Lane inverseHyperbolicCosine(const Lane &x) {
  const Lane product = multiply<Fused>(add(x, exactly(-1)), add(x, exactly(1)));
  const Lane result = logarithm<Fused>(add(x, squareRoot<Fused>(product)));
  return {result.high, result.low, x.high > 1 ? result.error : unknown};
}

/// log((1 + x) / (1 - x)) / 2.
template <bool Fused> FPORDER_INLINED Lane inverseHyperbolicTangent(const Lane &x) {
  const Lane quotient = divide<Fused>(add(exactly(1), x), add(exactly(1), negated(x)));
  return oddFunction(x, 1.0 / 3, scaledBy(logarithm<Fused>(quotient), 0.5));
}

/// A double near the cube root of a normal x > 0: a third of the exponent, and Halley's steps, each of which triples the correct bits.
FPORDER_INLINED double guessedCubeRoot(double x) {
  double root = std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) / 3 + 0x2a9f7893782da1ce);
  for (int step = 0; step < 4; ++step) {
    const double cube = root * root * root;
    root = root * ((cube + 2 * x) / (2 * cube + x));
  }
  return root;
}

/// y + t for a guess y and t = (x - y^3) / (3 y^2); the root is y + t - t^2 / y + ..., the rest being smaller.
template <bool Fused> FPORDER_INLINED Lane cubeRoot(const Lane &x) {
  const Lane size = absolute(x);
  const double guess = guessedCubeRoot(size.high);
  const Lane y = exactly(guess), square = multiply<Fused>(y, y);
  const Lane step = divide<Fused>(add(size, negated(multiply<Fused>(square, y))), multiply<Fused>(square, exactly(3)));
  const double t = magnitude(step.high) + step.error;
  Lane result = add(y, step);
  result.error += t * t / guess * 2;
  const bool valid = inRange(size.high) && (t <= guess * 0x1p-40) && (size.high * (1 - 0x1p-50) > size.error);
  result.error = valid ? result.error : unknown;
  return chosen(x.high < 0, negated(result), result);
}

} // namespace fporder::elementary::lanes
