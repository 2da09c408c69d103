#include "rules/engine/regrouping.h"

#include <algorithm>

namespace fporder::rules {

using order::NodeId;
using order::Op;

bool isRegrouping(const order::Graph &graph, const Match &match) {
  if (match.rule->family != "ordering")
    return false;
  const auto allAre = [&](auto &&is) { return std::ranges::all_of(match.operations, [&](NodeId operation) { return is(graph[operation].op); }); };
  return allAre([](Op op) { return op == Op::Mul; }) || allAre([](Op op) { return op == Op::Add || op == Op::Sub || op == Op::Neg; });
}

bool isShared(const order::Graph &graph, std::size_t size, const Match &match) {
  const auto isInMatch = [&](NodeId node) {
    return std::ranges::any_of(match.operations, [&](NodeId operation) { return graph.sameValue(operation, node); });
  };
  std::vector<NodeId> inner;
  for (const NodeId operation : match.operations)
    for (const NodeId operand : graph.operands(operation))
      if (graph.mayRound(operand) && isInMatch(operand))
        inner.push_back(operand);
  const auto isInner = [&](NodeId node) { return std::ranges::any_of(inner, [&](NodeId each) { return graph.sameValue(each, node); }); };
  for (NodeId user{0}; user.index < size && !inner.empty(); ++user.index)
    if (graph.mayRound(user) && !isInMatch(user) && std::ranges::any_of(graph.operands(user), isInner))
      return true;
  return false;
}

} // namespace fporder::rules
