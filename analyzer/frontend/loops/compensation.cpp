// Sums that carry what their additions lose: which of them are Kahan's, which Neumaier's.
#include "analyzer/frontend/walk/evaluator.h"

#include "runtime/limits/limits.h"

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t errorSearchLimit = limits::most(limits::Limit::CompensationNodes);

/// Matches operations on given operands, those that commute in either order.
struct CompensationShape {
  const order::Graph &graph;

  bool is(NodeId node, Op op, NodeId left, NodeId right) const {
    if (graph[node].op != op || graph[node].operandCount != 2)
      return false;
    const NodeId first = graph.operand(node, 0), second = graph.operand(node, 1);
    const auto same = [&](NodeId a, NodeId b) { return graph.sameValue(a, b); };
    return (same(first, left) && same(second, right)) || (op == Op::Add && same(first, right) && same(second, left));
  }

  /// (a - b) + c
  bool isDifferencePlus(NodeId node, NodeId a, NodeId b, NodeId c) const {
    if (graph[node].op != Op::Add)
      return false;
    const NodeId first = graph.operand(node, 0), second = graph.operand(node, 1);
    return (is(first, Op::Sub, a, b) && graph.sameValue(second, c)) || (is(second, Op::Sub, a, b) && graph.sameValue(first, c));
  }

  /// The other operand of an addition to `operand`; invalid when `node` is none.
  NodeId addedTo(NodeId node, NodeId operand) const {
    if (graph[node].op != Op::Add)
      return {};
    const NodeId first = graph.operand(node, 0), second = graph.operand(node, 1);
    return graph.sameValue(first, operand) ? second : graph.sameValue(second, operand) ? first : NodeId{};
  }

  /// 1 where `test` says |a| >= |b| or |a| > |b|, -1 where it says the contrary, 0 where it says something else.
  int compares(NodeId test, NodeId a, NodeId b) const {
    if (graph[test].op != Op::Compare || graph[test].operandCount != 2)
      return 0;
    const std::string_view relation = graph.symbol(test);
    if (relation.empty() || (relation[0] != '<' && relation[0] != '>'))
      return 0;
    const auto isMagnitude = [&](NodeId node, NodeId of) { return graph[node].op == Op::Abs && graph.sameValue(graph.operand(node, 0), of); };
    const NodeId left = graph.operand(test, 0), right = graph.operand(test, 1);
    const int greater = relation[0] == '>' ? 1 : -1;
    return isMagnitude(left, a) && isMagnitude(right, b) ? greater : isMagnitude(left, b) && isMagnitude(right, a) ? -greater : 0;
  }
};

} // namespace

/// Its value at the end of an iteration; invalid when that is no number.
NodeId Evaluator::atEnd(const LoopRun &run, const Carried &carried) {
  ReadType type;
  type.number = graph[carried.sample->node].type;
  const Value value = memory.read(run.end.store, carried.location, type);
  return value.isNumber() ? value.node : NodeId{};
}

bool Evaluator::startsFromNought(const LoopRun &run, const Carried &carried) {
  ReadType type;
  type.number = graph[carried.sample->node].type;
  const Value value = memory.read(run.before.store, carried.location, type);
  return value.isNumber() && graph[value.node].op == Op::Constant && graph.number(value.node).isZero();
}

/// What is subtracted from what in the values that the loop carries on: looked for once, however many sums the loop has.
const ValuePairs &Evaluator::carriedDifferences(const LoopRun &run) {
  if (run.differences)
    return *run.differences;
  ValuePairs &found = run.differences.emplace();
  llvm::DenseSet<std::uint32_t> seen;
  std::size_t limit = 0;
  for (const Carried &other : run.carried) {
    if (!other.sample || !other.sample->isNumber() || varies(run, other.location))
      continue;
    const NodeId value = atEnd(run, other);
    if (!value)
      continue;
    limit += errorSearchLimit;
    std::vector<NodeId> work{value};
    while (!work.empty() && seen.size() < limit) {
      const NodeId current = work.back();
      work.pop_back();
      if (!seen.insert(current.index).second)
        continue;
      const auto operands = graph.operands(current);
      if (graph[current].op == Op::Sub)
        found.insert(std::minmax({graph.value(operands[0]).index, graph.value(operands[1]).index}));
      work.insert(work.end(), operands.begin(), operands.end());
    }
  }
  return found;
}

