// Elementary functions against MPFR's own rounding to a format's precision and exponents (mpfr_check_range and mpfr_subnormalize): every half and
// bfloat16, random doubles of all sizes, and arguments that are hard to round.
#include "runtime/elementary/correctly_rounded.h"

#include "runtime/elementary/mpfr_functions.h"
#include "test/unit/runtime/order/random_expressions.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace fporder;
using elementary::Arguments;
using elementary::correctlyRounded;
using elementary::Function;
using elementary::functionNamed;
using format::Format;
using format::RoundingMode;

namespace {

constexpr std::string_view unary[]{"exp",    "exp2",   "exp10",  "expm1", "exp2m1", "exp10m1", "log",   "log2",  "log10", "log1p",
                                   "log2p1", "sin",    "cos",    "tan",   "sinpi",  "cospi",   "tanpi", "asin",  "acos",  "atan",
                                   "sinh",   "cosh",   "tanh",   "asinh", "acosh",  "atanh",   "cbrt",  "rsqrt", "rcp",   "erf",
                                   "erfc",   "tgamma", "lgamma", "j0",    "j1",     "y0",      "y1"};
constexpr std::string_view binary[]{"pow", "hypot", "atan2", "fdim"};

/// MPFR's rounding, with the exponents of the format for its own.
class InFormat {
public:
  InFormat(Format which, mpfr_rnd_t mode) : rounding(mode), lowest(mpfr_get_emin()), highest(mpfr_get_emax()) {
    const format::Parameters parameters = format::parameters(which);
    mpfr_inits2(53, a, b, nullptr);
    mpfr_init2(result, parameters.precision);
    smallest = parameters.minExponent - parameters.precision + 2;
    largest = parameters.maxExponent + 1;
  }
  ~InFormat() { mpfr_clears(a, b, result, nullptr); }
  InFormat(const InFormat &) = delete;
  InFormat &operator=(const InFormat &) = delete;

  double operator()(const Function &function, double x, double y) {
    mpfr_set_d(a, x, MPFR_RNDN);
    mpfr_set_d(b, y, MPFR_RNDN);
    int ternary = function.arity == 1 ? function.one(result, a, rounding) : function.two(result, a, b, rounding);
    mpfr_set_emin(smallest);
    mpfr_set_emax(largest);
    ternary = mpfr_check_range(result, ternary, rounding);
    mpfr_subnormalize(result, ternary, rounding);
    mpfr_set_emin(lowest);
    mpfr_set_emax(highest);
    return mpfr_get_d(result, MPFR_RNDN);
  }

private:
  mpfr_rnd_t rounding;
  mpfr_exp_t lowest, highest, smallest = 0, largest = 0;
  mpfr_t a, b, result;
};

bool same(double x, double y) { return (std::isnan(x) && std::isnan(y)) || std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y); }

/// The values are those of `arguments`, the function's blocks and the function one by one: how many differ from MPFR's.
std::size_t differences(const Function &function, Format format, const std::vector<double> &a, const std::vector<double> &b) {
  InFormat truth(format, MPFR_RNDN);
  std::vector<double> out(a.size());
  correctlyRounded(function, format, a, b, out);
  std::size_t wrong = 0;
  for (std::size_t index = 0; index < a.size(); ++index) {
    const double expected = truth(function, a[index], b[index]);
    const bool right = same(out[index], expected) && same(correctlyRounded(function, format, {a[index], b[index]}), expected);
    if (!right && ++wrong == 1)
      MESSAGE(std::string(function.name), "(", a[index], ", ", b[index], ") in ", std::string(format::name(format)), ": ", out[index], ", not ",
              expected);
  }
  return wrong;
}

/// Arguments of every size, and near integers, halves and multiples of pi / 2, where results are near zeros, ones and exact cases.
std::vector<double> arguments(std::size_t count, std::uint64_t seed) {
  static constexpr double special[]{0.0,
                                    -0.0,
                                    1,
                                    -1,
                                    0.5,
                                    2,
                                    -2,
                                    3,
                                    -3,
                                    4,
                                    8,
                                    27,
                                    170.5,
                                    171.7,
                                    -170.5,
                                    709.78,
                                    -745.13,
                                    0x1p-1074,
                                    0x1.fffffffffffffp1023,
                                    0x1.62a88613629b5p+678, // log: 64 zeros after the 53rd bit
                                    0x1.e0000000001c2p-20,  // sin
                                    0x1.9e9cbbfd6080bp-31,  // exp
                                    0x1.6ac5b262ca1ffp+849, // cos, tan of large arguments
                                    0x1.921fb54442d18p+1,
                                    0x1.921fb54442d18p+16,
                                    1e22};
  std::vector<double> values(std::begin(special), std::end(special));
  for (const double infinite : {HUGE_VAL, -HUGE_VAL, std::nan("")})
    values.push_back(infinite);
  std::mt19937_64 bits(seed);
  while (values.size() < count) {
    const double fraction = 1 + static_cast<double>(bits() >> 11) * 0x1p-53, sign = (bits() & 1) != 0 ? -1 : 1;
    switch (bits() % 5) {
    case 0: // any exponent
      values.push_back(sign * std::ldexp(fraction, static_cast<int>(bits() % 2098) - 1074));
      break;
    case 1:
      values.push_back(sign * std::ldexp(fraction, static_cast<int>(bits() % 60) - 50));
      break;
    case 2: // few bits: exact results
      values.push_back(sign * static_cast<double>(bits() % 64) * std::ldexp(1.0, static_cast<int>(bits() % 8) - 4));
      break;
    case 3:
      values.push_back(sign * (static_cast<double>(bits() % 1000) * 0x1.921fb54442d18p+0 + std::ldexp(fraction, -static_cast<int>(bits() % 60))));
      break;
    default:
      values.push_back(sign * std::ldexp(fraction, static_cast<int>(bits() % 12) - 4));
    }
  }
  return values;
}

} // namespace

