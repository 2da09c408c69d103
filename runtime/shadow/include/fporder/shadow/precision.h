// The working formats of shadow execution, and rounding into them.
//
// Every value of these formats is a double, so the statistics and the report speak double. Sources: IEEE 754-2019, sections 3.3 and 4.3; bfloat16 as
// binary32 cut to eight significand bits. ulp(x) = 2^(max(e, minExponent) - bits + 1) for 2^e <= |x| < 2^(e+1).
// All functions expect the host's default rounding mode and are thread-safe.
#pragma once

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "fporder/shadow.h measures rounding, which -ffast-math allows the compiler to change: compile this file without it"
#endif

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace fporder::shadowing {

enum class Format : std::uint8_t { BFloat16, Binary16, Binary32, Binary64 };

struct Precision {
  const char *name;
  int bits;        // of the significand, the implicit one included
  int minExponent; // of the smallest normal number
  int maxExponent; // of the largest finite number
};

inline constexpr Precision precisions[] = {
    {"bfloat16", 8, -126, 127}, {"binary16", 11, -14, 15}, {"binary32", 24, -126, 127}, {"binary64", 53, -1022, 1023}};

constexpr const Precision &precisionOf(Format format) { return precisions[static_cast<unsigned>(format)]; }

/// 2^exponent, subnormal results included; exponent in [-1074, 1023].
constexpr double powerOfTwo(int exponent) {
  if (exponent >= -1022)
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
  return std::bit_cast<double>(std::uint64_t{1} << (exponent + 1074));
}

/// floor(log2 |x|) for finite x; -1074 for zero.
inline int exponentOf(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x) & 0x7fffffffffffffffU;
  const int biased = static_cast<int>(bits >> 52);
  if (biased != 0)
    return biased - 1023;
  return bits == 0 ? -1074 : static_cast<int>(std::bit_width(bits)) - 1 - 1074;
}

/// The exponent of the distance of neighbouring values of the format at a finite x.
inline int ulpExponent(Format format, double x) {
  const Precision &precision = precisionOf(format);
  const int exponent = exponentOf(x);
  return (exponent > precision.minExponent ? exponent : precision.minExponent) - precision.bits + 1;
}

/// The distance of neighbouring values of the format at x; NaN where x is not finite.
inline double ulp(Format format, double x) {
  return std::isfinite(x) ? powerOfTwo(ulpExponent(format, x)) : std::numeric_limits<double>::quiet_NaN();
}

/// |error| in ulp of the format at a finite x.
inline double inUlp(Format format, double error, double x) {
  const int exponent = ulpExponent(format, x);
  return exponent >= -1023 ? std::fabs(error) * powerOfTwo(-exponent) : std::fabs(error) / powerOfTwo(exponent);
}

inline double largestFinite(Format format) {
  const Precision &precision = precisionOf(format);
  return (2 - powerOfTwo(1 - precision.bits)) * powerOfTwo(precision.maxExponent);
}

/// Keeps the compiler from fusing or reassociating across an operation whose rounding is the subject: GCC contracts across statements unless told not
/// to.
inline double settled(double value) {
#if defined(__GNUC__) && defined(__SSE2__)
  asm("" : "+x"(value));
  return value;
#elif defined(__GNUC__) && defined(__aarch64__)
  asm("" : "+w"(value));
  return value;
#elif defined(__GNUC__)
  asm volatile("" : "+m"(value));
  return value;
#else
  volatile double stored = value;
  return stored;
#endif
}

/// `x` rounded to nearest, ties to even, with gradual underflow and overflow to infinity.
inline double roundTo(Format format, double x) {
  if (format == Format::Binary32)
    return static_cast<double>(static_cast<float>(x));
  if (format == Format::Binary64 || x == 0 || !std::isfinite(x))
    return x;
  if (std::fabs(x) >= 2 * powerOfTwo(precisionOf(format).maxExponent))
    return std::copysign(std::numeric_limits<double>::infinity(), x);
  // Adding 1.5 * 2^52 units in the last place leaves no room for a fraction of one; subtracting gives the rounded value back exactly.
  const double magic = ulp(format, x) * 6755399441055744.0;
  const double rounded = settled(settled(x + magic) - magic);
  if (std::fabs(rounded) > largestFinite(format))
    return std::copysign(std::numeric_limits<double>::infinity(), x);
  return std::copysign(rounded, x);
}

/// The four operations and the square root on values of the format, rounded once: the double operation in between is harmless, since
/// 53 >= 2 * bits + 2 (Figueroa, 1995) holds for every narrower format.
inline double add(Format format, double a, double b) { return roundTo(format, settled(a + b)); }
inline double multiply(Format format, double a, double b) { return roundTo(format, settled(a * b)); }
inline double divide(Format format, double a, double b) { return roundTo(format, settled(a / b)); }
inline double squareRoot(Format format, double a) { return roundTo(format, settled(std::sqrt(a))); }

/// a * b + c with one rounding. In the narrow formats the product is exact in double and the sum is rounded to odd first, which makes the second
/// rounding harmless (Boldo and Melquiond, 2008).
inline double fusedMultiplyAdd(Format format, double a, double b, double c) {
  if (format == Format::Binary64)
    return std::fma(a, b, c);
  const double product = settled(a * b);
  const double sum = settled(product + c);
  if (!std::isfinite(sum))
    return roundTo(format, sum);
  const double fromSum = settled(sum - product);
  const double residue = settled(settled(product - settled(sum - fromSum)) + settled(c - fromSum));
  auto bits = std::bit_cast<std::uint64_t>(sum);
  if (residue != 0 && (bits & 1) == 0)
    bits += (residue > 0) == (sum > 0) ? 1 : static_cast<std::uint64_t>(-1);
  return roundTo(format, std::bit_cast<double>(bits));
}

} // namespace fporder::shadowing
