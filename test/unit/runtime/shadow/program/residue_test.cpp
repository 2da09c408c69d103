// Residue arithmetic against MPFR at 1,000 bits: the real number that a result stands for lies within the bound of value + error, whatever the
// operands' errors; and for operands without errors the rounding is found exactly.
#include "runtime/shadow/program/residue.h"

#include <doctest/doctest.h>
#include <mpfr.h>

#include <cmath>
#include <random>

using namespace fporder::program;

namespace {

class Exact {
public:
  Exact() { mpfr_init2(number, 1000); }
  explicit Exact(double value) : Exact() { mpfr_set_d(number, value, MPFR_RNDN); }
  Exact(const Exact &) = delete;
  Exact &operator=(const Exact &) = delete;
  ~Exact() { mpfr_clear(number); }
  operator mpfr_ptr() { return number; } // NOLINT(google-explicit-constructor)

private:
  mpfr_t number;
};

/// A value, its shadow, and a real number within the bound: at one of its ends, or in between.
struct Operand {
  double value;
  Shadow shadow;
  double offset; // of the real number from value + error
  Operand scaled(int exponent) const {
    const auto by = [exponent](double x) { return std::ldexp(x, exponent); };
    const double bound = by(shadow.bound), moved = by(offset);
    return {by(value), {by(shadow.error), bound}, std::fabs(moved) <= bound ? moved : 0};
  }
  void real(mpfr_ptr result) const {
    mpfr_set_d(result, value, MPFR_RNDN);
    mpfr_add_d(result, result, shadow.error, MPFR_RNDN);
    mpfr_add_d(result, result, offset, MPFR_RNDN);
  }
};

class Draw {
public:
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); }
  double value(bool narrow) {
    const double x = std::ldexp(uniform(-1, 1), static_cast<int>(uniform(-20, 20)));
    return narrow ? static_cast<double>(static_cast<float>(x)) : x;
  }
  /// Errors from none to as large as the value.
  Operand operand(bool narrow, double near = 0) {
    Operand result{near == 0 || uniform(0, 1) < 0.5 ? value(narrow) : near * (1 + uniform(-1e-6, 1e-6)), {}, 0};
    if (narrow)
      result.value = static_cast<double>(static_cast<float>(result.value));
    const double kind = uniform(0, 1);
    if (kind < 0.2)
      return result;
    result.shadow.error = result.value * uniform(-1, 1) * std::ldexp(1.0, -static_cast<int>(uniform(0, 60)));
    if (kind < 0.6)
      result.shadow.bound = std::fabs(result.shadow.error) * std::ldexp(uniform(0, 1), -static_cast<int>(uniform(1, 60)));
    result.offset = uniform(0, 1) < 0.5 ? std::copysign(result.shadow.bound, uniform(-1, 1)) : result.shadow.bound * uniform(-1, 1);
    return result;
  }

private:
  std::mt19937_64 random{42};
};

double rounded(double x, bool narrow) { return narrow ? static_cast<double>(static_cast<float>(x)) : x; }

/// |real - (x + error)| <= bound.
bool holds(mpfr_ptr real, double x, Shadow shadow) {
  mpfr_sub_d(real, real, x, MPFR_RNDN);
  mpfr_sub_d(real, real, shadow.error, MPFR_RNDN);
  return mpfr_cmpabs(real, Exact(shadow.bound)) <= 0;
}

constexpr int draws = 100'000;

} // namespace

