// States of the evaluation: branches, and the points where they meet.
#include "analyzer/frontend/walk/evaluator.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;
using order::Shape;

namespace {

/// True for the path that the function takes unless an assertion fails.
bool isAsserted(const order::Procedure &procedure, NodeId path) {
  const order::Graph &graph = procedure.graph;
  for (; path && graph[path].op == Op::And; path = graph.operand(path, 0))
    if (!procedure.asserted.contains(graph.value(graph.operand(path, 1)).index))
      return false;
  return !path || procedure.asserted.contains(graph.value(path).index);
}

} // namespace

void Evaluator::branch(NodeId test, llvm::function_ref<void()> ifTrue, llvm::function_ref<void()> ifFalse, Moment start) {
  if (graph[test].op == Op::Constant) {
    const bool holds = !graph.number(test).isZero();
    if (holds && ifTrue)
      ifTrue();
    if (!holds && ifFalse)
      ifFalse();
    return;
  }
  const State before = state;
  const auto guarded = [&](NodeId condition) {
    return before.path ? graph.binary(Op::And, before.path, condition, {Format::Boolean, Shape::Scalar}) : condition;
  };
  // A side that is not left and does not end ends the program, or the function by an exception. What holds on the way to it alone holds nowhere else.
  const bool always = isAsserted(procedure, before.path);
  const auto runs = [&](llvm::function_ref<void()> side, NodeId otherwise) {
    const unsigned jumps = frame->jumps;
    if (side)
      side();
    if (always && !state.reachable && before.reachable && frame->jumps == jumps)
      procedure.asserted.insert(graph.value(otherwise).index);
  };
  state.path = guarded(test);
  runs(ifTrue, negation(test));
  State first = std::move(state);
  state = before;
  state.path = guarded(negation(test));
  runs(ifFalse, test);
  if (!first.reachable)
    return;
  if (!state.reachable) {
    state = std::move(first);
    return;
  }
  state.store = memory.merge(test, first.store, state.store, start);
  state.path = before.path;
}

NodeId Evaluator::negation(NodeId condition) {
  if (graph[condition].op == Op::Not)
    return graph.operand(condition, 0);
  return graph.unary(Op::Not, condition, {Format::Boolean, Shape::Scalar});
}

/// The conjunction of what `path` says beyond `base`. Paths of one statement begin alike: that of each beginning is kept.
NodeId Evaluator::relativeCondition(NodeId path, NodeId base) {
  const auto known = [&](NodeId beginning) { return relativeConditions.find({beginning.index, base.index}); };
  std::vector<NodeId> longer;
  for (; path && path != base && known(path) == relativeConditions.end() && graph[path].op == Op::And; path = graph.operand(path, 0))
    longer.push_back(path);
  NodeId all = path == base ? NodeId{} : path;
  if (all)
    if (const auto found = known(path); found != relativeConditions.end())
      all = found->second;
  for (const NodeId beginning : llvm::reverse(longer)) {
    const NodeId last = graph.operand(beginning, 1);
    all = all ? graph.binary(Op::And, all, last, {Format::Boolean, Shape::Scalar}) : last;
    relativeConditions[{beginning.index, base.index}] = all;
  }
  return all;
}

/// The state in which control continues when any of `states` does, the last one being the case in which no other applies. What was made since `start`
/// has ended.
State Evaluator::join(std::vector<State> states, NodeId base, Moment start) {
  std::erase_if(states, [](const State &candidate) { return !candidate.reachable; });
  if (states.empty()) {
    State none = state;
    none.path = base;
    none.reachable = false;
    return none;
  }
  State result = std::move(states.back());
  for (std::size_t i = states.size() - 1; i-- > 0;) {
    NodeId condition = relativeCondition(states[i].path, base);
    if (!condition)
      condition = fresh("condition", {Format::Boolean, Shape::Scalar});
    result.store = memory.merge(condition, states[i].store, result.store, start);
    result.path = base;
  }
  return result;
}

} // namespace fporder::frontend