/// Kahan, Neumaier and their kin carry t - s, the part of the sum that was actually added, in another variable.
bool Evaluator::carriesError(const LoopRun &run, NodeId before, NodeId after) {
  NodeId sum = after;
  while (graph[sum].op == Op::Cast)
    sum = graph.operand(sum, 0);
  return carriedDifferences(run).contains(std::minmax({graph.value(sum).index, graph.value(before).index}));
}

/// x of y = x - c; t = s + y; c = (t - s) - y; s = t, where c starts from 0; with the sign of c turned around as well. Nothing for another sum.
std::optional<NodeId> Evaluator::kahanTerm(const LoopRun &run, const Chain &chain, NodeId before, NodeId after) {
  const CompensationShape shape{graph};
  if (!chain.exact || chain.fused || chain.terms.size() != 1 || !shape.is(after, Op::Add, before, chain.terms.front()))
    return std::nullopt;
  const NodeId y = chain.terms.front();
  const bool subtracts = graph[y].op == Op::Sub;
  for (const Carried &other : run.carried) {
    const NodeId c = carriedNode(run, other), next = c && !varies(run, other.location) ? atEnd(run, other) : NodeId{};
    if (!next || !(graph[c].type == graph[before].type) || !startsFromNought(run, other))
      continue;
    const NodeId x = subtracts ? (graph.sameValue(graph.operand(y, 1), c) ? graph.operand(y, 0) : NodeId{}) : shape.addedTo(y, c);
    if (!x || reaches(graph, x, c) || reaches(graph, x, before) || graph[next].operandCount != 2)
      continue;
    const bool taken =
        graph[next].op == Op::Sub && graph.sameValue(graph.operand(next, 1), y) && shape.is(graph.operand(next, 0), Op::Sub, after, before);
    const bool given =
        (graph[next].op == Op::Sub && graph.sameValue(graph.operand(next, 0), y) && shape.is(graph.operand(next, 1), Op::Sub, after, before)) ||
        shape.isDifferencePlus(next, before, after, y);
    if (subtracts ? taken : given)
      return x;
  }
  return std::nullopt;
}

/// Where c lies of t = s + x; c += |s| >= |x| ? (s - t) + x : (x - t) + s; s = t, where c starts from 0; invalid for another sum.
LocationId Evaluator::neumaierCorrection(const LoopRun &run, const Chain &chain, NodeId before, NodeId after) {
  const CompensationShape shape{graph};
  if (!chain.exact || chain.fused || chain.terms.size() != 1 || !shape.is(after, Op::Add, before, chain.terms.front()))
    return {};
  const NodeId x = chain.terms.front();
  for (const Carried &other : run.carried) {
    const NodeId c = carriedNode(run, other), next = c && !varies(run, other.location) ? atEnd(run, other) : NodeId{};
    if (!next || !(graph[c].type == graph[before].type) || !startsFromNought(run, other) || reaches(graph, x, c))
      continue;
    const NodeId added = shape.addedTo(next, c), choice = added ? added : next;
    if (graph[choice].op != Op::Select)
      continue;
    const int order = shape.compares(graph.operand(choice, 0), before, x);
    const auto error = [&](unsigned position) { return added ? graph.operand(choice, position) : shape.addedTo(graph.operand(choice, position), c); };
    const NodeId sumGreater = order ? error(order > 0 ? 1 : 2) : NodeId{}, termGreater = order ? error(order > 0 ? 2 : 1) : NodeId{};
    if (sumGreater && termGreater && shape.isDifferencePlus(sumGreater, before, after, x) && shape.isDifferencePlus(termGreater, x, after, before))
      return other.location;
  }
  return {};
}

} // namespace fporder::frontend
