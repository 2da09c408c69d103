// The library of mathematics on numbers: functions.def in MPFR's hands. A function's ball comes of its values at either end of the operands' balls:
// the sum of both differences covers what is monotone, or convex, or has one jump. Sines and cosines move no more than their operand; what has poles,
// or more jumps than one in a ball, is known only where balls are small beside that.
#include "runtime/shadow/program/double_double.h"
#include "runtime/shadow/program/number_arithmetic.h"

#include <cmath>
#include <initializer_list>
#include <limits>

namespace fporder::program {

namespace {

enum : unsigned {
#define FPORDER_FUNCTION(NAME, OPERANDS) NAME##Number,
#include "runtime/shadow/program/functions.def"
#undef FPORDER_FUNCTION
};

using OfOne = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using OfTwo = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

int logGamma(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  int sign = 0;
  return mpfr_lgamma(result, &sign, x, rounding);
}

/// By number of functions.def.
OfOne functionOfOne(unsigned number) {
  static constexpr OfOne table[] = {mpfr_acos,      mpfr_acosh,      mpfr_asin, mpfr_asinh, mpfr_atan,       mpfr_atanh,
                                    mpfr_cbrt,      mpfr_cos,        mpfr_cosh, mpfr_erf,   mpfr_erfc,       mpfr_exp,
                                    mpfr_exp2,      mpfr_expm1,      logGamma,  mpfr_log,   mpfr_log10,      mpfr_log1p,
                                    mpfr_log2,      mpfr_sin,        mpfr_sinh, mpfr_tan,   mpfr_tanh,       mpfr_gamma,
                                    mpfr_rint_ceil, mpfr_rint_floor, mpfr_rint, mpfr_rint,  mpfr_rint_round, mpfr_rint_roundeven,
                                    mpfr_rint_trunc};
  static_assert(sizeof table / sizeof *table == atan2Number && nearbyintNumber == 26 && tgammaNumber == 23 && logNumber == 15);
  return table[number];
}
OfTwo functionOfTwo(unsigned number) {
  static constexpr OfTwo table[] = {mpfr_atan2, mpfr_dim, mpfr_fmod, mpfr_hypot, mpfr_pow, mpfr_remainder};
  static_assert(sizeof table / sizeof *table == remainderNumber - atan2Number + 1);
  return table[number - atan2Number];
}
bool roundsToInteger(unsigned number) { return number >= ceilNumber && number <= truncNumber; }

int evaluate(unsigned function, mpfr_ptr result, mpfr_srcptr a, mpfr_srcptr b) {
  return function < atan2Number ? functionOfOne(function)(result, a, MPFR_RNDN) : functionOfTwo(function)(result, a, b, MPFR_RNDN);
}

class Temporary {
public:
  Temporary() { mpfr_custom_init_set(mpfr, MPFR_ZERO_KIND, 0, fporder_number_bits, limb); }
  Temporary(const Temporary &) = delete;
  Temporary &operator=(const Temporary &) = delete;
  operator mpfr_ptr() { return mpfr; } // NOLINT(google-explicit-constructor)

private:
  std::uint64_t limb[Number::mostLimbs];
  mpfr_t mpfr;
};

/// Of a ball that may hold a pole: beside one, the function changes by more than a quarter from the middle to an end.
bool mayHoldPole(unsigned function, const NumberOperand &operand, double sum, mpfr_srcptr value, std::int64_t exponent) {
  if (function != tanNumber && function != tgammaNumber && function != lgammaNumber)
    return false;
  const bool isLarge = scaledRadius(operand.radius, operand.exponent) > 0x1p-4;
  return isLarge || sum > (mpfr_regular_p(value) != 0 ? 0.25 * scaleOf(mpfr_get_exp(value) - 1 - exponent) : 0x1p-60);
}

/// Whether operands' balls may hold several of a remainder's jumps.
bool mayJump(unsigned function, const NumberOperand *operands) {
  if (function != fmodNumber && function != remainderNumber)
    return false;
  const double divisor = operands[1].significand() * scaleOf(operands[1].exponent),
               quotient = operands[0].significand() * scaleOf(operands[0].exponent) / divisor;
  const double moves =
      scaledRadius(operands[0].radius, operands[0].exponent) + (quotient + 1) * scaledRadius(operands[1].radius, operands[1].exponent);
  return !(moves < 0.25 * divisor);
}

/// How far the function moves with operand `moved`, in units of 2^exponent; infinite where it is no number at an end.
double spread(unsigned function, const NumberOperand *operands, unsigned moved, mpfr_srcptr value, std::int64_t exponent) {
  const NumberOperand &operand = operands[moved];
  if (operand.radius == 0)
    return 0;
  if (!(operand.radius < std::numeric_limits<double>::infinity()) || mayJump(function, operands))
    return std::numeric_limits<double>::infinity();
  if (function == sinNumber || function == cosNumber)
    return scaledRadius(operand.radius, operand.exponent - exponent) * radiusEnlarged;
  double sum = 0;
  for (const double side : {-1.0, 1.0}) {
    Temporary end, result;
    mpfr_set_d(end, side * operand.radius, MPFR_RNDN);
    mpfr_mul_2si(end, end, operand.exponent, MPFR_RNDN);
    mpfr_add(end, end, operand, side < 0 ? MPFR_RNDD : MPFR_RNDU);
    evaluate(function, result, moved == 0 ? static_cast<mpfr_srcptr>(end) : operands[0], moved == 1 ? static_cast<mpfr_srcptr>(end) : operands[1]);
    mpfr_sub(result, result, value, MPFR_RNDA);
    if (mpfr_number_p(static_cast<mpfr_srcptr>(result)) == 0)
      return std::numeric_limits<double>::infinity();
    mpfr_div_2si(result, result, exponent, MPFR_RNDN);
    sum += std::fabs(mpfr_get_d(result, MPFR_RNDA));
  }
  if (mayHoldPole(function, operand, sum, value, exponent))
    return std::numeric_limits<double>::infinity();
  // Both values are rounded, each by half a unit in the last place.
  return roundsToInteger(function) ? sum : sum + scaleOf(2 - static_cast<std::int64_t>(fporder_number_bits));
}

/// The number that a pair stands for; a null pointer for none.
const Number *numberOf(Number &number, double value, const PairShadow *pair) {
  if (pair == nullptr || (pair->error == 0 && pair->low == 0 && pair->bound == 0))
    return nullptr;
  NumberResult sum(&number);
  int inexact = mpfr_set_d(sum, value, MPFR_RNDN);
  inexact |= mpfr_add_d(sum, sum, pair->error, MPFR_RNDN);
  inexact |= mpfr_add_d(sum, sum, pair->low, MPFR_RNDN);
  const double least = static_cast<double>(inexact != 0) * scaleOf(ilogb(value) - static_cast<std::int64_t>(fporder_number_bits) + 3);
  return sum.finish(pair->bound + least, 0, inexact != 0, value);
}

/// What is left of a number when x and the error are taken away.
PairShadow pairOf(const Number &number, double x) {
  const Shadow all = reducedOf(number);
  Temporary rest;
  mpfr_sub_d(rest, NumberOperand(0, &number), x, MPFR_RNDN);
  mpfr_sub_d(rest, rest, all.error, MPFR_RNDN);
  const double low = mpfr_get_d(rest, MPFR_RNDN);
  const double radius = number.radius == 0 ? 0 : scaledRadius(number.radius, number.exponent);
  return {all.error, low, radius + 0x1p-52 * std::fabs(low)};
}

} // namespace

} // namespace fporder::program

