// Functions of the library of mathematics over shadows, against MPFR at 200 bits.
#include "runtime/shadow/program/functions.h"

#include <doctest/doctest.h>
#include <mpfr.h>

#include <cmath>
#include <cstring>
#include <random>

using namespace fporder::program;

namespace {

struct Named {
  const char *name;
  unsigned operands;
};
constexpr Named names[] = {
#define FPORDER_FUNCTION(NAME, OPERANDS) {#NAME, OPERANDS},
#include "runtime/shadow/program/functions.def"
#undef FPORDER_FUNCTION
};

unsigned numberOf(const char *name) {
  unsigned number = 0;
  while (std::strcmp(names[number].name, name) != 0)
    ++number;
  return number;
}

struct Case {
  const char *name;
  int (*exact)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  double (*working)(double);
  float (*narrow)(float);
  double low, high;
};
const Case cases[] = {
    {"exp", mpfr_exp, std::exp, std::exp, -30, 30},     {"log", mpfr_log, std::log, std::log, 0.01, 100},
    {"sin", mpfr_sin, std::sin, std::sin, -50, 50},     {"cos", mpfr_cos, std::cos, std::cos, -50, 50},
    {"tan", mpfr_tan, std::tan, std::tan, -1.5, 1.5},   {"atan", mpfr_atan, std::atan, std::atan, -9, 9},
    {"tanh", mpfr_tanh, std::tanh, std::tanh, -5, 5},   {"cbrt", mpfr_cbrt, std::cbrt, std::cbrt, -9, 9},
    {"erf", mpfr_erf, std::erf, std::erf, -3, 3},       {"log1p", mpfr_log1p, std::log1p, std::log1p, -0.5, 3},
    {"exp2", mpfr_exp2, std::exp2, std::exp2, -20, 20}, {"expm1", mpfr_expm1, std::expm1, std::expm1, -1, 3},
};

} // namespace

TEST_CASE("shadow program: functions lie within their bounds") {
  std::mt19937_64 random(7);
  mpfr_t exact, difference;
  mpfr_inits2(200, exact, difference, static_cast<mpfr_ptr>(nullptr));
  for (const Case &each : cases) {
    int wrong = 0, loose = 0;
    for (int index = 0; index < 4000; ++index) {
      const bool wide = index % 2 == 0;
      double a = std::uniform_real_distribution<double>(each.low, each.high)(random);
      if (!wide)
        a = static_cast<double>(static_cast<float>(a));
      const Shadow shadow{index % 3 == 0 ? 0 : a * std::ldexp(1.0, -20 - index % 40), 0};
      const double x = wide ? each.working(a) : static_cast<double>(each.narrow(static_cast<float>(a)));
      const Shadow result = functionShadow(numberOf(each.name), wide, x, &a, &shadow, 1);
      mpfr_set_d(exact, a, MPFR_RNDN);
      mpfr_add_d(exact, exact, shadow.error, MPFR_RNDN);
      each.exact(exact, exact, MPFR_RNDN);
      mpfr_sub_d(difference, exact, x, MPFR_RNDN);
      mpfr_sub_d(difference, difference, result.error, MPFR_RNDN);
      wrong += mpfr_cmpabs(difference, exact) > 0 || std::fabs(mpfr_get_d(difference, MPFR_RNDN)) > result.bound;
      loose += result.bound > (std::fabs(x) + std::fabs(a)) * (wide ? 0x1p-55 : 0x1p-44);
    }
    INFO(each.name);
    CHECK(wrong == 0);
    CHECK(loose < 100);
  }
  mpfr_clears(exact, difference, static_cast<mpfr_ptr>(nullptr));
}

TEST_CASE("shadow program: roundings to an integer jump where the exact value is beyond one") {
  const double a = 2.9999999999999996;
  const Shadow crossing{1e-15, 0}, doubtful{4e-16, 1e-16};
  CHECK(functionShadow(numberOf("floor"), true, 2, &a, &crossing, 1).error == 1);
  CHECK(functionShadow(numberOf("floor"), true, 2, &a, &crossing, 1).bound == 0);
  CHECK(functionShadow(numberOf("floor"), true, 2, &a, &doubtful, 1).bound >= 1);
  const double half = 0.25;
  CHECK(functionShadow(numberOf("floor"), true, 0, &half, &crossing, 1).error == 0);
}

TEST_CASE("shadow program: functions of two operands take the errors of both") {
  const double operands[] = {2, 10};
  const Shadow shadows[] = {{0x1p-40, 0}, {0x1p-40, 0}};
  const Shadow power = functionShadow(numberOf("pow"), true, 1024, operands, shadows, 2);
  CHECK(power.error == doctest::Approx(1024 * 0x1p-40 * (5 + std::log(2.0))).epsilon(1e-6));
  CHECK(power.bound < 1024 * 0x1p-56);
}
