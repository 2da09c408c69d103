// The library of mathematics on numbers: functions.def in MPFR's hands. A function's ball comes of its values at the ends and corners of the
// operands' balls: the sum of the differences covers what is monotone, or convex, or has one jump. Sines and cosines move no more than their operand;
// what has poles, or more jumps than one in a ball, is known only where balls are small beside that.
#include "runtime/shadow/program/double_double.h"
#include "runtime/shadow/program/functions.h"
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
  const double reach = scaledRadius(operand.radius, operand.exponent);
  if (function != tanNumber && mayHoldGammaPole(mpfr_get_d(operand, MPFR_RNDN), reach))
    return true;
  const bool isLarge = reach > 0x1p-4;
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

/// Whether balls reach where the function has no value and their ends do not say so: powers of negative numbers, but with integers.
bool mayHaveNone(unsigned function, const NumberOperand *operands) {
  if (function != powNumber || operands[1].radius == 0)
    return false;
  Temporary low;
  mpfr_set_d(low, -operands[0].radius, MPFR_RNDN);
  mpfr_mul_2si(low, low, operands[0].exponent, MPFR_RNDN);
  mpfr_add(low, low, operands[0], MPFR_RNDD);
  return mpfr_sgn(static_cast<mpfr_srcptr>(low)) <= 0;
}

/// The operand's ball at its middle, where `side` is 0, or at an end.
void setSide(mpfr_ptr result, const NumberOperand &operand, int side) {
  mpfr_set_d(result, side * operand.radius, MPFR_RNDN);
  mpfr_mul_2si(result, result, operand.exponent, MPFR_RNDN);
  mpfr_add(result, result, operand, side < 0 ? MPFR_RNDD : MPFR_RNDU);
}

/// How far the function moves from the value at the middle to that at ends of its operands' balls, in units of 2^exponent, roundings included;
/// infinite where it is no number there.
double movedTo(unsigned function, const NumberOperand *operands, int first, int second, mpfr_srcptr value, std::int64_t exponent) {
  Temporary a, b, result;
  setSide(a, operands[0], first);
  setSide(b, operands[1], second);
  evaluate(function, result, a, b);
  mpfr_sub(result, result, value, MPFR_RNDA);
  if (mpfr_number_p(static_cast<mpfr_srcptr>(result)) == 0)
    return std::numeric_limits<double>::infinity();
  mpfr_div_2si(result, result, exponent, MPFR_RNDN);
  const double moved = std::fabs(mpfr_get_d(result, MPFR_RNDA));
  // Each value is rounded, by half a unit in its last place.
  return roundsToInteger(function) ? moved : moved * radiusEnlarged + scaleOf(1 - static_cast<std::int64_t>(fporder_number_bits));
}

/// How far the function moves within its operands' balls, in units of 2^exponent, by its values at their ends and corners; infinite where these do
/// not say.
double spread(unsigned function, const NumberOperand *operands, mpfr_srcptr value, std::int64_t exponent) {
  const double infinity = std::numeric_limits<double>::infinity(), radii[] = {operands[0].radius, operands[1].radius};
  if (radii[0] == 0 && radii[1] == 0)
    return 0;
  if (!(radii[0] < infinity && radii[1] < infinity) || mayJump(function, operands) || mayHaveNone(function, operands))
    return infinity;
  if (function == sinNumber || function == cosNumber)
    return scaledRadius(radii[0], operands[0].exponent - exponent) * radiusEnlarged;
  double sum = 0;
  for (const int first : {-1, 0, 1})
    for (const int second : {-1, 0, 1})
      if ((first == 0 || radii[0] != 0) && (second == 0 || radii[1] != 0) && (first != 0 || second != 0))
        sum += movedTo(function, operands, first, second, value, exponent);
  return mayHoldPole(function, operands[0], sum, value, exponent) ? infinity : sum;
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
  int inexact = mpfr_sub_d(rest, NumberOperand(0, &number), x, MPFR_RNDN);
  inexact |= mpfr_sub_d(rest, rest, all.error, MPFR_RNDN);
  const double low = mpfr_get_d(rest, MPFR_RNDN);
  const double radius = number.radius == 0 ? 0 : scaledRadius(number.radius, number.exponent);
  const double rounding = inexact == 0 ? 0 : std::fabs(all.error) * scaleOf(1 - static_cast<std::int64_t>(fporder_number_bits));
  return {all.error, low, (radius + rounding + 0x1p-52 * std::fabs(low)) * pairs::enlarged};
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
  return value.finish(spread(function, both, value, exponent), exponent, inexact != 0 && !roundsToInteger(function), x);
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
