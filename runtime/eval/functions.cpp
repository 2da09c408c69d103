#include "runtime/eval/functions.h"

#include "runtime/order/integer_operators.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace fporder::eval {

namespace {

constexpr double pi = std::numbers::pi;

/// Halves of a turn reduced exactly before they are scaled.
double sinPi(double x) {
  const double reduced = std::remainder(x, 2);
  return std::fabs(reduced) == 1 ? std::copysign(0.0, x) : std::sin(pi * reduced);
}
double cosPi(double x) {
  const double reduced = std::fabs(std::remainder(x, 2));
  return reduced == 0.5 ? 0 : std::cos(pi * reduced);
}
double ldexpOf(double x, double exponent) { return std::ldexp(x, static_cast<int>(std::fmin(std::fmax(exponent, -5000), 5000))); }
double logGamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign); // the plain function writes to a global
}
double significandOf(double x) { return x == 0 || !std::isfinite(x) ? x : std::ldexp(x, -std::ilogb(x)); }
double integerExponent(double x) { return std::logb(x); }

/// NaN where C has no value, and beyond the integers that binary64 holds.
template <char first, char second = 0> double integerOperator(double a, double b) {
  constexpr char symbol[]{first, second, 0};
  return order::integerOperation(symbol, a, b).value_or(std::numeric_limits<double>::quiet_NaN());
}

constexpr Function constantNamed(std::string_view name, double value) {
  Function function;
  function.name = name;
  function.constant = value;
  return function;
}
constexpr Function one(std::string_view name, Function::Unary unary, bool grows = false) {
  Function function;
  function.name = name;
  function.arity = 1;
  function.unary = unary;
  function.grows = grows;
  return function;
}
constexpr Function two(std::string_view name, Function::Binary binary, bool grows = false) {
  Function function;
  function.name = name;
  function.arity = 2;
  function.binary = binary;
  function.grows = grows;
  return function;
}
constexpr Function three(std::string_view name, Function::Ternary ternary) {
  Function function;
  function.name = name;
  function.arity = 3;
  function.ternary = ternary;
  function.grows = true;
  return function;
}

