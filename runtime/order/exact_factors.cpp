// The normal form of exact factors: roundings.h says what it promises.
#include "runtime/limits/limits.h"
#include "runtime/order/roundings.h"
#include "runtime/order/traversal.h"

#include <charconv>
#include <cstdlib>
#include <utility>

namespace fporder::order {

namespace {

using format::Format;

bool isExact(Format format) { return format == Format::Integer || format == Format::Boolean; }

/// Beyond this power of two nothing is moved: far outside every format, and sums of a few such exponents stay within what a Number holds.
constexpr long long largestExponent = limits::most(limits::Limit::FactoredExponent);

/// A value as (-1)^negative * 2^exponent * core; an invalid core stands for 1.
struct Factored {
  bool negative = false;
  long long exponent = 0;
  NodeId core;
  ValueType type;
};

class FactorNormaliser {
public:
  FactorNormaliser(Graph &target, const std::function<bool(NodeId)> &leaf) : graph(target), isLeaf(leaf) {}

  NodeId normalise(NodeId root);

private:
  bool stops(NodeId node) const { return order::isLeaf(graph[node].op) || (isLeaf && isLeaf(node)); }
  Factored factor(NodeId node);
  Factored factorConstant(NodeId node);
  Factored factorSum(NodeId node);
  Factored factorFma(NodeId node);
  Factored factorQuotient(NodeId node);
  Factored factorSqrt(NodeId node);
  Factored factorChoice(NodeId node, std::size_t first);
  Factored factorCast(NodeId node);
  Factored factorReduction(NodeId node);
  Factored plain(NodeId node);
  NodeId coreOf(const Factored &value);
  NodeId materialise(Factored value);
  NodeId rebuilt(NodeId like, std::span<const NodeId> operands, Op op);
  NodeId rebuilt(NodeId like, std::span<const NodeId> operands) { return rebuilt(like, operands, graph[like].op); }
  const Factored &known(NodeId node) const { return results.at(node.index); }

