#include "runtime/order/integer_operators.h"

#include <cmath>

namespace fporder::order {

namespace {

constexpr std::int64_t widestShift = 63;

std::optional<double> shifted(std::int64_t value, std::int64_t places) {
  const double product = std::ldexp(static_cast<double>(value), static_cast<int>(places));
  return std::fabs(product) <= mostExact ? std::optional(product) : std::nullopt;
}

std::optional<double> binary(char operation, std::int64_t a, std::int64_t b) {
  const bool shifts = operation == '<' || operation == '>';
  if ((shifts && (b < 0 || b > widestShift)) || (operation == '%' && b == 0))
    return std::nullopt;
  switch (operation) {
  case '&':
    return static_cast<double>(a & b);
  case '|':
    return static_cast<double>(a | b);
  case '^':
    return static_cast<double>(a ^ b);
  case '<':
    return shifted(a, b);
  case '>':
    return static_cast<double>(a >> b);
  default:
    return static_cast<double>(a % b);
  }
}

} // namespace

bool isExactInteger(double value) { return std::fabs(value) <= mostExact && value == std::nearbyint(value); }

bool isIntegerOperator(std::string_view symbol, unsigned operands) {
  if (operands == 1)
    return symbol == "~";
  return operands == 2 && (symbol == "&" || symbol == "|" || symbol == "^" || symbol == "<<" || symbol == ">>" || symbol == "%");
}

std::optional<double> integerOperation(std::string_view symbol, double a, double b) {
  if (!isExactInteger(a))
    return std::nullopt;
  if (symbol == "~")
    return -a - 1;
  return isExactInteger(b) ? binary(symbol.front(), static_cast<std::int64_t>(a), static_cast<std::int64_t>(b)) : std::nullopt;
}

} // namespace fporder::order
