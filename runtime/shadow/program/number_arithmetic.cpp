#include "runtime/shadow/program/number_arithmetic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

unsigned fporder_number_bits = 120;

namespace fporder::program {

namespace {

constexpr std::int64_t furthest = std::int64_t{1} << 26; // exponents beyond are not followed: cells keep 28 bits of one
constexpr std::uint64_t hidden = std::uint64_t{1} << 52;

bool isNormal(double value) {
  const auto biased = std::bit_cast<std::uint64_t>(value) >> 52 & 0x7ff;
  return biased != 0 && biased != 0x7ff;
}

using Wide = unsigned __int128;

/// Rounded to nearest: what is below the upper 63 bits is in the last one.
double asDouble(Wide integer) {
  const auto upper = static_cast<std::uint64_t>(integer >> 64);
  if (upper == 0)
    return static_cast<double>(static_cast<std::uint64_t>(integer));
  const int dropped = 65 - std::countl_zero(upper);
  const auto kept = static_cast<std::int64_t>(integer >> dropped), below = static_cast<std::int64_t>((integer & ((Wide{1} << dropped) - 1)) != 0);
  return static_cast<double>(kept | below) * std::bit_cast<double>(static_cast<std::uint64_t>(dropped + 1023) << 52);
}

/// number - value for a number of two limbs or more and a normal value of the same sign whose exponents are at most one apart: the usual case. The
/// difference of the upper 126 bits, and what is below them rounded away.
bool nearError(const Number &number, double value, double &error) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1022, apart = number.exponent - exponent;
  const unsigned limbs = limbCount();
  if (limbs < 2 || !isNormal(value) || number.kind != (value < 0 ? -MPFR_REGULAR_KIND : MPFR_REGULAR_KIND) || apart < -1 || apart > 1 ||
      number.exponent < -700)
    return false;
  const Wide upper = (Wide{number.limb[limbs - 1]} << 64 | number.limb[limbs - 2]) >> 2, unit = Wide{(bits & (hidden - 1)) | hidden} << 73;
  const Wide exact = apart > 0 ? upper << 1 : upper, working = apart < 0 ? unit << 1 : unit;
  const int scale = std::min(exponent, static_cast<int>(number.exponent)) - 126;
  const bool isLess = exact < working;
  if (fporder_number_bits > 126 && (isLess ? working - exact : exact - working) >> 64 == 0) // what is below counts
    return false;
  const double size = asDouble(isLess ? working - exact : exact - working) * std::bit_cast<double>(static_cast<std::uint64_t>(scale + 1023) << 52);
  error = isLess != (value < 0) ? -size : size;
  return true;
}

} // namespace

double scaleOf(std::int64_t exponent) {
  if (exponent > -1022 && exponent < 1024)
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
  return std::ldexp(1.0, static_cast<int>(std::clamp<std::int64_t>(exponent, -2000, 2000)));
}

double scaledRadius(double radius, std::int64_t exponent) {
  if (radius == 0 || !(radius < std::numeric_limits<double>::infinity()))
    return radius == 0 ? 0 : std::numeric_limits<double>::infinity();
  return std::max(radius * scaleOf(exponent), std::numeric_limits<double>::min()); // the least is far below any rounding
}

double errorOf(const Number &number, double value) {
  double error = 0;
  if (nearError(number, value, error))
    return error;
  if (!std::isfinite(value) || number.kind == 0)
    return std::numeric_limits<double>::quiet_NaN();
  const NumberOperand exact(0, &number);
  std::uint64_t limb[Number::mostLimbs];
  mpfr_t difference;
  mpfr_custom_init_set(difference, MPFR_ZERO_KIND, 0, fporder_number_bits, limb);
  mpfr_sub_d(difference, exact, value, MPFR_RNDN);
  return mpfr_get_d(difference, MPFR_RNDN);
}

void NumberOperand::setValue(double value) {
  const unsigned limbs = limbCount();
  if (!isNormal(value)) {
    mpfr_custom_init_set(mpfr, MPFR_ZERO_KIND, 0, fporder_number_bits, limb);
    mpfr_set_d(mpfr, value, MPFR_RNDN);
    exponent = mpfr_regular_p(mpfr) != 0 ? static_cast<std::int32_t>(mpfr_get_exp(mpfr)) : -1074;
    return;
  }
  const auto bits = std::bit_cast<std::uint64_t>(value);
  std::fill_n(limb, limbs - 1, 0);
  limb[limbs - 1] = ((bits & (hidden - 1)) | hidden) << 11;
  exponent = static_cast<std::int32_t>(bits >> 52 & 0x7ff) - 1022;
  mpfr_custom_init_set(mpfr, value < 0 ? -MPFR_REGULAR_KIND : MPFR_REGULAR_KIND, exponent, fporder_number_bits, limb);
}

const Number *NumberResult::none() {
  number->kind = 0;
  number->error = std::numeric_limits<double>::quiet_NaN();
  number->radius = std::numeric_limits<double>::infinity();
  number->exponent = 0;
  return number;
}

