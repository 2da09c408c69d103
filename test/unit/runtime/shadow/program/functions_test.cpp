// Functions of the library of mathematics over shadows, against MPFR at 200 bits.
#include "runtime/shadow/program/functions.h"

#include "runtime/shadow/program/double_double.h"

#include <doctest/doctest.h>
#include <mpfr.h>

#include <cmath>
#include <cstring>
#include <random>

using namespace fporder::program;

extern "C" void fporder_pair_function(PairShadow *result, unsigned number, unsigned operands, double x, double a, const PairShadow *sa, double b,
                                      const PairShadow *sb);

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

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
int lgammaOf(mpfr_ptr result, mpfr_srcptr a, mpfr_rnd_t mode) {
  int sign = 0;
  return mpfr_lgamma(result, &sign, a, mode);
}
int floorOf(mpfr_ptr result, mpfr_srcptr a, mpfr_rnd_t) { return mpfr_rint_floor(result, a, MPFR_RNDN); }
const struct {
  const char *name;
  Unary one;
  Binary two;
} everywhere[] = {
    {"acos", mpfr_acos, nullptr},   {"acosh", mpfr_acosh, nullptr}, {"asin", mpfr_asin, nullptr},
    {"asinh", mpfr_asinh, nullptr}, {"atan", mpfr_atan, nullptr},   {"atanh", mpfr_atanh, nullptr},
    {"cbrt", mpfr_cbrt, nullptr},   {"cos", mpfr_cos, nullptr},     {"cosh", mpfr_cosh, nullptr},
    {"erf", mpfr_erf, nullptr},     {"erfc", mpfr_erfc, nullptr},   {"exp", mpfr_exp, nullptr},
    {"exp2", mpfr_exp2, nullptr},   {"expm1", mpfr_expm1, nullptr}, {"lgamma", lgammaOf, nullptr},
    {"log", mpfr_log, nullptr},     {"log10", mpfr_log10, nullptr}, {"log1p", mpfr_log1p, nullptr},
    {"log2", mpfr_log2, nullptr},   {"sin", mpfr_sin, nullptr},     {"sinh", mpfr_sinh, nullptr},
    {"tan", mpfr_tan, nullptr},     {"tanh", mpfr_tanh, nullptr},   {"tgamma", mpfr_gamma, nullptr},
    {"floor", floorOf, nullptr},    {"atan2", nullptr, mpfr_atan2}, {"fdim", nullptr, mpfr_dim},
    {"fmod", nullptr, mpfr_fmod},   {"hypot", nullptr, mpfr_hypot}, {"remainder", nullptr, mpfr_remainder},
    {"pow", nullptr, mpfr_pow},
};

/// A value, its shadow, and a real number within it.
struct Drawn {
  double value;
  Shadow shadow;
  Drawn(std::mt19937_64 &random, bool narrow, mpfr_ptr real) {
    const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
    value = std::ldexp(uniform(-1, 1), static_cast<int>(uniform(-30, uniform(0, 1) < 0.9 ? 6 : 80)));
    if (narrow)
      value = static_cast<double>(static_cast<float>(value));
    if (uniform(0, 1) < 0.8)
      shadow.error = value * uniform(-1, 1) * std::ldexp(1.0, -static_cast<int>(uniform(-10, 70)));
    if (uniform(0, 1) < 0.7)
      shadow.bound = std::fabs(uniform(0, 1) < 0.5 ? shadow.error : value) * std::ldexp(uniform(0, 1), -static_cast<int>(uniform(-3, 60)));
    mpfr_set_d(real, value, MPFR_RNDN);
    mpfr_add_d(real, real, shadow.error, MPFR_RNDN);
    mpfr_add_d(real, real, uniform(0, 1) < 0.3 ? std::copysign(shadow.bound, uniform(-1, 1)) : shadow.bound * uniform(-1, 1), MPFR_RNDN);
  }
};

} // namespace

TEST_CASE("shadow program: wherever the exact operands lie within their bounds, the function lies within its own") {
  std::mt19937_64 random(11);
  mpfr_t a, b, exact, working;
  mpfr_inits2(1000, a, b, exact, working, static_cast<mpfr_ptr>(nullptr));
  for (const auto &each : everywhere) {
    const unsigned count = each.one != nullptr ? 1 : 2;
    const auto evaluate = [&](mpfr_ptr result) { each.one != nullptr ? each.one(result, a, MPFR_RNDN) : each.two(result, a, b, MPFR_RNDN); };
    int wrong[2] = {}, known[2] = {};
    for (int index = 0; index < 3000; ++index) {
      const bool narrow = index % 2 == 0;
      const Drawn first(random, narrow, a), second(random, narrow, b);
      const double operands[] = {first.value, second.value};
      const Shadow shadows[] = {first.shadow, second.shadow};
      evaluate(exact);
      mpfr_set_d(a, operands[0], MPFR_RNDN);
      mpfr_set_d(b, operands[1], MPFR_RNDN);
      evaluate(working);
      const double x = narrow ? static_cast<double>(mpfr_get_flt(working, MPFR_RNDN)) : mpfr_get_d(working, MPFR_RNDN);
      if (!std::isfinite(x))
        continue;
      const Shadow residue = functionShadow(numberOf(each.name), !narrow, x, operands, shadows, count);
      const PairShadow pairs[] = {{first.shadow.error, 0, first.shadow.bound}, {second.shadow.error, 0, second.shadow.bound}};
      PairShadow pair{};
      fporder_pair_function(&pair, numberOf(each.name), count, x, operands[0], &pairs[0], operands[1], count == 2 ? &pairs[1] : nullptr);
      mpfr_sub_d(exact, exact, x, MPFR_RNDN);
      const PairShadow both[] = {{residue.error, 0, residue.bound}, pair};
      for (unsigned precision = 0; precision < 2; ++precision) {
        const PairShadow &shadow = both[precision];
        if (!std::isfinite(shadow.error) || !(shadow.bound < HUGE_VAL))
          continue;
        ++known[precision];
        mpfr_sub_d(working, exact, shadow.error, MPFR_RNDN);
        mpfr_sub_d(working, working, shadow.low, MPFR_RNDN);
        mpfr_abs(working, working, MPFR_RNDN);
        wrong[precision] += mpfr_nan_p(static_cast<mpfr_srcptr>(working)) != 0 || mpfr_cmp_d(working, shadow.bound) > 0;
      }
    }
    INFO(each.name);
    for (unsigned precision = 0; precision < 2; ++precision) {
      CHECK(wrong[precision] == 0);
      CHECK(known[precision] > 200); // acosh has a value for few of these operands
    }
  }
  mpfr_clears(a, b, exact, working, static_cast<mpfr_ptr>(nullptr));
}

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