TEST_CASE("shadow program: sums, products and quotients lie within their bounds") {
  Draw draw;
  int wrong[4] = {}, useless = 0;
  for (int index = 0; index < draws; ++index) {
    const bool narrow = index % 2 == 0;
    const Operand a = draw.operand(narrow);
    Operand b = draw.operand(narrow, -a.value);
    if (index % 5 == 0) { // errors that cancel, and bounds that do not
      b.shadow = residue::negated(a.shadow);
      b.offset = a.offset;
    }
    Exact realA, realB, real;
    a.real(realA);
    b.real(realB);
    const double sum = rounded(a.value + b.value, narrow), difference = rounded(a.value - b.value, narrow);
    const double product = rounded(a.value * b.value, narrow), quotient = rounded(a.value / b.value, narrow);
    mpfr_add(real, realA, realB, MPFR_RNDN);
    const auto roundingOf = narrow ? residue::roundingOfNarrowSum<double> : residue::roundingOfSum<double>;
    wrong[0] += !holds(real, sum, residue::sum(roundingOf(a.value, b.value, sum), a.shadow, b.shadow));
    mpfr_sub(real, realA, realB, MPFR_RNDN);
    wrong[1] += !holds(real, difference, residue::sum(roundingOf(a.value, -b.value, difference), a.shadow, residue::negated(b.shadow)));
    mpfr_mul(real, realA, realB, MPFR_RNDN);
    const double ofProduct = narrow ? a.value * b.value - product : std::fma(a.value, b.value, -product);
    wrong[2] +=
        !holds(real, product,
               residue::product(ofProduct, a.value, a.shadow, b.value, b.shadow, residue::tinyPart(product, a.value, a.shadow, b.value, b.shadow)));
    mpfr_div(real, realA, realB, MPFR_RNDN);
    const Shadow ofQuotient = residue::quotient(std::fma(-quotient, b.value, a.value), a.shadow, b.value, b.shadow, quotient, 0);
    wrong[3] += !holds(real, quotient, ofQuotient);
    useless += !std::isfinite(ofQuotient.bound);
  }
  for (const int count : wrong)
    CHECK(count == 0);
  CHECK(useless < draws / 50); // a divisor of which nothing is known
}

TEST_CASE("shadow program: a sum in a narrower format has its whole rounding, however far its operands are apart") {
  std::mt19937_64 random{7};
  std::uniform_real_distribution<double> digits(1, 2);
  std::uniform_int_distribution<int> exponents(-120, 120), signs(0, 1);
  int wrong = 0, inexact = 0;
  for (int index = 0; index < draws; ++index) {
    const auto number = [&](int exponent) { return std::ldexp(double(float(digits(random))) * (2 * signs(random) - 1), exponent); };
    const int exponent = exponents(random);
    const double a = number(exponent), b = number(index % 2 == 0 ? exponents(random) : exponent + exponents(random) / 2);
    const double x = static_cast<float>(a + b), sum = a + b, rest = residue::roundingOfSum(a, b, sum);
    wrong += residue::roundingOfNarrowSum(a, b, x) != (sum - x) + rest;
    inexact += rest != 0;
  }
  CHECK(wrong == 0);
  CHECK(inexact > draws / 4);
}

TEST_CASE("shadow program: roots and fused operations lie within their bounds") {
  Draw draw;
  int wrong[2] = {};
  for (int index = 0; index < draws; ++index) {
    Operand a = draw.operand(false), b = draw.operand(false), c = draw.operand(false, -a.value * b.value);
    Exact realA, realB, realC, real;
    c.real(realC);
    b.real(realB);
    a.real(realA);
    const double fused = std::fma(a.value, b.value, c.value);
    mpfr_fma(real, realA, realB, realC, MPFR_RNDN);
    wrong[0] += !holds(real, fused,
                       residue::fused(residue::roundingOfFused(a.value, b.value, c.value, fused), a.value, a.shadow, b.value, b.shadow, c.shadow, 0));
    if (a.value < 0)
      a = {-a.value, residue::negated(a.shadow), -a.offset};
    a.real(realA);
    const double root = std::sqrt(a.value);
    if (mpfr_sgn(static_cast<mpfr_ptr>(realA)) < 0 || a.value + a.shadow.error < 0)
      continue; // no root over the reals
    mpfr_sqrt(real, realA, MPFR_RNDN);
    wrong[1] += !holds(real, root, residue::squareRoot(std::fma(-root, root, a.value), a.value, a.shadow, root));
  }
  CHECK(wrong[0] == 0);
  CHECK(wrong[1] == 0);
}

