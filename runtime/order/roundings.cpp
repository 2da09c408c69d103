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

bool isTrivialFactor(const ConstantFacts &facts) { return facts.powerOfTwo || facts.zero; }

/// The count of one expression, and what is known of the constants in it.
class RoundingCounter {
public:
  RoundingCounter(const Graph &values, const std::function<bool(NodeId)> &leaf) : graph(values), isLeaf(leaf) {}

  unsigned count(NodeId root, unsigned most);
  double countRun(NodeId root, const std::function<double(NodeId)> &times);

private:
  bool stops(NodeId node) const { return order::isLeaf(graph[node].op) || (isLeaf && isLeaf(node)); }
  bool grow(std::size_t size);
  unsigned countFound(unsigned most);
  ConstantFacts constantFacts(NodeId node);
  ConstantFacts factsOver(NodeId node) const;
  unsigned ownRoundings(NodeId node);

  const Graph &graph;
  const std::function<bool(NodeId)> &isLeaf;
  std::vector<NodeId> found; // in the order of the walk; nodes from `entered` on are still to be entered
  IndexTable seen;
  std::size_t entered = 0;
  IndexMap<ConstantFacts> known; // of constant expressions
};

ConstantFacts RoundingCounter::factsOver(NodeId node) const {
  const Op op = graph[node].op;
  if (op == Op::Constant) {
    const Number &number = graph.number(node);
    return {true, number.isPowerOfTwo(), number.isZero()};
  }
  if (!graph.onlyConstants(node) || stops(node))
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

ConstantFacts RoundingCounter::constantFacts(NodeId node) {
  if (!graph.onlyConstants(node))
    return {};
  if (!known.contains(node.index))
    for (const NodeId part : reachable(graph, node, [&](NodeId each) { return known.contains(each.index) || stops(each); }))
      if (!known.contains(part.index)) {
        const ConstantFacts facts = factsOver(part);
        known[part.index] = facts;
      }
  return known.at(node.index);
}

/// Roundings that `node` itself contributes.
unsigned RoundingCounter::ownRoundings(NodeId node) {
  const Node data = graph[node];
  if (constantFacts(node).constant || (isExactFormat(data.type.format) && data.op != Op::Cast))
    return 0;
  const auto operands = graph.operands(node);
  if (data.op == Op::Cast)
    return castRounds(graph[operands[0]].type.format, data.type.format) ? 1 : 0;
  switch (data.op) {
  case Op::Add:
  case Op::Sub: // x + x doubles, x - x vanishes
    return graph.sameValue(operands[0], operands[1]) ? 0 : 1;
  case Op::Mul:
    return isTrivialFactor(constantFacts(operands[0])) || isTrivialFactor(constantFacts(operands[1])) ? 0 : 1;
  case Op::Div:
    return constantFacts(operands[1]).powerOfTwo || constantFacts(operands[0]).zero || graph.sameValue(operands[0], operands[1]) ? 0 : 1;
  case Op::Reduce: {
    const ReductionKind kind = graph.reduction(node).kind;
    return kind == ReductionKind::Sum || kind == ReductionKind::Product ? 2 : 0; // once a term: more than once
  }
  case Op::Recurrence: // once an iteration
    return 2;
  default:
    return isRounded(data.op) ? 1 : 0;
  }
}

/// Walks on until so many nodes are found; false when there are no more. What certainly does not round is left out.
bool RoundingCounter::grow(std::size_t size) {
  while (entered < found.size() && found.size() < size) {
    const NodeId node = found[entered++];
    if (stops(node))
      continue;
    for (const NodeId operand : graph.operands(node))
      if (graph.mayRound(operand) && seen.insert(operand.index).second)
        found.push_back(operand);
  }
  return entered < found.size();
}

unsigned RoundingCounter::countFound(unsigned most) {
  std::vector<NodeId> nodes = found;
  std::sort(nodes.begin(), nodes.end());
  IndexTable counted;
  unsigned count = 0;
  for (const NodeId node : nodes)
    if (count < most && !stops(node) && counted.insert(graph.value(node).index).second)
      count += ownRoundings(node);
  return std::min(count, most);
}

unsigned RoundingCounter::count(NodeId root, unsigned most) {
  constexpr std::size_t firstLook = 256;
  found = {root};
  seen.insert(root.index);
  // Of a part of the nodes the count is a lower bound.
  for (std::size_t size = firstLook;; size *= 2) {
    const bool more = grow(size);
    const unsigned count = more && most == UINT_MAX ? 0 : countFound(most);
    if (!more || count >= most)
      return count;
  }
}

double RoundingCounter::countRun(NodeId root, const std::function<double(NodeId)> &times) {
  found = {root};
  seen.insert(root.index);
  while (grow(SIZE_MAX))
    ;
  IndexTable counted;
  double count = 0;
  for (const NodeId node : found)
    if (!stops(node) && counted.insert(graph.value(node).index).second)
      count += times(node) * std::min(ownRoundings(node), 1u);
  return count; // integers, exact in any order up to 2^53
}

} // namespace

double roundingsRun(const Graph &graph, NodeId node, const std::function<double(NodeId)> &times) {
  return RoundingCounter(graph, {}).countRun(node, times);
}

unsigned roundingCount(const Graph &graph, NodeId node, const std::function<bool(NodeId)> &isLeaf, unsigned most) {
  return RoundingCounter(graph, isLeaf).count(node, most);
}

} // namespace fporder::order
