// Numbers of MPFR as shadows: the exact value itself as plain data, a ball of 64 to 384 bits around it, lent to MPFR for the length of one operation
// through its custom interface (MPFR manual, 5.16). Nothing is allocated for an operation: an instrumented function keeps a number for each of its
// values on its stack, memory has its cells.
//
// The exact value lies within radius * 2^exponent of the number. Every operation carries the radius through and adds its own rounding, so that what
// a number says is proven and not guessed; a radius without a use is infinite. Radii are doubles, enlarged by 2^-40 of themselves at each operation,
// more than their own rounding. An exact value of which nothing is known is a zero with an infinite radius. The exponent is the number's, so that no
// radius overflows or underflows where the number does not.
#pragma once

#include "runtime/shadow/program/abi.h"

namespace fporder::program {

struct Number {
  static constexpr unsigned mostLimbs = 6;
  std::uint64_t limb[mostLimbs]; // the significand in [1/2, 1), least significant limb first; as many as the precision has
  std::int32_t exponent;         // of a zero: that of its radius
  std::int32_t kind;             // MPFR's, negative for negative numbers; 0 for none: the exact value is not known to be a number
  double error;                  // number - value, rounded to nearest; NaN where one of them is no number
  double radius;                 // in units of 2^exponent
};

static_assert(sizeof(Number) == wideTransferSize);

/// The error and a bound on what that is off by, as far as doubles can say: not none, since a number is not the value itself.
inline Shadow reducedOf(const Number &number) {
  if ((number.radius == 0 && number.error != 0) || number.radius == __builtin_inf())
    return {number.error, number.radius};
  const bool isUsual = number.exponent > -1000 && number.exponent < 1000;
  const double radius = isUsual ? number.radius * __builtin_bit_cast(double, static_cast<std::uint64_t>(number.exponent + 1023) << 52)
                                : __builtin_ldexp(number.radius, number.exponent);
  return {number.error, radius + 0x1p-52 * __builtin_fabs(number.error) + 0x1p-1074};
}

} // namespace fporder::program

/// The precision that was chosen; set before the program's first operation.
extern "C" unsigned fporder_number_bits;

// A null pointer among the operands stands for the value itself, without an error. `result` is written, and returned; `x` is the program's result.
extern "C" {
using fporder::program::Number;
const Number *fporder_number_add(Number *result, double a, const Number *pa, double b, const Number *pb, double x, bool subtract);
const Number *fporder_number_multiply(Number *result, double a, const Number *pa, double b, const Number *pb, double x);
const Number *fporder_number_divide(Number *result, double a, const Number *pa, double b, const Number *pb, double x);
const Number *fporder_number_sqrt(Number *result, double a, const Number *pa, double x);
const Number *fporder_number_fma(Number *result, double a, const Number *pa, double b, const Number *pb, double c, const Number *pc, double x);
const Number *fporder_number_convert(Number *result, double a, const Number *pa, double x);
const Number *fporder_number_integer(Number *result, std::uint64_t magnitude, bool negative, double x);
const Number *fporder_number_function(Number *result, unsigned function, unsigned operands, double x, double a, const Number *pa, double b,
                                      const Number *pb);
const Number *fporder_number_signed(Number *result, const Number *number, double x, bool negate);
const Number *fporder_number_extremum(Number *result, double a, const Number *pa, double b, const Number *pb, double x, bool larger);
fporder::program::Shadow fporder_number_apart(double a, const Number *pa, double b, const Number *pb);
const Number *fporder_number_load(Number *result, const void *address, std::uint64_t value, unsigned size, double x);
const Number *fporder_number_unknown(Number *number);
void fporder_number_store(const void *address, std::uint64_t value, unsigned size, const Number *number);
}
