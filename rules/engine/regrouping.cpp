#include "rules/engine/regrouping.h"

#include <algorithm>

namespace fporder::rules {

using order::NodeId;
using order::Op;

bool isRegrouping(const order::Graph &graph, const Match &match) {
  if (!traits(match.rule->kind).regroups)
    return false;
  const auto allAre = [&](auto &&is) { return std::ranges::all_of(match.operations, [&](NodeId operation) { return is(graph[operation].op); }); };
  return allAre([](Op op) { return op == Op::Mul; }) || allAre([](Op op) { return op == Op::Add || op == Op::Sub || op == Op::Neg; });
}

bool isShared(const order::Graph &graph, const evidence::Slicer &slicer, const Match &match) {
  const auto isInMatch = [&](NodeId node) {
    return std::ranges::any_of(match.operations, [&](NodeId operation) { return graph.sameValue(operation, node); });
  };
  const auto isOthers = [&](NodeId user) { return graph[user].op != Op::Cast && graph.mayRound(user) && !isInMatch(user); };
  const auto hasOthers = [&](NodeId operand) {
    return graph.mayRound(operand) && isInMatch(operand) && std::ranges::any_of(slicer.usersOf(operand), isOthers);
  };
  // The additions of a loop are not in the match: its Reduce is.
  return std::ranges::any_of(match.operations, [&](NodeId operation) {
    return graph[operation].op != Op::Reduce && std::ranges::any_of(graph.operands(operation), hasOthers);
  });
}

} // namespace fporder::rules
