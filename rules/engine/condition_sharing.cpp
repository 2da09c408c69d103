// Conditions on a part of the match that is a quantity by itself: it has other uses, is kept, or comes from elsewhere.
#include "rules/engine/condition.h"

#include "runtime/limits/limits.h"

#include <algorithm>
#include <set>

namespace fporder::rules {

using namespace order;

namespace {

/// One value up to the loop index: what another loop over the same elements reads.
bool alike(const Analysis &analysis, NodeId left, NodeId right, unsigned depth = 0) {
  const Graph &graph = analysis.graph();
  left = analysis.strip(left);
  right = analysis.strip(right);
  if (graph.sameValue(left, right))
    return true;
  const Node one = graph[left], other = graph[right];
  if (one.op != other.op || one.operandCount != other.operandCount || limits::reaches(limits::Limit::AlikeDepth, depth))
    return false;
  if (one.op == Op::LoopIndex)
    return true;
  const bool composed = one.op == Op::Element || !isLeaf(one.op);
  if (!composed || one.op == Op::Reduce || graph.symbol(left) != graph.symbol(right))
    return false;
  for (unsigned i = 0; i < one.operandCount; ++i)
    if (!alike(analysis, graph.operand(left, i), graph.operand(right, i), depth + 1))
      return false;
  return true;
}

} // namespace

/// An operation inside the match has other users than the match: another grouping would compute its own beside it.
bool ConditionEvaluator::shared() const {
  const Graph &graph = analysis.graph();
  const auto isOwn = [&](NodeId user) {
    return std::ranges::any_of(unification.operations, [&](NodeId operation) { return graph.sameValue(user, operation); });
  };
  std::vector<NodeId> work;
  for (const NodeId operation : unification.operations)
    if (!graph.sameValue(operation, unification.root))
      work.push_back(operation);
  for (std::size_t at = 0; at < work.size() && !limits::reaches(limits::Limit::ConditionNodes, at); ++at)
    for (const NodeId user : analysis.users(work[at])) {
      if (graph[user].op == Op::Neg || analysis.isExactCast(user))
        work.push_back(user);
      else if (!isOwn(user))
        return true;
    }
  return false;
}

/// An operation inside the match is visible by itself: stored to memory that outlives the function, returned, passed to a call, or used elsewhere.
bool ConditionEvaluator::kept() const {
  const Graph &graph = analysis.graph();
  const auto shows = [](const Effect *effect) { return effect->kind != Effect::Kind::Condition; };
  const auto isSeen = [&](NodeId operation) {
    const ValueId value = graph.value(operation);
    return !graph.sameValue(operation, unification.root) &&
           (std::ranges::any_of(analysis.seen().effectsOf(value), shows) || analysis.seen().isReadByLoop(value));
  };
  return shared() || std::ranges::any_of(unification.operations, isSeen);
}

/// Computed before the innermost loop around the match is entered.
bool ConditionEvaluator::hoisted(NodeId node) const {
  const std::vector<std::uint32_t> &around = analysis.loops(unification.root);
  return !around.empty() && analysis.seen().ranBefore(node, around.back());
}

/// `norm` is the length of the vector that `part` is a component of: the root of a sum, written out or over a loop, in which the square of `part`
/// occurs, up to the loop index. The root of a mean is another matter: a normalisation layer's grouping is its author's choice.
bool ConditionEvaluator::component(NodeId part, NodeId norm) const {
  const Graph &graph = analysis.graph();
  const NodeId root = analysis.stripConversions(norm);
  if (graph[root].op != Op::Sqrt)
    return false;
  std::vector<NodeId> work{graph.operand(root, 0)};
  for (std::size_t at = 0; at < work.size() && !limits::reaches(limits::Limit::ConditionNodes, at); ++at) {
    const NodeId term = analysis.stripConversions(work[at]);
    const auto operands = graph.operands(term);
    switch (graph[term].op) {
    case Op::Add:
    case Op::Max:
      work.insert(work.end(), operands.begin(), operands.end());
      break;
    case Op::Reduce:
      if (graph.reduction(term).kind == ReductionKind::Sum)
        work.push_back(operands[1]);
      break;
    case Op::Fma:
    case Op::Mul:
      if (alike(analysis, operands[0], operands[1]) && alike(analysis, operands[0], part))
        return true;
      if (graph[term].op == Op::Fma)
        work.push_back(operands[2]);
      break;
    default:
      break;
    }
  }
  return false;
}

} // namespace fporder::rules