const Number *NumberResult::finish(double radius, std::int64_t unitExponent, bool isInexact, double x) {
  if (!isNumber())
    return none();
  const std::int64_t own = exponent(unitExponent);
  if (own < -furthest || own > furthest)
    return none();
  number->kind = mpfr_custom_get_kind(mpfr);
  number->exponent = static_cast<std::int32_t>(own);
  double relative = scaledRadius(radius, unitExponent - own);
  if (isInexact)
    relative += scaleOf(-static_cast<std::int64_t>(fporder_number_bits));
  number->radius = relative * radiusEnlarged;
  number->error = errorOf(*number, x);
  if (number->error == 0 && number->radius == 0 && mpfr_cmp_d(mpfr, x) == 0)
    return nullptr; // the value itself
  return number;
}

} // namespace fporder::program

using namespace fporder::program;

namespace {

/// What both operands' radii are in units of the larger exponent.
struct Joined {
  double radius;
  std::int64_t exponent;
};
Joined joined(const NumberOperand &a, const NumberOperand &b) {
  const std::int64_t exponent = a.radius == 0 ? b.exponent : b.radius == 0 ? a.exponent : std::max(a.exponent, b.exponent);
  return {scaledRadius(a.radius, a.exponent - exponent) + scaledRadius(b.radius, b.exponent - exponent), exponent};
}

/// Of |ab - AB|, in units of the sum of the exponents.
double radiusOfProduct(const NumberOperand &a, const NumberOperand &b) {
  const auto term = [](double x, double y) { return x == 0 || y == 0 ? 0 : x * y; }; // 0 times a number of which nothing is known is 0
  constexpr double cut = 1 + 0x1p-50;                                                // significand() is rounded
  return cut * (term(a.significand(), b.radius) + term(b.significand(), a.radius)) + term(a.radius, b.radius);
}

} // namespace

const Number *fporder_number_add(Number *result, double a, const Number *pa, double b, const Number *pb, double x, bool subtract) {
  const NumberOperand left(a, pa), right(b, pb);
  NumberResult sum(result);
  const int inexact = subtract ? mpfr_sub(sum, left, right, MPFR_RNDN) : mpfr_add(sum, left, right, MPFR_RNDN);
  const Joined radius = joined(left, right);
  return sum.finish(radius.radius, radius.exponent, inexact != 0, x);
}

/// The product of two normal values, which has 106 bits: the number where it holds them, null where it is x itself.
static const Number *exactProduct(Number *result, double a, double b, double x) {
  const auto bitsOf = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  const auto significand = [&](double value) { return (bitsOf(value) & (hidden - 1)) | hidden; };
  const auto exponent = [&](double value) { return static_cast<std::int32_t>(bitsOf(value) >> 52 & 0x7ff) - 1022; };
  const Wide product = Wide{significand(a)} * significand(b);
  const bool isFull = product >> 105 != 0; // in [1/2, 1) with 106 bits, or with 105
  const Wide limbs = product << (isFull ? 22 : 23);
  const unsigned count = limbCount();
  std::fill_n(result->limb, count - 2, 0);
  result->limb[count - 1] = static_cast<std::uint64_t>(limbs >> 64);
  result->limb[count - 2] = static_cast<std::uint64_t>(limbs);
  result->exponent = exponent(a) + exponent(b) - (isFull ? 0 : 1);
  result->kind = (a < 0) != (b < 0) ? -MPFR_REGULAR_KIND : MPFR_REGULAR_KIND;
  result->radius = 0;
  result->error = errorOf(*result, x);
  return result->error == 0 && mpfr_cmp_d(NumberOperand(0, result), x) == 0 ? nullptr : result;
}

const Number *fporder_number_multiply(Number *result, double a, const Number *pa, double b, const Number *pb, double x) {
  constexpr unsigned bitsOfProduct = 106;
  if (pa == nullptr && pb == nullptr && fporder_number_bits >= bitsOfProduct && isNormal(a) && isNormal(b))
    return exactProduct(result, a, b, x);
  const NumberOperand left(a, pa), right(b, pb);
  NumberResult product(result);
  const int inexact = mpfr_mul(product, left, right, MPFR_RNDN);
  return product.finish(radiusOfProduct(left, right), std::int64_t{left.exponent} + right.exponent, inexact != 0, x);
}

const Number *fporder_number_divide(Number *result, double a, const Number *pa, double b, const Number *pb, double x) {
  const NumberOperand left(a, pa), right(b, pb);
  NumberResult quotient(result);
  const int inexact = mpfr_div(quotient, left, right, MPFR_RNDN);
  if (!quotient.isNumber())
    return quotient.none();
  const std::int64_t unit = std::int64_t{left.exponent} - right.exponent;
  double radius = 0;
  if (left.radius != 0 || right.radius != 0) {
    const double least = right.significand() * (1 - 0x1p-50) - right.radius; // of the divisor
    const double size = left.significand() / right.significand() * (1 + 0x1p-48);
    radius = least > 0 ? (left.radius + size * right.radius) / least : std::numeric_limits<double>::infinity();
  }
  return quotient.finish(radius, unit, inexact != 0, x);
}