TEST_CASE("shadow program: a result that is not finite has no finite error, and restarts") {
  const double infinity = HUGE_VAL;
  const Shadow none{};
  for (const Shadow shadow : {residue::sum(residue::roundingOfSum(1e308, 1e308, infinity), none, none),
                              residue::product(std::fma(1e200, 1e200, -infinity), 1e200, none, 1e200, none, 0),
                              residue::quotient(std::fma(-infinity, 0.0, 1.0), none, 0, none, infinity, 0)}) {
    CHECK_FALSE(std::isfinite(shadow.error));
    CHECK_FALSE(residue::relativeError(infinity, shadow, 0x1p-1022) <= 1e300);
    CHECK(residue::settled(shadow, 0).error == 0);
    CHECK(residue::settled(shadow, 0).bound == 0);
    CHECK(residue::settled(shadow, infinity).bound == infinity);
  }
}

TEST_CASE("shadow program: errors are relative to the exact value's power of two, and not below the normal range") {
  CHECK(residue::relativeError(1.5, {0.25, 0}, 0x1p-1022) == 0.25);
  CHECK(residue::relativeError(2.5, {0.25, 0.25}, 0x1p-1022) == 0.25);
  CHECK(residue::relativeError(0x1p-140, {0x1p-149, 0}, 0x1p-126) == 0x1p-23);
  CHECK(residue::relativeError(0, {0, 0}, 0x1p-1022) == 0);
}

TEST_CASE("shadow program: a limit is exceeded where the relative error is above it") {
  Draw draw;
  int wrong = 0;
  for (int index = 0; index < draws; ++index) {
    const Operand a = draw.operand(false);
    const double scaled = std::ldexp(a.value, index % 3 == 0 ? -1040 : 0),
                 limit = std::ldexp(draw.uniform(0, 1), static_cast<int>(draw.uniform(-60, 0)));
    const double relative = residue::relativeError(scaled, a.shadow, 0x1p-126);
    wrong += residue::exceeds(scaled, a.shadow, 0.0, 0.0, 0x1p-126, limit) != !(relative <= limit);
  }
  CHECK(wrong == 0);
  CHECK(residue::exceeds(HUGE_VAL, {std::nan(""), 0}, 0.0, 0.0, 0x1p-126, 0x1p1000));
  CHECK_FALSE(residue::exceeds(0.0, {0, 0}, 0.0, 0.0, 0x1p-126, 0.0));
  // Products below the normal range: inexact ones, and none of a factor that is 0, however little is known of it.
  CHECK(residue::exceeds(0.0, {0x1p-200, 0}, 0x1p-100, 0x1p-100, 0x1p-126, 1.0));
  CHECK(residue::exceeds(0.0, {0, 0x1p-1073}, 0x1p-600, 0x1p-600, 0x1p-1022, 1.0));
  CHECK_FALSE(residue::exceeds(0x1p-140, {0, 0}, 0x1p-70, 0x1p-70, 0x1p-126, 1.0));
  CHECK_FALSE(residue::exceeds(0.0, {0, 0x1p-60}, 0.0, 1.5, 0x1p-1022, 0x1p1000));
}

TEST_CASE("shadow program: products with a constant lie within their bounds") {
  Draw draw;
  int wrong = 0;
  for (int index = 0; index < draws; ++index) {
    const Operand a = draw.operand(false);
    const double power = std::ldexp(index % 2 == 0 ? 1 : -1, static_cast<int>(draw.uniform(-1070, 40)));
    const double factor = index % 3 == 0 ? power : draw.operand(false).value, x = a.value * factor;
    Exact real;
    a.real(real);
    mpfr_mul_d(real, real, factor, MPFR_RNDN);
    wrong += !holds(real, x, residue::scaled(std::fma(a.value, factor, -x), a.shadow, factor, residue::tinyPart(x, a.value, a.shadow)));
  }
  CHECK(wrong == 0);
}

