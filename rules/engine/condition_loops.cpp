// Conditions on what the loop of a reduction does beside it.
#include "rules/engine/condition.h"

#include "runtime/limits/limits.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <set>

namespace fporder::rules {

using namespace order;

namespace {

struct Reading {
  std::vector<NodeId> carried;   // floating-point values that some iteration hands to the next
  std::set<std::uint32_t> loops; // of the reductions in the term
};

Reading readBy(const Graph &graph, NodeId term) {
  Reading result;
  walkOperands(graph, term, limits::Limit::ReadTermNodes, [&](NodeId node) {
    if (graph[node].op == Op::LoopValue && format::isFloatingPoint(graph[node].type.format))
      result.carried.push_back(node);
    if (graph[node].op == Op::Reduce)
      result.loops.insert(graph.reduction(node).loop);
    return Walk::Enter;
  });
  return result;
}

} // namespace

/// The value that a loop carries is a sum or product of its own: some update of it is what a reduction of the loop stands for.
bool ConditionEvaluator::accumulates(NodeId carried) const {
  const Graph &graph = analysis.graph();
  std::vector<NodeId> updates{carried};
  for (std::size_t at = 0; at < updates.size(); ++at)
    for (const NodeId user : analysis.users(updates[at])) {
      if (graph[user].op == Op::Cast)
        updates.push_back(user);
      if (analysis.seen().reducesAt(graph[user].place, graph[carried].version))
        return true;
    }
  return false;
}

/// e is how often the loops of the sums of the match run.
bool ConditionEvaluator::countsTerms(const Question &asked) const {
  const Graph &graph = analysis.graph();
  const auto unconverted = [&](NodeId number) {
    while (graph[number].op == Op::Cast)
      number = graph.operand(number, 0);
    return number;
  };
  const NodeId count = unconverted(asked.value);
  bool any = false;
  for (const NodeId sum : unification.operations) {
    if (graph[sum].op != Op::Reduce)
      continue;
    const NodeId trips = reduceOperands(graph, sum).trips;
    if (!trips)
      return false;
    const NodeId known = unconverted(trips);
    const bool bothConstant = graph[known].op == Op::Constant && graph[count].op == Op::Constant;
    if (bothConstant ? !(graph.number(known) == graph.number(count)) : !graph.sameValue(known, count))
      return false;
    any = true;
  }
  return any;
}

/// A recurrence in the loop of the match feeds e: its terms exist one after the other, as those of Welford's sums do.
bool ConditionEvaluator::recurrent(const Question &asked) const {
  const Graph &graph = analysis.graph();
  const NodeId root = analysis.strip(unification.root);
  if (graph[root].op != Op::Reduce)
    return false;
  Reading reading = readBy(graph, asked.value);
  reading.loops.insert(graph.reduction(root).loop);
  return std::ranges::any_of(reading.carried,
                             [&](NodeId carried) { return reading.loops.contains(graph[carried].version) && !accumulates(carried); });
}

} // namespace fporder::rules