const Number *fporder_number_sqrt(Number *result, double a, const Number *pa, double x) {
  const NumberOperand operand(a, pa);
  NumberResult root(result);
  const int inexact = mpfr_sqrt(root, operand, MPFR_RNDN);
  if (!root.isNumber())
    return root.none();
  if (operand.radius == 0)
    return root.finish(0, 0, inexact != 0, x);
  // |sqrt(A) - sqrt(a)| <= radius / sqrt(a); of a number that may be negative nothing is known.
  if (operand.isZero() || operand.radius >= operand.significand() * (1 - 0x1p-50))
    return root.finish(std::numeric_limits<double>::infinity(), 0, true, x);
  const std::int64_t exponent = root.exponent(0);
  const double significand = std::sqrt(operand.significand() * scaleOf(operand.exponent - 2 * exponent)) * (1 - 0x1p-50);
  return root.finish(operand.radius * scaleOf(operand.exponent - 2 * exponent) / significand, exponent, inexact != 0, x);
}

const Number *fporder_number_fma(Number *result, double a, const Number *pa, double b, const Number *pb, double c, const Number *pc, double x) {
  const NumberOperand left(a, pa), right(b, pb), addend(c, pc);
  NumberResult sum(result);
  const int inexact = mpfr_fma(sum, left, right, addend, MPFR_RNDN);
  const double ofProduct = radiusOfProduct(left, right);
  const std::int64_t product = std::int64_t{left.exponent} + right.exponent;
  const std::int64_t unit = ofProduct == 0 ? addend.exponent : addend.radius == 0 ? product : std::max<std::int64_t>(product, addend.exponent);
  return sum.finish(scaledRadius(ofProduct, product - unit) + scaledRadius(addend.radius, addend.exponent - unit), unit, inexact != 0, x);
}

const Number *fporder_number_convert(Number *result, double a, const Number *pa, double x) {
  const NumberOperand operand(a, pa);
  NumberResult converted(result);
  const int inexact = mpfr_set(converted, operand, MPFR_RNDN);
  return converted.finish(operand.radius, operand.exponent, inexact != 0, x);
}

/// The number with the other sign, or its magnitude.
const Number *fporder_number_signed(Number *result, const Number *number, double x, bool negate) {
  *result = *number;
  result->kind = negate ? -number->kind : std::abs(number->kind);
  result->error = errorOf(*result, x);
  return result;
}

/// The larger or smaller of A and B; where that is not certain, the radius covers both.
const Number *fporder_number_extremum(Number *result, double a, const Number *pa, double b, const Number *pb, double x, bool larger) {
  const Shadow difference = fporder_number_apart(a, pa, b, pb);
  const bool exactlyA = difference.error == 0 ? x == a : (difference.error > 0) == larger;
  const NumberOperand left(a, pa), right(b, pb);
  const NumberOperand &chosen = exactlyA ? left : right;
  NumberResult extremum(result);
  const int inexact = mpfr_set(extremum, chosen, MPFR_RNDN);
  const Joined radius = joined(left, right); // |max(A, B) - max(a, b)| is no more than either moves
  return extremum.finish(radius.radius, radius.exponent, inexact != 0, x);
}

const Number *fporder_number_integer(Number *result, std::uint64_t magnitude, bool negative, double x) {
  NumberResult converted(result);
  int inexact = mpfr_set_ui(converted, magnitude, MPFR_RNDN);
  if (negative)
    inexact |= (mpfr_neg)(converted, converted, MPFR_RNDN); // NOLINT(readability-redundant-parentheses): not MPFR's macro
  return converted.finish(0, 0, inexact != 0, x);
}

const Number *fporder_number_unknown(Number *number) {
  number->kind = MPFR_ZERO_KIND;
  number->exponent = 0;
  number->error = std::numeric_limits<double>::quiet_NaN();
  number->radius = std::numeric_limits<double>::infinity();
  return number;
}

/// A - B within the second; both 0 where the exact values are equal for certain.
Shadow fporder_number_apart(double a, const Number *pa, double b, const Number *pb) {
  const NumberOperand left(a, pa), right(b, pb);
  Number number;
  NumberResult difference(&number);
  const int inexact = mpfr_sub(difference, left, right, MPFR_RNDN);
  if (mpfr_inf_p(static_cast<mpfr_ptr>(difference)) != 0) // one of them is infinite
    return {mpfr_get_d(difference, MPFR_RNDN), 0};
  const Joined radius = joined(left, right);
  if (difference.finish(radius.radius, radius.exponent, inexact != 0, 0) == nullptr)
    return {0, 0};
  if (number.kind == 0)
    return {0, std::numeric_limits<double>::infinity()};
  const double reach = number.radius == 0 ? 0 : scaledRadius(number.radius, number.exponent) + 0x1p-52 * std::fabs(number.error);
  return {number.error, reach};
}
