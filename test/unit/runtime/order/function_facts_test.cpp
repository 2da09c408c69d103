// The facts of functions.def against MPFR at 200 bits, on arguments drawn over the domain; and the kernels against the table.
#include "runtime/order/function_facts.h"

#include "runtime/elementary/correctly_rounded.h"
#include "runtime/elementary/mpfr_functions.h"
#include "runtime/eval/functions.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <string>

using fporder::order::Course;
using fporder::order::FunctionFacts;
using fporder::order::FunctionSign;
using fporder::order::functionTable;
namespace elementary = fporder::elementary;

namespace {

constexpr mpfr_prec_t bits = 200;

struct Big {
  Big() { mpfr_init2(value, bits); }
  ~Big() { mpfr_clear(value); }
  Big(const Big &) = delete;
  Big &operator=(const Big &) = delete;
  mpfr_t value;
};

/// Within the domain, of magnitudes from 2^-20 to 2^9, either sign.
double drawn(std::mt19937_64 &random, const FunctionFacts &facts) {
  std::uniform_real_distribution<double> exponent(-20, 9), unit(-1, 1);
  while (true) {
    const double x = std::copysign(std::exp2(exponent(random)), unit(random));
    if (x > facts.domain.low && x < facts.domain.high)
      return x;
  }
}

void checkSign(const FunctionFacts &facts, double x, mpfr_srcptr y) {
  if (facts.sign == FunctionSign::Positive)
    CHECK(mpfr_sgn(y) > 0);
  if (facts.sign == FunctionSign::NonNegative)
    CHECK(mpfr_sgn(y) >= 0);
  if (facts.sign == FunctionSign::OfArgument)
    CHECK(mpfr_sgn(y) * (x > 0 ? 1 : -1) >= 0);
  if (facts.zeroOnlyAtZero)
    CHECK(mpfr_zero_p(y) == 0);
  if (facts.integral)
    CHECK(mpfr_integer_p(y) != 0);
}

} // namespace

TEST_CASE("signs, zeros, domains and courses of the table are those that MPFR computes") {
  std::mt19937_64 random(7);
  unsigned checked = 0;
  for (const FunctionFacts &facts : functionTable()) {
    const elementary::UnaryFunction function = elementary::unaryNamed(facts.name);
    if (!function)
      continue;
    INFO(std::string(facts.name));
    ++checked;
    for (int i = 0; i < 2000; ++i) {
      double x = drawn(random, facts), z = drawn(random, facts);
      if (x > z)
        std::swap(x, z);
      Big argument, low, high;
      mpfr_set_d(argument.value, x, MPFR_RNDN);
      function(low.value, argument.value, MPFR_RNDN);
      REQUIRE(mpfr_nan_p(low.value) == 0);
      checkSign(facts, x, low.value);
      mpfr_set_d(argument.value, z, MPFR_RNDN);
      function(high.value, argument.value, MPFR_RNDN);
      if (facts.course == Course::Rising)
        CHECK(mpfr_cmp(low.value, high.value) <= 0);
      if (facts.course == Course::Falling)
        CHECK(mpfr_cmp(low.value, high.value) >= 0);
    }
  }
  CHECK(checked >= 34);
}

TEST_CASE("at a pole the function is infinite, beyond the end of a domain it has no value") {
  for (const FunctionFacts &facts : functionTable()) {
    const elementary::UnaryFunction function = elementary::unaryNamed(facts.name);
    if (!function)
      continue;
    INFO(std::string(facts.name));
    const auto valueAt = [&](double x) {
      Big argument, result;
      mpfr_set_d(argument.value, x, MPFR_RNDN);
      function(result.value, argument.value, MPFR_RNDN);
      return mpfr_get_d(result.value, MPFR_RNDN);
    };
    if (std::isfinite(facts.domain.low)) {
      CHECK(std::isnan(valueAt(facts.domain.low - 0.5)));
      CHECK(std::isinf(valueAt(facts.domain.low)) == facts.domain.poleAtLow);
    }
    if (std::isfinite(facts.domain.high)) {
      CHECK(std::isnan(valueAt(facts.domain.high + 0.5)));
      CHECK(std::isinf(valueAt(facts.domain.high)) == facts.domain.poleAtHigh);
    }
  }
}

TEST_CASE("names are unique, and each function that FPCore or C has is evaluated") {
  std::set<std::string_view> names;
  for (const FunctionFacts &facts : functionTable()) {
    INFO(std::string(facts.name));
    CHECK(names.insert(facts.name).second);
    CHECK(fporder::order::functionFacts(facts.name) == &facts);
    if (facts.op != fporder::order::Op::Call || facts.predicate || !(facts.inC || facts.fpcoreArity > 0))
      continue;
    CHECK(fporder::eval::functionNamed(facts.name, static_cast<std::size_t>(facts.arity < 0 ? facts.fpcoreArity : facts.arity)) != nullptr);
  }
  CHECK(fporder::order::functionFacts("Log1p") == nullptr);
}

TEST_CASE("a kernel without facts does not exist") {
  for (const char *name :
       {"exp2m1", "exp10m1", "log2p1", "sinpi", "cospi", "tanpi", "rsqrt", "rcp", "j0", "j1", "y0", "y1", "logb", "ilogb", "significand"})
    CHECK(fporder::eval::functionNamed(name, 1) != nullptr);
  CHECK(fporder::eval::functionNamed("hypot", 3) != nullptr);
  CHECK(elementary::functionNamed("floor", 1) == nullptr);
}
