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

} // namespace fporder::rules