TEST_CASE("every function of every half and bfloat16 is MPFR's") {
  const std::uint32_t step = order::propertyCases(1, 61);
  for (const Format format : {Format::Binary16, Format::BFloat16}) {
    std::vector<double> values;
    for (std::uint32_t pattern = 0; pattern < 65536; pattern += step)
      values.push_back(format::decode(format, pattern));
    for (const std::string_view name : unary) {
      CAPTURE(name);
      CHECK(differences(*functionNamed(name, 1), format, values, values) == 0);
    }
  }
}

TEST_CASE("functions of doubles are MPFR's in every format") {
  const std::size_t count = order::propertyCases(40'000, 500);
  std::uint64_t seed = 3;
  for (const Format format : {Format::Binary64, Format::Binary32, Format::Binary16, Format::E5M2}) {
    const std::vector<double> a = arguments(count, ++seed), b = arguments(count, ++seed + 100);
    std::vector<double> shuffled = b;
    std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937_64(seed));
    for (const std::string_view name : unary) {
      CAPTURE(name);
      CHECK(differences(*functionNamed(name, 1), format, a, b) == 0);
    }
    for (const std::string_view name : binary) {
      CAPTURE(name);
      CHECK(differences(*functionNamed(name, 2), format, a, shuffled) == 0);
    }
  }
}

TEST_CASE("directed roundings are MPFR's") {
  const std::vector<double> a = arguments(order::propertyCases(5'000, 150), 77);
  constexpr std::pair<RoundingMode, mpfr_rnd_t> modes[]{
      {RoundingMode::Up, MPFR_RNDU}, {RoundingMode::Down, MPFR_RNDD}, {RoundingMode::TowardZero, MPFR_RNDZ}};
  for (const Format format : {Format::Binary64, Format::Binary32, Format::BFloat16})
    for (const auto &[mode, theirs] : modes)
      for (const std::string_view name : unary) {
        InFormat truth(format, theirs);
        const Function &function = *functionNamed(name, 1);
        std::size_t wrong = 0;
        for (const double x : a)
          wrong += same(correctlyRounded(function, format, {x}, {mode}), truth(function, x, 0)) ? 0 : 1;
        CAPTURE(name);
        CHECK(wrong == 0);
      }
}

TEST_CASE("the root of three squares is that of their exact sum") {
  const Function &hypot = *functionNamed("hypot", 3);
  CHECK(correctlyRounded(hypot, Format::Binary64, {1, 2, 2}) == 3);
  CHECK(correctlyRounded(hypot, Format::Binary64, {0x1p1000, 0x1p-1000, 0}) == 0x1p1000);
  CHECK(correctlyRounded(hypot, Format::Binary64, {2e-320, 3e-320, 6e-320}) == 7e-320);
  CHECK(std::isinf(correctlyRounded(hypot, Format::Binary64, {HUGE_VAL, std::nan(""), 0})));
  CHECK(std::isnan(correctlyRounded(hypot, Format::Binary64, {1, std::nan(""), 0})));
}

TEST_CASE("overflow saturates and subnormal results are flushed where that is asked for") {
  const Function &exp = *functionNamed("exp", 1);
  CHECK(correctlyRounded(exp, Format::E4M3FN, {10}, {RoundingMode::NearestEven, false, true}) == 448);
  CHECK(std::isnan(correctlyRounded(exp, Format::E4M3FN, {10})));
  CHECK(correctlyRounded(exp, Format::Binary64, {800}, {RoundingMode::TowardZero}) == 0x1.fffffffffffffp1023);
  CHECK(correctlyRounded(exp, Format::Binary32, {-90}) > 0);
  CHECK(correctlyRounded(exp, Format::Binary32, {-90}, {RoundingMode::NearestEven, true}) == 0);
  CHECK(correctlyRounded(exp, Format::Binary64, {-740}, {RoundingMode::NearestEven, true}) == 0);
  CHECK(correctlyRounded(exp, Format::Binary64, {-1e300}, {RoundingMode::Up}) == 0x1p-1074);
}