TEST_CASE("shadow program: powers of two scale exactly where it is said") {
  Draw draw;
  int wrong = 0, exact = 0;
  for (int index = 0; index < draws; ++index) {
    const double a = draw.value(false), factor = std::ldexp(index % 2 == 0 ? 1 : -1, static_cast<int>(draw.uniform(-1060, 1023))), x = a * factor;
    const bool isExact = residue::scalesExactly(x, 0x1p-1022);
    exact += isExact;
    wrong += isExact && x / factor != a;
    wrong += !isExact && std::fabs(x) >= 0x1p-1022 && std::isfinite(x);
  }
  CHECK(wrong == 0);
  CHECK(exact > draws / 2);
  CHECK_FALSE(residue::scalesExactly(HUGE_VAL, 0x1p-126));
  CHECK_FALSE(residue::scalesExactly(std::nan(""), 0x1p-126));
  CHECK_FALSE(residue::scalesExactly(0x1p-127, 0x1p-126));
}

TEST_CASE("shadow program: what is lost below the format's range lies within the bounds") {
  Draw draw;
  int wrong[4] = {};
  for (int index = 0; index < draws; ++index) {
    const Operand a = draw.operand(false).scaled(-static_cast<int>(draw.uniform(0, 1090))),
                  b = draw.operand(false).scaled(-static_cast<int>(draw.uniform(0, 1090)));
    Exact realA, realB, real;
    a.real(realA);
    b.real(realB);
    const double product = a.value * b.value, quotient = a.value / b.value, root = std::sqrt(std::fabs(a.value));
    mpfr_mul(real, realA, realB, MPFR_RNDN);
    wrong[0] += !holds(real, product,
                       residue::product(std::fma(a.value, b.value, -product), a.value, a.shadow, b.value, b.shadow,
                                        residue::tinyPart(product, a.value, a.shadow, b.value, b.shadow)));
    mpfr_mul_d(real, realA, b.value, MPFR_RNDN);
    wrong[1] += !holds(real, product,
                       residue::scaled(std::fma(a.value, b.value, -product), a.shadow, b.value, residue::tinyPart(product, a.value, a.shadow)));
    if (std::isfinite(quotient) && b.value + b.shadow.error != 0) {
      const Shadow shadow = residue::quotient(std::fma(-quotient, b.value, a.value), a.shadow, b.value, b.shadow, quotient,
                                              residue::tinyPart(quotient, a.value, a.shadow));
      mpfr_div(real, realA, realB, MPFR_RNDN);
      wrong[2] += std::isfinite(shadow.error) && !holds(real, quotient, shadow);
    }
    if (a.value > 0 && a.value + a.shadow.error > 0 && mpfr_sgn(static_cast<mpfr_ptr>(realA)) > 0) {
      mpfr_sqrt(real, realA, MPFR_RNDN);
      wrong[3] += !holds(real, root, residue::squareRoot(std::fma(-root, root, a.value), a.value, a.shadow, root));
    }
  }
  for (const int count : wrong)
    CHECK(count == 0);
}

TEST_CASE("shadow program: decisions are doubted only where the exact values can decide otherwise") {
  CHECK_FALSE(residue::mayCompareOtherwise(1, {}, 1, {}));
  CHECK_FALSE(residue::mayCompareOtherwise(1, {0.25, 0}, 2, {0.5, 0}));
  CHECK(residue::mayCompareOtherwise(1, {1.5, 0}, 2, {0, 0}));
  CHECK(residue::mayCompareOtherwise(1, {0.5, 0.5}, 2, {0, 0}));
  CHECK_FALSE(residue::mayTruncateOtherwise(2.5, {0.25, 0}));
  CHECK(residue::mayTruncateOtherwise(2.75, {0.5, 0}));
  CHECK(residue::mayTruncateOtherwise(3, {-1e-20, 0}));
  CHECK_FALSE(residue::mayTruncateOtherwise(3, {}));
}