  Graph &graph;
  const std::function<bool(NodeId)> &isLeaf;
  IndexMap<Factored> results;
};

Number powerOfTwo(long long exponent) {
  auto number = Number::parse("0x1p" + std::to_string(exponent));
  return number ? *number : Number::fromInteger(1);
}

NodeId FactorNormaliser::rebuilt(NodeId like, std::span<const NodeId> operands, Op op) {
  NodeSpec spec;
  const Node data = graph[like];
  spec.op = op;
  spec.type = data.type;
  spec.operands = operands;
  spec.symbol = graph.symbol(like);
  spec.version = data.version;
  spec.reduction = data.op == Op::Reduce ? &graph.reduction(like) : nullptr;
  spec.rounding = data.rounding;
  spec.environment = graph.environment(like);
  spec.storage = graph.storage(like);
  return graph.intern(spec);
}

NodeId FactorNormaliser::coreOf(const Factored &value) { return value.core ? value.core : graph.constant(Number::fromInteger(1), value.type); }

NodeId FactorNormaliser::materialise(Factored value) {
  if (!value.core) {
    const Number power = powerOfTwo(value.exponent);
    return graph.constant(value.negative ? power.negated() : power, value.type);
  }
  NodeId node = value.core;
  if (value.exponent != 0)
    node = graph.binary(Op::Mul, graph.constant(powerOfTwo(value.exponent), value.type), node, value.type);
  return value.negative ? graph.unary(Op::Neg, node, value.type) : node;
}

/// The operation over its operands' written-out normal forms: nothing moves through it.
Factored FactorNormaliser::plain(NodeId node) {
  const ValueType type = graph[node].type;
  std::vector<NodeId> operands;
  for (const NodeId operand : graph.operands(node))
    operands.push_back(materialise(known(operand)));
  return {false, 0, rebuilt(node, operands), type};
}

Factored FactorNormaliser::factorConstant(NodeId node) {
  const Number &number = graph.number(node);
  const ValueType type = graph[node].type;
  if (!number.isFinite() || number.isZero() || isExact(type.format))
    return {false, 0, node, type};
  const bool negative = number.isNegative();
  const Number magnitude = negative ? number.negated() : number;
  const std::string &text = magnitude.text();
  const auto point = text.find('p');
  if (point == std::string::npos)
    return {negative, 0, graph.constant(magnitude, type), type};
  long long exponent = 0;
  const char *first = text.data() + point + (text[point + 1] == '+' ? 2 : 1);
  std::from_chars(first, text.data() + text.size(), exponent);
  if (std::abs(exponent) > largestExponent)
    return {false, 0, node, type};
  if (magnitude.isPowerOfTwo())
    return {negative, exponent, {}, type};
  return {negative, exponent, graph.constant(*Number::parse(text.substr(0, point) + "p+0"), type), type};
}

Factored FactorNormaliser::factorSum(NodeId node) {
  const ValueType type = graph[node].type;
  Factored left = known(graph.operand(node, 0)), right = known(graph.operand(node, 1));
  right.negative ^= graph[node].op == Op::Sub;
  const long long exponent = std::min(left.exponent, right.exponent);
  left.exponent -= exponent;
  right.exponent -= exponent;
  const bool leftNegative = std::exchange(left.negative, false), rightNegative = std::exchange(right.negative, false);
  NodeId first = materialise(left), second = materialise(right);
  bool negative = leftNegative;
  if (leftNegative != rightNegative && graph.value(second) < graph.value(first)) {
    std::swap(first, second); // a - b and -(b - a): one of the two, always the same
    negative = rightNegative;
  }
  const NodeId operands[]{first, second};
  return {negative, exponent, rebuilt(node, operands, leftNegative == rightNegative ? Op::Add : Op::Sub), type};
}

Factored FactorNormaliser::factorFma(NodeId node) {
  const ValueType type = graph[node].type;
  Factored left = known(graph.operand(node, 0)), right = known(graph.operand(node, 1)), addend = known(graph.operand(node, 2));
  const long long product = left.exponent + right.exponent;
  const long long exponent = std::min(product, addend.exponent);
  const bool productNegative = left.negative != right.negative;
  Factored first{false, 0, coreOf(left), type}, second{false, 0, coreOf(right), type};
  if (graph.value(second.core) < graph.value(first.core))
    std::swap(first, second);
  first.exponent = product - exponent;
  first.negative = productNegative != addend.negative;
  const bool negative = std::exchange(addend.negative, false);
  addend.exponent -= exponent;
  const NodeId operands[]{materialise(first), materialise(second), materialise(addend)};
  return {negative, exponent, rebuilt(node, operands), type};
}

/// Mul and Div: signs and powers of two simply add up, and a core of 1 disappears.
Factored FactorNormaliser::factorQuotient(NodeId node) {
  const ValueType type = graph[node].type;
  const bool divides = graph[node].op == Op::Div;
  const Factored left = known(graph.operand(node, 0)), right = known(graph.operand(node, 1));
  Factored result{left.negative != right.negative, divides ? left.exponent - right.exponent : left.exponent + right.exponent, {}, type};
  if (std::abs(result.exponent) > largestExponent)
    return plain(node);
  if (!right.core)
    result.core = left.core;
  else if (!left.core && !divides)
    result.core = right.core;
  else {
    const NodeId operands[]{coreOf(left), right.core};
    result.core = rebuilt(node, operands);
  }
  return result;
}

Factored FactorNormaliser::factorSqrt(NodeId node) {
  const ValueType type = graph[node].type;
  Factored operand = known(graph.operand(node, 0));
  const long long odd = operand.exponent & 1;
  const long long half = (operand.exponent - odd) / 2;
  if (!operand.core && odd == 0 && !operand.negative)
    return {false, half, {}, type};
  operand.exponent = odd;
  const NodeId operands[]{materialise(operand)};
  return {false, half, rebuilt(node, operands), type};
}

/// Min, Max and Select (whose choices begin at operand `first`): what both choices share moves out.
Factored FactorNormaliser::factorChoice(NodeId node, std::size_t first) {
  const ValueType type = graph[node].type;
  Factored left = known(graph.operand(node, static_cast<unsigned>(first))), right = known(graph.operand(node, static_cast<unsigned>(first + 1)));
  const long long exponent = std::min(left.exponent, right.exponent);
  const bool negative = left.negative && right.negative;
  left.exponent -= exponent;
  right.exponent -= exponent;
  left.negative ^= negative;
  right.negative ^= negative;
  Op op = graph[node].op;
  if (negative && op != Op::Select)
    op = op == Op::Min ? Op::Max : Op::Min;
  std::vector<NodeId> operands;
  if (first == 1)
    operands.push_back(materialise(known(graph.operand(node, 0))));
  operands.push_back(materialise(left));
  operands.push_back(materialise(right));
  return {negative, exponent, rebuilt(node, operands, op), type};
}

Factored FactorNormaliser::factorCast(NodeId node) {
  const Node data = graph[node];
  const Format from = graph[graph.operand(node, 0)].type.format;
  if (isExact(from) || isExact(data.type.format))
    return plain(node);
  Factored operand = known(graph.operand(node, 0));
  if (!operand.core)
    return {operand.negative, operand.exponent, {}, data.type};
  // Rounding up of -x is not the negation of rounding up of x.
  const bool directed = data.rounding == Rounding::Up || data.rounding == Rounding::Down;
  const Factored inner{directed && operand.negative, 0, operand.core, operand.type};
  const NodeId operands[]{materialise(inner)};
  return {!directed && operand.negative, operand.exponent, rebuilt(node, operands), data.type};
}

Factored FactorNormaliser::factorReduction(NodeId node) {
  const auto operands = graph.operands(node);
  const NodeId init = operands[initialOperand];
  const Reduction &reduction = graph.reduction(node);
  if (reduction.fused)
    return {false, 0, node, graph[node].type}; // its products are not rounded, and stay products
  const bool startsAtZero = graph[init].op == Op::Constant && graph.number(init).isZero();
  if (reduction.kind != ReductionKind::Sum || reduction.continues || !startsAtZero)
    return plain(node);
  const Factored term = known(operands[termOperand]);
  std::vector<NodeId> inner(operands.begin(), operands.end());
  inner[termOperand] = coreOf(term);
  return {term.negative, term.exponent, rebuilt(node, inner), graph[node].type};
}

Factored FactorNormaliser::factor(NodeId node) {
  const Node data = graph[node];
  if (data.op == Op::Constant)
    return factorConstant(node);
  if (stops(node))
    return {false, 0, node, data.type};
  // Under a rounding mode that may be directed, signs do not commute with rounding.
  if (isExact(data.type.format) || graph.environment(node).dynamicRounding)
    return plain(node);
  switch (data.op) {
  case Op::Neg: {
    Factored result = known(graph.operand(node, 0));
    result.negative = !result.negative;
    result.type = data.type;
    return result;
  }
  case Op::Abs: {
    const Factored operand = known(graph.operand(node, 0));
    if (!operand.core)
      return {false, operand.exponent, {}, data.type};
    const NodeId operands[]{operand.core};
    return {false, operand.exponent, rebuilt(node, operands), data.type};
  }
  case Op::CopySign: {
    Factored magnitude = known(graph.operand(node, 0)), sign = known(graph.operand(node, 1));
    sign.exponent = 0;
    const NodeId operands[]{coreOf(magnitude), materialise(sign)};
    return {false, magnitude.exponent, rebuilt(node, operands), data.type};
  }
  case Op::Add:
  case Op::Sub:
    return factorSum(node);
  case Op::Mul:
  case Op::Div:
    return factorQuotient(node);
  case Op::Fma:
    return factorFma(node);
  case Op::Sqrt:
    return factorSqrt(node);
  case Op::Min:
  case Op::Max:
    return factorChoice(node, 0);
  case Op::Select:
    return factorChoice(node, 1);
  case Op::Cast:
    return factorCast(node);
  case Op::Reduce:
    return factorReduction(node);
  default:
    return plain(node);
  }
}

NodeId FactorNormaliser::normalise(NodeId root) {
  for (const NodeId node : reachable(graph, root, [&](NodeId candidate) { return stops(candidate); }))
    results[node.index] = factor(node);
  return materialise(known(root));
}

} // namespace

NodeId exactFactorNormalForm(Graph &graph, NodeId node, const std::function<bool(NodeId)> &isLeaf) {
  return FactorNormaliser(graph, isLeaf).normalise(node);
}

} // namespace fporder::order