const Function table[] = {
    one(
        "exp", [](double x) { return std::exp(x); }, true),
    one(
        "exp2", [](double x) { return std::exp2(x); }, true),
    one(
        "exp10", [](double x) { return std::pow(10, x); }, true),
    one(
        "expm1", [](double x) { return std::expm1(x); }, true),
    one(
        "exp2m1", [](double x) { return std::expm1(x * std::numbers::ln2); }, true),
    one(
        "exp10m1", [](double x) { return std::expm1(x * std::numbers::ln10); }, true),
    one("log", [](double x) { return std::log(x); }),
    one("log2", [](double x) { return std::log2(x); }),
    one("log10", [](double x) { return std::log10(x); }),
    one("log1p", [](double x) { return std::log1p(x); }),
    one("log2p1", [](double x) { return std::log1p(x) * std::numbers::log2e; }),
    one("logb", [](double x) { return std::logb(x); }),
    one("ilogb", integerExponent),
    one("sin", [](double x) { return std::sin(x); }),
    one("cos", [](double x) { return std::cos(x); }),
    one("tan", [](double x) { return std::tan(x); }),
    one("sinpi", sinPi),
    one("cospi", cosPi),
    one("tanpi", [](double x) { return sinPi(x) / cosPi(x); }),
    one("asin", [](double x) { return std::asin(x); }),
    one("acos", [](double x) { return std::acos(x); }),
    one("atan", [](double x) { return std::atan(x); }),
    one(
        "sinh", [](double x) { return std::sinh(x); }, true),
    one(
        "cosh", [](double x) { return std::cosh(x); }, true),
    one("tanh", [](double x) { return std::tanh(x); }),
    one("asinh", [](double x) { return std::asinh(x); }),
    one("acosh", [](double x) { return std::acosh(x); }),
    one("atanh", [](double x) { return std::atanh(x); }),
    one("sqrt", [](double x) { return std::sqrt(x); }),
    one("cbrt", [](double x) { return std::cbrt(x); }),
    one("rsqrt", [](double x) { return 1 / std::sqrt(x); }),
    one("rcp", [](double x) { return 1 / x; }),
    one("erf", [](double x) { return std::erf(x); }),
    one(
        "erfc", [](double x) { return std::erfc(x); }, true),
    one(
        "tgamma", [](double x) { return std::tgamma(x); }, true),
    one("lgamma", logGamma, true),
    one("j0", [](double x) { return ::j0(x); }),
    one("j1", [](double x) { return ::j1(x); }),
    one("y0", [](double x) { return ::y0(x); }),
    one("y1", [](double x) { return ::y1(x); }),
    one("floor", [](double x) { return std::floor(x); }),
    one("ceil", [](double x) { return std::ceil(x); }),
    one("trunc", [](double x) { return std::trunc(x); }),
    one("round", [](double x) { return std::round(x); }),
    one("rint", [](double x) { return std::nearbyint(x); }),
    one("nearbyint", [](double x) { return std::nearbyint(x); }),
    one("roundeven", [](double x) { return std::nearbyint(x); }),
    one("fabs", [](double x) { return std::fabs(x); }),
    one("significand", significandOf),
    one("isnan", [](double x) { return std::isnan(x) ? 1.0 : 0.0; }),
    one("isinf", [](double x) { return std::isinf(x) ? 1.0 : 0.0; }),
    one("isfinite", [](double x) { return std::isfinite(x) ? 1.0 : 0.0; }),
    one("iszero", [](double x) { return x == 0 ? 1.0 : 0.0; }),
    one("signbit", [](double x) { return std::signbit(x) ? 1.0 : 0.0; }),
    two("isunordered", [](double x, double y) { return std::isunordered(x, y) ? 1.0 : 0.0; }),
    two(
        "pow", [](double x, double y) { return std::pow(x, y); }, true),
    two(
        "hypot", [](double x, double y) { return std::hypot(x, y); }, true),
    two("atan2", [](double x, double y) { return std::atan2(x, y); }),
    two("fmod", [](double x, double y) { return std::fmod(x, y); }),
    two("remainder", [](double x, double y) { return std::remainder(x, y); }),
    two("fdim", [](double x, double y) { return std::fdim(x, y); }),
    two("ldexp", ldexpOf, true),
    one("~", [](double x) { return integerOperator<'~'>(x, 0); }),
    two("&", integerOperator<'&'>),
    two("|", integerOperator<'|'>),
    two("^", integerOperator<'^'>),
    two("%", integerOperator<'%'>),
    two("<<", integerOperator<'<', '<'>),
    two(">>", integerOperator<'>', '>'>),
    three("hypot", [](double x, double y, double z) { return std::hypot(x, y, z); }),
    constantNamed("E", std::numbers::e),
    constantNamed("LOG2E", std::numbers::log2e),
    constantNamed("LOG10E", std::numbers::log10e),
    constantNamed("LN2", std::numbers::ln2),
    constantNamed("LN10", std::numbers::ln10),
    constantNamed("PI", pi),
    constantNamed("PI_2", pi / 2),
    constantNamed("PI_4", pi / 4),
    constantNamed("M_1_PI", std::numbers::inv_pi),
    constantNamed("M_2_PI", 2 * std::numbers::inv_pi),
    constantNamed("M_2_SQRTPI", 2 * std::numbers::inv_sqrtpi),
    constantNamed("SQRT2", std::numbers::sqrt2),
    constantNamed("SQRT1_2", std::numbers::sqrt2 / 2),
    constantNamed("INFINITY", std::numeric_limits<double>::infinity()),
    constantNamed("NAN", std::numeric_limits<double>::quiet_NaN()),
};

} // namespace

const Function *functionNamed(std::string_view name, std::size_t arguments) {
  for (const Function &function : table)
    if (function.arity == arguments && function.name == name)
      return &function;
  return nullptr;
}

} // namespace fporder::eval
