// What is known of values at compile time: constant expressions and powers of two.
#include "rules/engine/analysis.h"

#include "runtime/limits/limits.h"

#include <algorithm>
#include <cmath>

namespace fporder::rules {

using namespace order;
using format::Format;

namespace {

constexpr unsigned constantDepth = limits::most(limits::Limit::ConstantDepth);

/// Integer arithmetic on values that binary64 holds exactly.
std::optional<double> integerOperation(Op op, std::string_view symbol, double left, double right) {
  constexpr double limit = 0x1p53;
  auto bounded = [&](double value) -> std::optional<double> { return std::fabs(value) <= limit ? std::optional(value) : std::nullopt; };
  switch (op) {
  case Op::Add:
    return bounded(left + right);
  case Op::Sub:
    return bounded(left - right);
  case Op::Mul:
    return bounded(left * right);
  case Op::Div:
    return right == 0 ? std::nullopt : bounded(std::trunc(left / right));
  case Op::Neg:
    return -left;
  case Op::Cast:
    return bounded(std::trunc(left));
  default:
    break;
  }
  bool shift = op == Op::Call && (symbol == "<<" || symbol == ">>") && right >= 0 && right < 53;
  if (!shift)
    return std::nullopt;
  return bounded(symbol == "<<" ? std::ldexp(left, static_cast<int>(right)) : std::floor(std::ldexp(left, -static_cast<int>(right))));
}

/// A binary64 operation on binary32 operands followed by one rounding to binary32 is correctly rounded for these (Figueroa 1995).
std::optional<double> floatingOperation(Op op, Format format, double left, double right) {
  if (format != Format::Binary32 && format != Format::Binary64 && op != Op::Neg)
    return std::nullopt;
  // fporder: allow(early-narrowing) reason="the rounding is what is computed here"
  auto rounded = [&](double value) { return format == Format::Binary32 ? static_cast<double>(static_cast<float>(value)) : value; };
  switch (op) {
  case Op::Neg:
    return -left;
  case Op::Cast:
    return rounded(left);
  case Op::Add:
    return rounded(left + right);
  case Op::Sub:
    return rounded(left - right);
  case Op::Mul:
    return rounded(left * right);
  case Op::Div:
    return right == 0 ? std::nullopt : std::optional(rounded(left / right));
  case Op::Sqrt:
    return rounded(std::sqrt(left));
  default:
    return std::nullopt;
  }
}

} // namespace

bool Analysis::isConstant(NodeId node) const {
  if (graph().constantHeight(node) <= constantDepth)
    return true;
  if (graph().onlyConstants(node))
    limits::Watch::note(limits::Limit::ConstantDepth);
  return false;
}

std::optional<double> Analysis::constantDouble(NodeId node, unsigned depth) const {
  Node stored = graph()[node];
  if (stored.op == Op::Constant) {
    const Number &number = graph().number(node);
    double value = number.approximate();
    if (!number.isFinite() || !std::isfinite(value) || Number::fromDouble(value) != number)
      return std::nullopt;
    return value;
  }
  if (depth == 0 || stored.operandCount == 0 || stored.operandCount > 2)
    return std::nullopt;
  std::optional<double> left = constantDouble(graph().operand(node, 0), depth - 1);
  std::optional<double> right = stored.operandCount == 2 ? constantDouble(graph().operand(node, 1), depth - 1) : 0.0;
  if (!left || !right)
    return std::nullopt;
  if (stored.type.format == Format::Integer)
    return integerOperation(stored.op, stored.op == Op::Call ? graph().symbol(node) : std::string_view(), *left, *right);
  return floatingOperation(stored.op, stored.type.format, *left, *right);
}

std::optional<Number> Analysis::constantValue(NodeId node) const {
  node = strip(node);
  if (graph()[node].op == Op::Constant)
    return graph().number(node);
  if (!(shape(node) & shapeBit(Op::Constant)))
    return std::nullopt;
  std::optional<double> value = constantDouble(node, constantDepth);
  if (!value || !std::isfinite(*value))
    return std::nullopt;
  return Number::fromDouble(*value);
}

bool Analysis::isPowerOfTwo(NodeId node) const { return isPowerOfTwoWithin(node, constantDepth); }

bool Analysis::isPowerOfTwoWithin(NodeId node, unsigned depth) const {
  node = strip(node);
  Node stored = graph()[node];
  if (stored.op == Op::Constant)
    return graph().number(node).isPowerOfTwo();
  if (depth == 0 || stored.operandCount == 0)
    return false;
  auto operandIs = [&](unsigned position) { return isPowerOfTwoWithin(graph().operand(node, position), depth - 1); };
  bool integer = stored.type.format == Format::Integer;
  switch (stored.op) {
  case Op::Neg:
  case Op::Abs:
    return operandIs(0);
  case Op::Cast: // of 1 << n, say: any power of two that an integer holds is one in every format, bar overflow
    return !integer && operandIs(0);
  case Op::Mul:
    return operandIs(0) && operandIs(1);
  case Op::Div:
    return !integer && operandIs(0) && operandIs(1);
  case Op::Select:
    return operandIs(1) && operandIs(2);
  case Op::Call:
    break;
  default: {
    std::optional<Number> value = constantValue(node);
    return value && value->isPowerOfTwo();
  }
  }
  std::string_view name = graph().symbol(node);
  if (name == "bits" && stored.operandCount == 1 && format::isFloatingPoint(stored.type.format))
    return isScaledBits(graph().operand(node, 0), static_cast<unsigned>(format::parameters(stored.type.format).precision) - 1, depth - 1);
  if (name == "pow" && stored.operandCount == 2)
    return operandIs(0) && isIntegral(strip(graph().operand(node, 1)));
  if (name == "<<" || name == "ldexp" || name == "scalbn" || name == "scalbln")
    return operandIs(0);
  NodeId argument = graph().operand(node, 0);
  while (graph()[argument].op == Op::Cast)
    argument = graph().operand(argument, 0);
  return name == "exp2" && (graph()[argument].type.format == Format::Integer || isIntegral(argument));
}

/// An encoding without fraction: e << 23 as binary32. A constant may be that of a subnormal power of two.
bool Analysis::isScaledBits(NodeId bits, unsigned fractionBits, unsigned depth) const {
  while (graph()[bits].op == Op::Cast)
    bits = graph().operand(bits, 0);
  const double unit = std::ldexp(1.0, static_cast<int>(fractionBits));
  if (const std::optional<Number> number = constantValue(bits)) {
    const double value = number->approximate();
    return number->isInteger() && (std::fmod(value, unit) == 0 || (value > 0 && value < unit && number->isPowerOfTwo()));
  }
  const Node stored = graph()[bits];
  if (depth == 0 || stored.operandCount < 2)
    return false;
  const auto operandIs = [&](unsigned position) { return isScaledBits(graph().operand(bits, position), fractionBits, depth - 1); };
  const std::string_view symbol = stored.op == Op::Call ? graph().symbol(bits) : std::string_view();
  if (stored.op == Op::Select)
    return operandIs(1) && operandIs(2);
  if (symbol == "<<") {
    const std::optional<Number> shift = constantValue(graph().operand(bits, 1));
    return operandIs(0) || (shift && shift->approximate() >= fractionBits);
  }
  if (symbol == "&" || stored.op == Op::Mul)
    return operandIs(0) || operandIs(1);
  return (symbol == "|" || symbol == "^" || stored.op == Op::Add || stored.op == Op::Sub || stored.op == Op::Min || stored.op == Op::Max) &&
         operandIs(0) && operandIs(1);
}

} // namespace fporder::rules
