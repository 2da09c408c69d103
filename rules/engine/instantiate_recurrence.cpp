// Recurrences of a document's orders: Welford's update where the program has sums.
//
// The loop is one of its own, which counts from 0 by 1, and runs as often as the matched sum's. What depends on the matched loop is read in it: its
// index there is the first value and the step of the matched one.
#include "rules/engine/instantiate.h"

namespace fporder::rules {

using namespace order;
using format::Format;
using order::integerType;

namespace {

/// first + step * number
NodeId linear(Graph &graph, NodeId number, const ReduceOperands &loop) {
  const NodeId scaled = loop.step ? graph.binary(Op::Mul, number, loop.step, integerType) : number;
  return loop.first ? graph.binary(Op::Add, scaled, loop.first, integerType) : scaled;
}

} // namespace

/// The index of a document's recurrence, or one of the values that it carries. The index of a document's sum is none: it has no place in an order.
bool Instantiator::isOfRecurrence(NodeId expression) const {
  const Node stated = patterns[expression];
  if (stated.op == Op::LoopValue)
    return true;
  for (std::uint32_t i = expression.index + 1; stated.op == Op::LoopIndex && i < patterns.size(); ++i)
    if (patterns[{i}].op == Op::Recurrence && patterns[{i}].version == stated.version)
      return true;
  return false;
}

NodeId Instantiator::ofRecurrence(NodeId expression) {
  Graph &graph = analysis.graph();
  const std::uint32_t stated = patterns[expression].version;
  const auto [loop, isNew] = recurrenceLoops.try_emplace(stated, graph.freshLoop());
  const std::string_view name =
      patterns[expression].op == Op::LoopIndex ? patterns.symbol(expression) : patterns.symbol(patterns.operand(expression, 0));
  const NodeId index = graph.intern({.op = Op::LoopIndex, .type = integerType, .symbol = name, .version = loop->second});
  if (patterns[expression].op == Op::LoopIndex)
    return index;
  return graph.intern(
      {.op = Op::LoopValue, .type = workingType(), .operands = {&index, 1}, .symbol = patterns.symbol(expression), .version = loop->second});
}

/// The first matched sum over a loop that what the iterations compute depends on; invalid where there is none.
NodeId Instantiator::sumOf(const Recurrence &stated) const {
  const Graph &graph = analysis.graph();
  for (const RecurrenceValue &carried : stated.values)
    if (const std::optional<std::uint32_t> loop = loopOfTerm(*find(carried.next)))
      for (const NodeId found : unification.matched)
        if (found && graph[found].op == Op::Reduce && graph.reduction(found).loop == loop)
          return found;
  return {};
}

/// Over operands that are built. Nothing where it is not known how often the matched loop runs.
std::optional<NodeId> Instantiator::recurrence(NodeId expression) {
  Graph &graph = analysis.graph();
  const Recurrence stated = recurrenceOf(patterns, expression);
  const NodeId sum = sumOf(stated);
  const ReduceOperands matchedLoop = sum ? reduceOperands(graph, sum) : ReduceOperands{};
  Recurrence made{isTripCount(patterns, stated.trips) ? matchedLoop.trips : *find(stated.trips), *find(stated.stays), {}};
  if (!made.trips)
    return std::nullopt;
  if (patterns[stated.stays].op == Op::Constant)
    made.stays = graph.constant(patterns.number(stated.stays), patterns[stated.stays].type);
  const NodeId index = graph.operand(*find(stated.values.front().value), 0), number = linear(graph, index, matchedLoop);
  for (const RecurrenceValue &carried : stated.values) {
    const NodeId value = *find(carried.value), next = coerce(*find(carried.next), graph[value].type);
    made.values.push_back(
        {coerce(*find(carried.initial), graph[value].type), sum ? replaceLoopIndex(graph, next, graph.reduction(sum).loop, number) : next, value});
  }
  if (sum)
    made.stays = replaceLoopIndex(graph, made.stays, graph.reduction(sum).loop, number);
  return internRecurrence(graph, graph[index].version, made);
}

} // namespace fporder::rules
