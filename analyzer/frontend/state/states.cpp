// States of the evaluation: branches, and the points where they meet.
#include "analyzer/frontend/walk/evaluator.h"

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;
using order::Shape;

void Evaluator::branch(NodeId test, llvm::function_ref<void()> ifTrue, llvm::function_ref<void()> ifFalse) {
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
  state.path = guarded(test);
  if (ifTrue)
    ifTrue();
  State first = std::move(state);
  state = before;
  state.path = guarded(negation(test));
  if (ifFalse)
    ifFalse();
  if (!first.reachable)
    return;
  if (!state.reachable) {
    state = std::move(first);
    return;
  }
  state.store = memory.merge(test, first.store, state.store);
  state.path = before.path;
}

NodeId Evaluator::negation(NodeId condition) {
  if (graph[condition].op == Op::Not)
    return graph.operand(condition, 0);
  return graph.unary(Op::Not, condition, {Format::Boolean, Shape::Scalar});
}

/// The conjunction of what `path` says beyond `base`.
NodeId Evaluator::relativeCondition(NodeId path, NodeId base) {
  std::vector<NodeId> conditions;
  while (path && path != base) {
    if (graph[path].op != Op::And) {
      conditions.push_back(path);
      break;
    }
    conditions.push_back(graph.operand(path, 1));
    path = graph.operand(path, 0);
  }
  NodeId all;
  for (auto condition = conditions.rbegin(); condition != conditions.rend(); ++condition)
    all = all ? graph.binary(Op::And, all, *condition, {Format::Boolean, Shape::Scalar}) : *condition;
  return all;
}

/// The state in which control continues when any of `states` does, the last one being the case in which no other applies.
State Evaluator::join(std::vector<State> states, NodeId base) {
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
    result.store = memory.merge(condition, states[i].store, result.store);
    result.path = base;
  }
  return result;
}

} // namespace fporder::frontend
