#include "runtime/oracle/ulp_error.h"

#include "plain_mpfr.h"
#include "runtime/format/rounding.h"
#include "runtime/oracle/target.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

using namespace fporder;
using namespace fporder::oracle;
using format::Format;

namespace {

constexpr Format formats[]{Format::Binary64, Format::Binary32, Format::Tf32, Format::BFloat16, Format::Binary16, Format::E5M2, Format::E4M3FN};

/// The quotient of the definition, in MPFR at 300 bits.
double plainError(double computed, mpfr_srcptr exact, Format format) {
  const format::Parameters parameters = format::parameters(format);
  Plain quotient(300);
  mpfr_sub_d(quotient.handle, exact, computed, MPFR_RNDN);
  mpfr_abs(quotient.handle, quotient.handle, MPFR_RNDN);
  const long exponent = mpfr_zero_p(exact) != 0 ? parameters.minExponent : std::max<long>(mpfr_get_exp(exact) - 1, parameters.minExponent);
  mpfr_div_2si(quotient.handle, quotient.handle, exponent - parameters.precision + 1, MPFR_RNDN);
  return mpfr_get_d(quotient.handle, MPFR_RNDN);
}

ExactValue decided(mpfr_srcptr exact, Format format) {
  Interval point(mpfr_get_prec(exact));
  mpfr_set(point.low, exact, MPFR_RNDN);
  mpfr_set(point.high, exact, MPFR_RNDN);
  return *decide(point, *Target::of(format), false);
}

} // namespace

TEST_CASE("known errors") {
  const ExactValue one{.high = 1, .low = 0, .rounded = 1, .exponent = 0, .verdict = Verdict::Exact};
  CHECK(errorInUlp(1 + 0x1p-23, one, Format::Binary32) == 1);
  CHECK(errorInUlp(1 - 0x1p-24, one, Format::Binary32) == 0.5);
  const ExactValue below{.high = 1, .low = -0x1p-60, .rounded = 1, .exponent = 0, .verdict = Verdict::Exact};
  CHECK(errorInUlp(1 - 0x1p-24, below, Format::Binary32) == doctest::Approx(1 - 0x1p-36).epsilon(1e-15));
  const ExactValue zero{.high = 0, .low = 0, .rounded = 0, .exponent = 0, .verdict = Verdict::Zero};
  CHECK(errorInUlp(0x1p-149, zero, Format::Binary32) == 1);
  CHECK(errorInUlp(0, zero, Format::Binary64) == 0);
  CHECK(std::isnan(errorInUlp(std::numeric_limits<double>::infinity(), one, Format::Binary32)));
  CHECK(std::isnan(errorInUlp(1, {.high = 0, .low = 0, .rounded = 0, .exponent = 0, .verdict = Verdict::Undecided}, Format::Binary32)));
  const ExactValue huge{.high = 0.5, .low = 0, .rounded = std::numeric_limits<double>::infinity(), .exponent = 5000, .verdict = Verdict::Exact};
  CHECK(errorInUlp(1, huge, Format::Binary32) == 0x1p23); // ulp keeps growing beyond the format's range
  const ExactValue tiny{.high = 0.5, .low = 0, .rounded = 0, .exponent = -5000, .verdict = Verdict::Exact};
  CHECK(errorInUlp(0x1p-1073, tiny, Format::Binary64) == 2);
  CHECK(errorInUlp(1, tiny, Format::Binary64) == std::numeric_limits<double>::infinity());
}

TEST_CASE("errors in ulp are right to 2^-30, alone and in blocks") {
  std::mt19937_64 random(1);
  for (const Format format : formats) {
    const format::Parameters parameters = format::parameters(format);
    constexpr std::size_t count = 20'000;
    std::vector<double> computed(count), expected(count), ulps(count);
    std::vector<ExactValue> exact(count);
    for (std::size_t index = 0; index < count; ++index) {
      Plain value(200);
      mpfr_set_ui_2exp(value.handle, random() | 1, -64, MPFR_RNDN);
      if (random() % 8 == 0)
        mpfr_set_ui(value.handle, 1, MPFR_RNDN); // around powers of two
      Plain tail(200);
      mpfr_set_si_2exp(tail.handle, static_cast<long>(random() % 2000) - 1000, -static_cast<long>(random() % 150), MPFR_RNDN);
      mpfr_mul_2si(tail.handle, tail.handle, -12, MPFR_RNDN);
      mpfr_add(value.handle, value.handle, tail.handle, MPFR_RNDN);
      const int range = parameters.maxExponent - parameters.minExponent + 20;
      const bool mid = random() % 2 != 0;
      const long shift = mid ? 0 : static_cast<long>(random() % static_cast<unsigned>(range)) + parameters.minExponent - 15;
      mpfr_mul_2si(value.handle, value.handle, shift, MPFR_RNDN);
      exact[index] = decided(value.handle, format);
      const double near = format::roundTo(format, mpfr_get_d(value.handle, MPFR_RNDN));
      computed[index] = random() % 3 == 0 ? near : near + format::ulp(format, near) * static_cast<double>(random() % 2000);
      if (!std::isfinite(computed[index]))
        computed[index] = 1;
      expected[index] = plainError(computed[index], value.handle, format);
      const double alone = errorInUlp(computed[index], exact[index], format);
      const bool close = std::abs(alone - expected[index]) <= 0x1p-31 + 0x1p-51 * expected[index];
      CHECK((close || alone == expected[index]));
    }
    errorsInUlp(computed, exact, format, ulps);
    for (std::size_t index = 0; index < count; ++index)
      CHECK((std::abs(ulps[index] - expected[index]) <= 0x1p-31 + 0x1p-51 * expected[index] || ulps[index] == expected[index]));
  }
}

TEST_CASE("rounding of reals agrees with MPFR's own subnormal arithmetic and with the formats") {
  std::mt19937_64 random(2);
  for (const Format format : formats) {
    const Target target = *Target::of(format);
    const format::Parameters parameters = format::parameters(format);
    CHECK(target.largest == format::largestFinite(format));
    for (int count = 0; count < 20'000; ++count) {
      Plain value(200);
      const unsigned bits = 1 + static_cast<unsigned>(random() % static_cast<unsigned>(parameters.precision + 3));
      mpfr_set_ui(value.handle, random() >> (64 - std::min(bits, 63U)), MPFR_RNDN); // few bits: halfway points
      const int range = parameters.maxExponent - parameters.minExponent + 2 * parameters.precision + 10;
      const long exponent = parameters.minExponent - parameters.precision - 5 + static_cast<long>(random() % static_cast<unsigned>(range));
      mpfr_mul_2si(value.handle, value.handle, exponent - static_cast<long>(random() % bits), MPFR_RNDN);
      if (random() % 2 != 0)
        mpfr_neg(value.handle, value.handle, MPFR_RNDN);
      if (random() % 4 == 0)
        mpfr_nextabove(value.handle);
      const double expected = plainRound(value.handle, format), got = target.round(value.handle);
      CHECK((got == expected || (std::isnan(got) && std::isnan(expected))));
    }
  }
}
