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
bool ConditionEvaluator::accumulates(NodeId carried) {
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

/// The match itself is converted to an integer, within limits or not; what is made of it first is another number.
bool ConditionEvaluator::converted() const {
  const Graph &graph = analysis.graph();
  std::vector<NodeId> work{unification.root};
  for (std::size_t at = 0; at < work.size() && !limits::reaches(limits::Limit::TermsSearched, at); ++at)
    for (const NodeId user : analysis.users(work[at])) {
      const Op op = graph[user].op;
      if (op == Op::Cast && graph[user].type.format == format::Format::Integer)
        return true;
      if (op == Op::Cast || op == Op::Min || op == Op::Max || op == Op::Select)
        work.push_back(user);
    }
  return false;
}

/// e is how often the loops of the sums of the match run.
bool ConditionEvaluator::countsTerms(NodeId node) const {
  const Graph &graph = analysis.graph();
  const auto unconverted = [&](NodeId number) {
    while (graph[number].op == Op::Cast)
      number = graph.operand(number, 0);
    return number;
  };
  const NodeId count = unconverted(node);
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
bool ConditionEvaluator::recurrent(NodeId node) {
  const Graph &graph = analysis.graph();
  const NodeId root = analysis.strip(unification.root);
  if (graph[root].op != Op::Reduce)
    return false;
  Reading reading = readBy(graph, node);
  reading.loops.insert(graph.reduction(root).loop);
  return std::ranges::any_of(reading.carried,
                             [&](NodeId carried) { return reading.loops.contains(graph[carried].version) && !accumulates(carried); });
}

/// Sample points: nothing keeps the match after its loop, and in it nothing that is made from it is kept or added up.
bool ConditionEvaluator::sampled(NodeId node) {
  const Graph &graph = analysis.graph();
  const Node reduction = graph[node];
  if (reduction.op != Op::Reduce || !analysis.users(node).empty())
    return false;
  const std::uint32_t loop = graph.reduction(node).loop;
  const auto isPoint = [&](NodeId made) {
    const Reading reading = readBy(graph, made);
    return std::ranges::any_of(reading.carried, [&](NodeId carried) { return graph[carried].version == loop && accumulates(carried); });
  };
  const auto keeps = [&](const Effect &effect) {
    const bool lasting = effect.kind == Effect::Kind::Return || (effect.kind == Effect::Kind::Store && !effect.indices.empty());
    return effect.node == node || (lasting && format::isFloatingPoint(graph[effect.node].type.format) && isPoint(effect.node));
  };
  const auto addsUp = [&](const Computation &computation) {
    return graph[computation.node].op == Op::Reduce && computation.node != node && isPoint(graph.operand(computation.node, 1));
  };
  return std::ranges::none_of(analysis.procedure().effects, keeps) && std::ranges::none_of(analysis.procedure().computations, addsUp);
}

} // namespace fporder::rules
