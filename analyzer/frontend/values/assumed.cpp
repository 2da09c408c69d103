// What is assumed of code that is not seen, and which values rest on it.
#include "analyzer/frontend/values/assumed.h"

#include "analyzer/frontend/walk/evaluator.h"

#include <algorithm>

namespace fporder::frontend {

using format::Format;
using order::NodeId;

std::uint32_t Evaluator::assumption(order::Assumption::Kind kind, const std::string &reason, const clang::Expr *site) {
  if (const auto known = assumptions.find(kind, reason))
    return *known;
  order::PlaceId where = place(site);
  if (where) {
    order::Place shown = graph.place(where);
    shown.editable = false; // of no operation that a fix could put in another order
    where = graph.addPlace(shown);
  }
  return assumptions.add({kind, reason, where});
}

namespace {

/// Leaves and constants are shared by the whole graph: what rests on the assumption is a node of its own, of the same value.
NodeId resting(order::Procedure &procedure, NodeId node, const order::Assumption &assumed) {
  order::Graph &graph = procedure.graph;
  if (order::isLeaf(graph[node].op) && assumed.place) {
    const llvm::SmallVector<NodeId, 4> operands(graph.operands(node).begin(), graph.operands(node).end());
    node = graph.withOperands(node, {operands.data(), operands.size()}, assumed.place);
  }
  procedure.assume(node, assumed);
  return node;
}

} // namespace

NodeId inherit(order::Procedure &procedure, NodeId result, llvm::ArrayRef<NodeId> operands) {
  if (procedure.assumedNodes.empty())
    return result;
  for (const NodeId operand : operands) {
    const auto [first, last] = procedure.assumedNodes.equal_range(operand.index);
    if (first != last && operand != result) {
      const order::Assumption assumed = procedure.assumptions[first->second];
      return resting(procedure, result, assumed);
    }
  }
  return result;
}

Value Evaluator::rests(const Value &value, std::uint32_t rested) {
  if (!value.isNumber())
    return value;
  // An index is told apart by its node.
  if (!format::isFloatingPoint(graph[value.node].type.format) && graph[value.node].op != order::Op::Constant)
    return value;
  return Value::number(resting(procedure, value.node, assumptions[rested]));
}

void Evaluator::keep(LocationId location, std::uint32_t rested) {
  for (const LoopRun *run = activeLoop; run; run = run->outer)
    run->loop.kept[location] = {rested, false};
  memory.keep(state.store, location, rested);
}

void Evaluator::keepReachable(std::uint32_t rested, bool forgetsEscaped) {
  for (const LoopRun *run = activeLoop; run; run = run->outer) {
    KeptAssumption &kept = run->loop.kept[LocationId{}];
    kept = {rested, forgetsEscaped || kept.forgetsEscaped};
  }
  memory.keepReachable(state.store, rested, forgetsEscaped);
}

/// What an iteration is assumed not to have written the next one reads, and what follows the loop.
void Evaluator::keepAgain(const Loop &loop) {
  for (const auto &[location, how] : loop.kept)
    if (location)
      memory.keep(state.store, location, how.assumption);
    else
      memory.keepReachable(state.store, how.assumption, how.forgetsEscaped);
}

/// Pointers that a loop changes are unknown afterwards: stores through them may go to any object they pointed to.
void Evaluator::escapePointers(const Store &store, llvm::ArrayRef<LocationId> locations) {
  for (const LocationId location : locations)
    if (memory.root(location).holdsPointers)
      if (const auto held = memory.peek(store, location); held && held->isPointer() && held->location)
        memory.escape(held->location);
}

/// What is unknown since a write in an iteration is another value in every iteration.
void Evaluator::addIterations(std::uint32_t since, llvm::SmallVectorImpl<NodeId> &indices) {
  if (loopTest || !activeLoop)
    return;
  // What a loop leaves in the elements that it goes over is told apart by their indices, and found again by them (nests.cpp).
  if (memory.loopOf(since) && std::any_of(indices.begin(), indices.end(), [&](NodeId index) { return graph.mentionsLoop(index); }))
    return;
  const std::size_t own = indices.size();
  llvm::SmallVector<NodeId, 2> added;
  for (const LoopRun *run = activeLoop; run; run = run->outer) {
    const auto tells = [&](NodeId index) { return order::dependsOnLoop(graph, index, run->id); };
    if (since > run->start.writes && run->leaf && std::none_of(indices.begin(), indices.begin() + static_cast<std::ptrdiff_t>(own), tells))
      added.insert(added.begin(), run->leaf);
  }
  indices.append(added.begin(), added.end());
}

} // namespace fporder::frontend
