#include "runtime/order/roundings.h"

#include "runtime/order/traversal.h"

namespace fporder::order {

namespace {

using format::Format;

bool isExactFormat(Format format) { return format == Format::Integer || format == Format::Boolean; }

/// What is known of a value whose expression has constants for leaves only.
struct ConstantFacts {
  bool constant = false;
  bool powerOfTwo = false; // its magnitude is 2^k
  bool zero = false;
};

ConstantFacts constantFacts(const Graph &graph, NodeId node, bool leaf, const IndexMap<ConstantFacts> &known) {
  const Op op = graph[node].op;
  if (op == Op::Constant) {
    const Number &number = graph.number(node);
    return {true, number.isPowerOfTwo(), number.isZero()};
  }
  if (leaf || order::isLeaf(op) || op == Op::Reduce || op == Op::Call)
    return {};
  ConstantFacts facts{true, op == Op::Mul || op == Op::Div || op == Op::Neg || op == Op::Abs || op == Op::Cast, false};
  for (const NodeId operand : graph.operands(node)) {
    const ConstantFacts &part = known.at(operand.index);
    facts.constant = facts.constant && part.constant;
    facts.powerOfTwo = facts.powerOfTwo && part.powerOfTwo;
  }
  facts.powerOfTwo = facts.powerOfTwo && facts.constant && !isExactFormat(graph[node].type.format);
  return facts;
}

bool isTrivialFactor(const ConstantFacts &facts) { return facts.powerOfTwo || facts.zero; }

/// Roundings that `node` itself contributes.
unsigned ownRoundings(const Graph &graph, NodeId node, const IndexMap<ConstantFacts> &known) {
  const Node data = graph[node];
  if (known.at(node.index).constant || (isExactFormat(data.type.format) && data.op != Op::Cast))
    return 0;
  const auto operands = graph.operands(node);
  switch (data.op) {
  case Op::Add:
  case Op::Sub: // x + x doubles, x - x vanishes
    return graph.sameValue(operands[0], operands[1]) ? 0 : 1;
  case Op::Mul:
    return isTrivialFactor(known.at(operands[0].index)) || isTrivialFactor(known.at(operands[1].index)) ? 0 : 1;
  case Op::Div:
    return known.at(operands[1].index).powerOfTwo || known.at(operands[0].index).zero || graph.sameValue(operands[0], operands[1]) ? 0 : 1;
  case Op::Sqrt:
  case Op::Fma:
  case Op::Call:
    return 1;
  case Op::Cast: {
    const Format from = graph[operands[0]].type.format;
    return isExactFormat(from) || format::widensExactly(from, data.type.format) ? 0 : 1;
  }
  case Op::Reduce: {
    const ReductionKind kind = graph.reduction(node).kind;
    return kind == ReductionKind::Sum || kind == ReductionKind::Product ? 2 : 0; // once a term: more than once
  }
  default:
    return 0;
  }
}

} // namespace

unsigned roundingCount(const Graph &graph, NodeId node, const std::function<bool(NodeId)> &isLeaf) {
  const auto stops = [&](NodeId candidate) { return order::isLeaf(graph[candidate].op) || (isLeaf && isLeaf(candidate)); };
  IndexMap<ConstantFacts> known;
  IndexTable counted;
  unsigned count = 0;
  for (const NodeId current : reachable(graph, node, stops)) {
    const bool leaf = stops(current);
    const ConstantFacts facts = constantFacts(graph, current, leaf, known);
    known[current.index] = facts;
    if (!leaf && counted.insert(graph.value(current).index).second)
      count += ownRoundings(graph, current, known);
  }
  return count;
}

} // namespace fporder::order
