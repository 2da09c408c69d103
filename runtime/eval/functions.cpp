#include "runtime/eval/functions.h"

#include "runtime/order/function_facts.h"
#include "runtime/order/integer_operators.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace fporder::eval {

namespace {

constexpr double pi = std::numbers::pi;

double ldexpOf(double x, double exponent) { return std::ldexp(x, static_cast<int>(std::fmin(std::fmax(exponent, -5000), 5000))); }
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
constexpr Function one(std::string_view name, Function::Unary unary) {
  Function function;
  function.name = name;
  function.arity = 1;
  function.unary = unary;
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
/// Every function that is correctly rounded: those of one or two numbers, hypot of three too.
void addElementary(std::vector<Function> &rows) {
  for (const order::FunctionFacts &facts : order::functionTable())
    for (std::uint8_t arity = 1; arity <= 3; ++arity)
      if (const elementary::Function *known = elementary::functionNamed(facts.name, arity)) {
        Function function;
        function.name = facts.name;
        function.arity = arity;
        function.elementary = known;
        function.grows = facts.grows;
        function.neverZero = facts.sign == order::FunctionSign::Positive;
        function.zeroOnlyAtZero = facts.zeroOnlyAtZero;
        rows.push_back(function);
      }
}

const std::vector<Function> &table() {
  static const std::vector<Function> rows = [] {
    std::vector<Function> built{
        one("logb", [](double x) { return std::logb(x); }),
        one("ilogb", integerExponent),
        one("sqrt", [](double x) { return std::sqrt(x); }),
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
        two("fmod", [](double x, double y) { return std::fmod(x, y); }),
        two("remainder", [](double x, double y) { return std::remainder(x, y); }),
        two("ldexp", ldexpOf, true),
        one("~", [](double x) { return integerOperator<'~'>(x, 0); }),
        two("&", integerOperator<'&'>),
        two("|", integerOperator<'|'>),
        two("^", integerOperator<'^'>),
        two("%", integerOperator<'%'>),
        two("<<", integerOperator<'<', '<'>),
        two(">>", integerOperator<'>', '>'>),
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
    addElementary(built);
    return built;
  }();
  return rows;
}

} // namespace

double Function::operator()(format::Format format, const elementary::Arguments &arguments, const format::Conversion &conversion) const {
  if (elementary != nullptr)
    return elementary::correctlyRounded(*elementary, format, arguments, conversion);
  const auto &[a, b, c] = arguments;
  return format::roundTo(format, arity == 0 ? constant : arity == 1 ? unary(a) : binary(a, b), conversion);
}

const Function *functionNamed(std::string_view name, std::size_t arguments) {
  for (const Function &function : table())
    if (function.arity == arguments && function.name == name)
      return &function;
  return nullptr;
}

} // namespace fporder::eval
