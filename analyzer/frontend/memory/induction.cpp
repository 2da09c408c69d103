// Values of one loop seen from another: which iteration wrote an element, and what it wrote.
#include "analyzer/frontend/memory/memory.h"

#include "runtime/limits/limits.h"

namespace fporder::frontend {

using order::integerType;
using order::NodeId;
using order::Op;

namespace {

/// Where `index` is an induction variable and constants added to it: that variable.
NodeId offsetVariable(const order::Graph &graph, NodeId index) {
  const OffsetForm form = offsetForm(graph, index);
  return form.base && graph[form.node].op == Op::LoopIndex ? form.node : NodeId{};
}

/// The x in c * x + d, and what it is where `index` is `value`; nothing when it never is, or no such form.
std::optional<std::pair<NodeId, long long>> solvedFor(const order::Graph &graph, NodeId index, long long value) {
  const order::Node node = graph[index];
  if (node.operandCount != 2 || (node.op != Op::Add && node.op != Op::Sub && node.op != Op::Mul))
    return std::nullopt;
  const NodeId left = graph.operand(index, 0), right = graph.operand(index, 1);
  const auto first = wholeNumber(graph, left), second = wholeNumber(graph, right);
  if (first.has_value() == second.has_value())
    return std::nullopt;
  const long long by = first ? *first : *second;
  const NodeId inner = first ? right : left;
  if (node.op == Op::Mul)
    return by != 0 && value % by == 0 ? std::optional(std::pair(inner, value / by)) : std::nullopt;
  if (node.op == Op::Add)
    return std::pair(inner, value - by);
  return std::pair(inner, first ? by - value : value + by);
}

} // namespace

/// True when `loop`'s induction variable was `index`, a constant or another loop's over the same range.
bool Memory::visits(std::uint32_t loop, NodeId index) const {
  const Loop *own = loopTable.find(loop);
  // The reader's own step may not be in its range yet: it is still being walked.
  const auto stepOf = [&](std::uint32_t id) {
    const Loop *known = loopTable.find(id);
    return known ? known->step.value_or(0) : 0;
  };
  const long long step = stepOf(loop);
  if (!own || !own->range || step == 0)
    return false;
  if (const auto value = wholeNumber(graph, index)) {
    const auto first = wholeNumber(graph, own->range->start), end = wholeNumber(graph, own->range->bound);
    return first && end && *first <= *value && *value < *end && (*value - *first) % step == 0;
  }
  if (graph[index].op != Op::LoopIndex)
    return false;
  const Loop *other = loopTable.find(graph[index].version);
  return other && other->range && graph.sameValue(own->range->start, other->range->start) &&
         graph.sameValue(own->range->bound, other->range->bound) && step == stepOf(graph[index].version);
}

bool Memory::staysClear(NodeId index, NodeId other) const {
  const auto value = wholeNumber(graph, other);
  const NodeId variable = value ? offsetVariable(graph, index) : NodeId{};
  const Loop *loop = variable ? loopTable.find(graph[variable].version) : nullptr;
  if (!loop || !loop->range)
    return false;
  const OffsetForm form = offsetForm(graph, index);
  const auto first = wholeNumber(graph, loop->range->start), end = wholeNumber(graph, loop->range->bound);
  return loop->step.value_or(0) > 0 && first && end && (*value < *first + form.offset || *value >= *end + form.offset);
}

bool Memory::matchOperands(NodeId written, NodeId wanted, llvm::ArrayRef<std::uint32_t> loops, IndexValues &found, bool crossed) {
  const unsigned count = graph[written].operandCount;
  const IndexValues before = found;
  for (unsigned position = 0; position < count; ++position)
    if (!matchIndex(graph.operand(written, position), graph.operand(wanted, crossed ? count - 1 - position : position), loops, found)) {
      found = before;
      return false;
    }
  return true;
}

bool Memory::matchIndex(NodeId written, NodeId wanted, llvm::ArrayRef<std::uint32_t> loops, IndexValues &found) {
  if (!dependsOnAny(graph, written, loops))
    return graph.sameValue(written, wanted);
  const order::Node left = graph[written], right = graph[wanted];
  if (left.op == Op::LoopIndex) {
    for (const auto &[loop, index] : found)
      if (loop == left.version)
        return graph.sameValue(index, wanted);
    if (!graph.sameValue(written, wanted) && !visits(left.version, wanted))
      return false;
    found.emplace_back(left.version, wanted);
    return true;
  }
  // i + 1 is 4 where i is 3.
  if (const NodeId variable = offsetVariable(graph, written)) {
    const OffsetForm from = offsetForm(graph, written), to = offsetForm(graph, wanted);
    if (!to.base)
      return matchIndex(variable, graph.constant(order::Number::fromInteger(to.offset - from.offset), integerType), loops, found);
    const NodeId other = offsetVariable(graph, wanted);
    return other && from.offset == to.offset && matchIndex(variable, other, loops, found);
  }
  // So is 2 * i + 1, of 7.
  if (const auto value = wholeNumber(graph, wanted)) {
    const auto solved = solvedFor(graph, written, *value);
    return solved && matchIndex(solved->first, graph.constant(order::Number::fromInteger(solved->second), integerType), loops, found);
  }
  const bool arithmetic = left.op == Op::Add || left.op == Op::Sub || left.op == Op::Mul || left.op == Op::Neg || left.op == Op::Cast;
  if (!arithmetic || left.op != right.op || left.operandCount != right.operandCount || !isShort(graph, written, limits::Limit::ComparedIndex))
    return false;
  const bool commutes = left.op == Op::Add || left.op == Op::Mul;
  return matchOperands(written, wanted, loops, found, false) ||
         (commutes && isShort(graph, written, limits::Limit::CrossedIndex) && matchOperands(written, wanted, loops, found, true));
}

} // namespace fporder::frontend
