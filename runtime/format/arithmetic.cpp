// Two roads to one rounding. With operands of ordinary size (magnitude within 2^-300 .. 2^300) the operation is done in binary64 and its rounding
// error, which is then a binary64 too, corrects the result to round-to-odd; rounding that to at most 51 bits is as if done once (Boldo & Melquiond,
// "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008). Everything else, binary64 results in other modes
// than to nearest even included, is done by MPFR with 200 bits and a sticky bit.
#include "runtime/format/arithmetic.h"

#include <mpfr.h>

#include <bit>
#include <cmath>
#include <limits>

namespace fporder::format {

namespace {

/// `rounded` + `error` is exact, `rounded` being the nearest binary64: the same rounded to odd.
double toOdd(double rounded, double error) {
  if (error == 0 || (std::bit_cast<std::uint64_t>(rounded) & 1) != 0)
    return rounded;
  const bool outward = (error > 0) == (rounded > 0);
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(rounded) + (outward ? 1 : ~std::uint64_t{0}));
}

double oddSum(double a, double b) {
  const double sum = a + b, virtualB = sum - a;
  return toOdd(sum, (a - (sum - virtualB)) + (b - virtualB));
}

bool isOrdinary(double value) {
  const double magnitude = std::fabs(value);
  return magnitude == 0 || (magnitude >= 0x1p-300 && magnitude <= 0x1p300);
}

/// An MPFR number that is the exact result rounded to odd at 201 bits.
class Sticky {
public:
  Sticky() { mpfr_init2(value, 200); }
  ~Sticky() { mpfr_clear(value); }
  Sticky(const Sticky &) = delete;
  Sticky &operator=(const Sticky &) = delete;

  mpfr_ptr get() { return value; }
  /// `ternary` is what the operation, rounding toward zero, returned.
  void settle(int ternary) {
    mpfr_prec_round(value, 201, MPFR_RNDZ);
    if (ternary > 0)
      mpfr_nextbelow(value);
    else if (ternary < 0)
      mpfr_nextabove(value);
  }
  /// Rounded to the format: through binary64 rounded to odd, or in the mode itself where binary64 is the format.
  double rounded(Format format, const Conversion &conversion) const;

private:
  double nearestAway() const;
  double binary64ToOdd() const;
  mpfr_t value;
};

double clampedToFinite(double value) { return std::isinf(value) ? std::copysign(std::numeric_limits<double>::max(), value) : value; }

double Sticky::binary64ToOdd() const {
  const double inner = mpfr_get_d(value, MPFR_RNDZ), outer = mpfr_get_d(value, MPFR_RNDA);
  if (inner == outer || (std::bit_cast<std::uint64_t>(inner) & 1) != 0)
    return inner;
  return clampedToFinite(outer);
}

double Sticky::nearestAway() const {
  const double inner = clampedToFinite(mpfr_get_d(value, MPFR_RNDZ)), outer = mpfr_get_d(value, MPFR_RNDA);
  if (inner == outer)
    return inner;
  // Twice the distance from the inner neighbour against one last place; beyond the largest number the next one counts as 2^1024.
  Sticky distance;
  mpfr_sub_d(distance.get(), value, inner, MPFR_RNDN); // exact: at most 201 - 53 bits
  mpfr_mul_2ui(distance.get(), distance.get(), 1, MPFR_RNDN);
  mpfr_abs(distance.get(), distance.get(), MPFR_RNDN);
  return mpfr_cmp_d(distance.get(), ulp(Format::Binary64, inner)) >= 0 ? outer : inner;
}

double Sticky::rounded(Format format, const Conversion &conversion) const {
  if (mpfr_zero_p(value) != 0) // only sums of unlike terms are zero here
    return conversion.mode == RoundingMode::Down ? -0.0 : 0.0;
  if (format != Format::Binary64)
    return roundTo(format, binary64ToOdd(), conversion);
  double result = 0;
  switch (conversion.mode) {
  case RoundingMode::NearestEven:
    result = mpfr_get_d(value, MPFR_RNDN);
    break;
  case RoundingMode::NearestAway:
    result = nearestAway();
    break;
  case RoundingMode::TowardZero:
    result = clampedToFinite(mpfr_get_d(value, MPFR_RNDZ));
    break;
  case RoundingMode::Up:
    result = mpfr_get_d(value, MPFR_RNDU);
    break;
  case RoundingMode::Down:
    result = mpfr_get_d(value, MPFR_RNDD);
    break;
  case RoundingMode::ToOdd:
    result = binary64ToOdd();
    break;
  }
  return roundTo(format, result, conversion); // saturates and flushes
}

template <class Operation> double byMpfr(Format format, const Conversion &conversion, double a, double b, double c, Operation operation) {
  Sticky result;
  mpfr_t operands[3];
  const double values[3] = {a, b, c};
  for (int index = 0; index < 3; ++index) {
    mpfr_init2(operands[index], 53);
    mpfr_set_d(operands[index], values[index], MPFR_RNDN);
  }
  result.settle(operation(result.get(), operands));
  const double rounded = result.rounded(format, conversion);
  for (mpfr_t &operand : operands)
    mpfr_clear(operand);
  return rounded;
}

bool allFinite(double a, double b, double c = 0) { return std::isfinite(a) && std::isfinite(b) && std::isfinite(c); }

/// A result that no rounding touches: of non-finite operands, a zero, a pole.
double unrounded(Format format, double result, const Conversion &conversion) { return roundTo(format, result, conversion); }

bool nearestEvenBinary64(Format format, const Conversion &conversion) {
  return format == Format::Binary64 && conversion.mode == RoundingMode::NearestEven;
}

/// A sum that is exactly zero: the sign is that of equal zeros, else the mode's.
double zeroSum(double a, double b, const Conversion &conversion) {
  if (a == 0 && b == 0 && std::signbit(a) == std::signbit(b))
    return a;
  return conversion.mode == RoundingMode::Down ? -0.0 : 0.0;
}

} // namespace

