// Double-double errors against MPFR at 1,000 bits: the real number that a result stands for lies within the bound of value + error + low, and the
// bound is far below what one double could say.
#include "runtime/shadow/program/double_double.h"

#include <doctest/doctest.h>
#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace fporder::program;

namespace {

class Exact {
public:
  Exact() { mpfr_init2(number, 1000); }
  Exact(const Exact &) = delete;
  Exact &operator=(const Exact &) = delete;
  ~Exact() { mpfr_clear(number); }
  operator mpfr_ptr() { return number; } // NOLINT(google-explicit-constructor)

private:
  mpfr_t number;
};

struct Operand {
  double value;
  PairShadow shadow;
  double offset; // of the real number from value + error + low
  void real(mpfr_ptr result) const {
    mpfr_set_d(result, value, MPFR_RNDN);
    for (const double part : {shadow.error, shadow.low, offset})
      mpfr_add_d(result, result, part, MPFR_RNDN);
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
    Operand result{near == 0 || uniform(0, 1) < 0.5 ? value(narrow) : near * (1 + uniform(-1e-6, 1e-6)), {0, 0, 0}, 0};
    if (narrow)
      result.value = static_cast<double>(static_cast<float>(result.value));
    const double kind = uniform(0, 1);
    if (kind < 0.2)
      return result;
    const pairs::Pair error = pairs::fastTwoSum(result.value * uniform(-1, 1) * std::ldexp(1.0, -static_cast<int>(uniform(0, 60))), 0);
    result.shadow.error = error.high;
    result.shadow.low = error.high * uniform(-0x1p-54, 0x1p-54);
    if (kind < 0.6)
      result.shadow.bound = std::fabs(result.shadow.error) * std::ldexp(uniform(0, 1), -static_cast<int>(uniform(1, 110)));
    result.offset = uniform(0, 1) < 0.5 ? std::copysign(result.shadow.bound, uniform(-1, 1)) : result.shadow.bound * uniform(-1, 1);
    return result;
  }

private:
  std::mt19937_64 random{42};
};

double rounded(double x, bool narrow) { return narrow ? static_cast<double>(static_cast<float>(x)) : x; }

bool holds(mpfr_ptr real, double x, PairShadow shadow) {
  for (const double part : {x, shadow.error, shadow.low})
    mpfr_sub_d(real, real, part, MPFR_RNDN);
  mpfr_abs(real, real, MPFR_RNDN);
  return mpfr_cmp_d(real, shadow.bound) <= 0;
}

constexpr int draws = 100'000;

} // namespace

TEST_CASE("shadow program: double-double sums, products and quotients lie within their bounds") {
  Draw draw;
  int wrong[5] = {}, useless = 0;
  for (int index = 0; index < draws; ++index) {
    const bool narrow = index % 2 == 0;
    const Operand a = draw.operand(narrow);
    Operand b = draw.operand(narrow, -a.value);
    if (index % 5 == 0) { // errors that cancel, and bounds that do not
      b.shadow = pairs::negated(a.shadow);
      b.offset = a.offset;
    }
    Exact realA, realB, real;
    a.real(realA);
    b.real(realB);
    const double sum = rounded(a.value + b.value, narrow), product = rounded(a.value * b.value, narrow);
    const double quotient = rounded(a.value / b.value, narrow);
    mpfr_add(real, realA, realB, MPFR_RNDN);
    wrong[0] += !holds(real, sum, pairs::sum(pairs::roundingOfSum(a.value, b.value, sum, narrow), a.shadow, b.shadow));
    mpfr_mul(real, realA, realB, MPFR_RNDN);
    wrong[1] += !holds(real, product, pairs::product({std::fma(a.value, b.value, -product), 0}, a.value, a.shadow, b.value, b.shadow, 0));
    mpfr_mul_d(real, realA, b.value, MPFR_RNDN);
    wrong[4] += !holds(real, product, pairs::scaled(std::fma(a.value, b.value, -product), a.shadow, b.value, 0));
    mpfr_div(real, realA, realB, MPFR_RNDN);
    const PairShadow ofQuotient = pairs::quotient(std::fma(-quotient, b.value, a.value), a.shadow, b.value, b.shadow, quotient, 0);
    wrong[2] += !holds(real, quotient, ofQuotient);
    useless += !std::isfinite(ofQuotient.bound);
    mpfr_sub(real, realA, realB, MPFR_RNDN);
    const Shadow apart = pairs::apart(a.value, a.shadow, b.value, b.shadow);
    wrong[3] += !holds(real, 0, {apart.error, 0, apart.bound + 0x1p-52 * std::fabs(apart.error)});
  }
  for (const int count : wrong)
    CHECK(count == 0);
  CHECK(useless < draws / 50); // a divisor of which nothing is known
}

TEST_CASE("shadow program: double-double roots and fused operations lie within their bounds") {
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
                       pairs::fused(pairs::roundingOfFused(a.value, b.value, c.value, fused), a.value, a.shadow, b.value, b.shadow, c.shadow, 0));
    if (a.value < 0)
      a = {-a.value, pairs::negated(a.shadow), -a.offset};
    a.real(realA);
    const double root = std::sqrt(a.value);
    if (mpfr_sgn(static_cast<mpfr_ptr>(realA)) < 0 || a.value + a.shadow.error < 0)
      continue; // no root over the reals
    mpfr_sqrt(real, realA, MPFR_RNDN);
    wrong[1] += !holds(real, root, pairs::squareRoot(std::fma(-root, root, a.value), a.value, a.shadow, root));
  }
  CHECK(wrong[0] == 0);
  CHECK(wrong[1] == 0);
}

TEST_CASE("shadow program: double-double knows an error to a hundred bits") {
  const PairShadow third{1 / 3.0 * 0x1p-54, 0, 0}; // (1/3 - 2^-54/3 ...) is not needed exactly: only its size
  const PairShadow sum = pairs::sum({0x1p-60, 0}, third, third);
  CHECK(sum.bound <= std::fabs(sum.error) * 0x1p-100);
  const PairShadow product = pairs::product({0x1p-60, 0}, 3, third, 5, third, 0);
  CHECK(product.bound <= std::fabs(product.error) * 0x1p-98);
  const PairShadow quotient = pairs::quotient(0x1p-60, third, 7, third, 3, 0);
  CHECK(quotient.bound <= std::fabs(quotient.error) * 0x1p-94);
  const PairShadow root = pairs::squareRoot(0x1p-60, 9, third, 3);
  CHECK(root.bound <= std::fabs(root.error) * 0x1p-96);
}
