#include "runtime/order/integer_limits.h"

#include "runtime/order/integer_operators.h"

#include <algorithm>
#include <cmath>

namespace fporder::order {

namespace {

constexpr std::uint32_t stated = std::uint32_t{1} << 31;

IntegerLimits unpacked(std::uint32_t bits) {
  IntegerLimits limits;
  limits.width = static_cast<std::uint8_t>(bits & 0x7f);
  limits.isSigned = (bits >> 7 & 1) != 0;
  limits.asWidth = static_cast<std::uint8_t>(bits >> 8 & 0x7f);
  limits.asSigned = (bits >> 15 & 1) != 0;
  limits.below = static_cast<std::uint8_t>(bits >> 16 & 0x3f);
  limits.above = static_cast<std::uint8_t>(bits >> 22 & 0x3f);
  return limits;
}

std::uint64_t lowBits(double value) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)); }

bool isIntegral(format::Format format) { return format == format::Format::Integer || format == format::Format::Boolean; }

} // namespace

std::uint32_t packed(const IntegerLimits &limits) {
  return stated | limits.width | std::uint32_t{limits.isSigned} << 7 | std::uint32_t{limits.asWidth} << 8 | std::uint32_t{limits.asSigned} << 15 |
         std::uint32_t{limits.below} << 16 | std::uint32_t{limits.above} << 22;
}

IntegerLimits IntegerLimits::ofType(unsigned bits, bool isSigned) {
  const auto digits = static_cast<std::uint8_t>(std::min<unsigned>(isSigned ? bits - 1 : bits, exactBits));
  IntegerLimits limits;
  limits.width = static_cast<std::uint8_t>(bits);
  limits.isSigned = isSigned;
  limits.below = static_cast<std::uint8_t>(isSigned ? digits + 1 : 0);
  limits.above = digits;
  return limits;
}

double IntegerLimits::lowest() const { return below == 0 ? 0 : -std::ldexp(1.0, below - 1); }
double IntegerLimits::highest() const { return above >= exactBits ? mostExact : std::ldexp(1.0, above) - 1; }

IntegerLimits IntegerLimits::within(const IntegerLimits &type) const {
  IntegerLimits both = *this;
  both.below = std::min(below, type.below);
  both.above = std::min(above, type.above);
  return both;
}

IntegerLimits IntegerLimits::convertedTo(const IntegerLimits &type) const {
  if (type.contain(*this) || width == 0 || type.width > (asWidth != 0 ? asWidth : width))
    return within(type);
  IntegerLimits both = *this;
  both.asWidth = type.width;
  both.asSigned = type.isSigned;
  both.below = type.below;
  both.above = type.above;
  return both;
}

std::optional<double> IntegerLimits::converted(double result) const {
  if (asWidth != 0 && !ofType(asWidth, asSigned).hold(result)) {
    const std::uint64_t kept = lowBits(result) << (64 - asWidth);
    result = asSigned ? static_cast<double>(static_cast<std::int64_t>(kept) >> (64 - asWidth)) : static_cast<double>(kept >> (64 - asWidth));
  }
  return hold(result) ? std::optional(result) : std::nullopt;
}

bool mayHaveLimits(const Graph &graph, NodeId node) {
  const Node stored = graph[node];
  if (isLeaf(stored.op) || stored.op == Op::Recurrence || stored.op == Op::Terms || stored.type.shape != Shape::Scalar)
    return false;
  if (stored.op == Op::Compare || stored.op == Op::Cast)
    return isIntegral(graph[graph.operand(node, 0)].type.format) || stored.type.format == format::Format::Integer;
  return stored.type.format == format::Format::Integer;
}

std::optional<IntegerLimits> integerLimits(const Graph &graph, NodeId node) {
  const std::uint32_t bits = graph[node].version;
  return (bits & stated) != 0 && mayHaveLimits(graph, node) ? std::optional(unpacked(bits)) : std::nullopt;
}

NodeId withLimits(Graph &graph, NodeId node, const IntegerLimits &limits) {
  const Node old = graph[node];
  NodeSpec spec;
  spec.op = old.op;
  spec.type = old.type;
  spec.operands = graph.operands(node);
  spec.symbol = graph.symbol(node);
  spec.version = packed(limits);
  spec.reduction = old.op == Op::Reduce ? &graph.reduction(node) : nullptr;
  spec.rounding = old.rounding;
  spec.environment = graph.environment(node);
  spec.place = old.place;
  return graph.intern(spec);
}

bool isModular(Op op, std::string_view symbol) {
  if (op == Op::Call)
    return symbol == "&" || symbol == "|" || symbol == "^" || symbol == "~" || symbol == "<<";
  return op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::Neg;
}

std::optional<double> moduloWidth(Op op, std::string_view symbol, double a, double b, unsigned width) {
  const bool unary = op == Op::Neg || symbol == "~";
  if (!isExactInteger(a) || (!unary && !isExactInteger(b)))
    return std::nullopt;
  const std::uint64_t x = lowBits(a), y = unary ? 0 : lowBits(b);
  std::uint64_t result = 0;
  if (op == Op::Add)
    result = x + y;
  else if (op == Op::Sub)
    result = x - y;
  else if (op == Op::Mul)
    result = x * y;
  else if (op == Op::Neg)
    result = 0 - x;
  else if (symbol == "&")
    result = x & y;
  else if (symbol == "|")
    result = x | y;
  else if (symbol == "^")
    result = x ^ y;
  else if (symbol == "~")
    result = ~x;
  else if (b < 0 || b >= width)
    return std::nullopt;
  else
    result = x << y;
  if (width < 64)
    result &= (std::uint64_t{1} << width) - 1;
  return result <= std::uint64_t{1} << IntegerLimits::exactBits ? std::optional(static_cast<double>(result)) : std::nullopt;
}

} // namespace fporder::order