double add(Format format, double a, double b, const Conversion &conversion) {
  if (nearestEvenBinary64(format, conversion) || !allFinite(a, b))
    return unrounded(format, a + b, conversion);
  if (a == -b)
    return zeroSum(a, b, conversion);
  if (format != Format::Binary64 && isOrdinary(a) && isOrdinary(b))
    return roundTo(format, oddSum(a, b), conversion);
  return byMpfr(format, conversion, a, b, 0, [](mpfr_ptr result, mpfr_t *x) { return mpfr_add(result, x[0], x[1], MPFR_RNDZ); });
}

double subtract(Format format, double a, double b, const Conversion &conversion) { return add(format, a, -b, conversion); }

double multiply(Format format, double a, double b, const Conversion &conversion) {
  if (nearestEvenBinary64(format, conversion) || !allFinite(a, b) || a == 0 || b == 0)
    return unrounded(format, a * b, conversion);
  if (format != Format::Binary64 && isOrdinary(a) && isOrdinary(b)) {
    const double product = a * b;
    return roundTo(format, toOdd(product, std::fma(a, b, -product)), conversion);
  }
  return byMpfr(format, conversion, a, b, 0, [](mpfr_ptr result, mpfr_t *x) { return mpfr_mul(result, x[0], x[1], MPFR_RNDZ); });
}

double divide(Format format, double a, double b, const Conversion &conversion) {
  if (nearestEvenBinary64(format, conversion) || !allFinite(a, b) || a == 0 || b == 0)
    return unrounded(format, a / b, conversion);
  if (format != Format::Binary64 && isOrdinary(a) && isOrdinary(b)) {
    const double quotient = a / b, remainder = std::fma(-quotient, b, a);
    return roundTo(format, toOdd(quotient, b > 0 ? remainder : -remainder), conversion);
  }
  return byMpfr(format, conversion, a, b, 0, [](mpfr_ptr result, mpfr_t *x) { return mpfr_div(result, x[0], x[1], MPFR_RNDZ); });
}

double squareRoot(Format format, double a, const Conversion &conversion) {
  if (nearestEvenBinary64(format, conversion) || !std::isfinite(a) || a <= 0)
    return unrounded(format, std::sqrt(a), conversion);
  if (format != Format::Binary64 && isOrdinary(a)) {
    const double root = std::sqrt(a);
    return roundTo(format, toOdd(root, std::fma(-root, root, a)), conversion);
  }
  return byMpfr(format, conversion, a, 0, 0, [](mpfr_ptr result, mpfr_t *x) { return mpfr_sqrt(result, x[0], MPFR_RNDZ); });
}

double fusedMultiplyAdd(Format format, double a, double b, double c, const Conversion &conversion) {
  if (nearestEvenBinary64(format, conversion) || !allFinite(a, b, c))
    return unrounded(format, std::fma(a, b, c), conversion);
  if (a == 0 || b == 0)
    return add(format, a * b, c, conversion);
  if (format != Format::Binary64 && isOrdinary(a) && isOrdinary(b) && isOrdinary(c)) {
    const double product = a * b, low = std::fma(a, b, -product);
    if (low == 0)
      return add(format, product, c, conversion);
    // product + low + c = high + middle + tail exactly, tail below middle, both below half of high's last place
    const double inner = c + low, innerB = inner - c, innerError = (c - (inner - innerB)) + (low - innerB);
    const double high = product + inner, highB = high - product, highError = (product - (high - highB)) + (inner - highB);
    const double rest = oddSum(innerError, highError);
    return high == 0 && rest == 0 ? zeroSum(product, c, conversion) : roundTo(format, oddSum(high, rest), conversion);
  }
  return byMpfr(format, conversion, a, b, c, [](mpfr_ptr result, mpfr_t *x) { return mpfr_fma(result, x[0], x[1], x[2], MPFR_RNDZ); });
}

} // namespace fporder::format