using namespace fporder::program;

const Number *fporder_number_function(Number *result, unsigned function, unsigned operands, double x, double a, const Number *pa, double b,
                                      const Number *pb) {
  const NumberOperand both[] = {{a, pa}, {b, operands == 2 ? pb : nullptr}};
  NumberResult value(result);
  const int inexact = evaluate(function, value, both[0], both[1]);
  if (!value.isNumber() || !both[0].isNumber() || !both[1].isNumber())
    return value.none();
  const std::int64_t exponent = value.exponent(-static_cast<std::int64_t>(fporder_number_bits));
  double radius = 0;
  for (unsigned moved = 0; moved < operands; ++moved)
    radius += spread(function, both, moved, value, exponent);
  return value.finish(radius, exponent, inexact != 0 && !roundsToInteger(function), x);
}

/// The same for double-double: what is a call of MPFR anyway is one on numbers.
extern "C" void fporder_pair_function(PairShadow *result, unsigned number, unsigned operands, double x, double a, const PairShadow *sa, double b,
                                      const PairShadow *sb) {
  Number value, first, second;
  const Number *const exact = fporder_number_function(&value, number, operands, x, a, numberOf(first, a, sa), b, numberOf(second, b, sb));
  if (exact == nullptr)
    *result = {0, 0, 0};
  else if (exact->kind == 0)
    *result = {std::numeric_limits<double>::quiet_NaN(), 0, 0};
  else
    *result = pairOf(*exact, x);
}
