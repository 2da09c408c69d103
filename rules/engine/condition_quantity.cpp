// Whether a part of the match is a quantity by itself: it has other uses, is kept, or comes from elsewhere.
#include "rules/engine/condition.h"

#include "runtime/limits/limits.h"

#include <algorithm>

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

bool isExtremum(const Analysis &analysis, NodeId node) {
  const Graph &graph = analysis.graph();
  node = analysis.stripConversions(node);
  for (unsigned depth = 0; !limits::reaches(limits::Limit::BoundDepth, depth); ++depth) {
    const Op op = graph[node].op;
    if (op == Op::Reduce)
      return graph.reduction(node).kind == ReductionKind::Max || graph.reduction(node).kind == ReductionKind::Min;
    const bool chooses = op == Op::Max || op == Op::Min;
    if (!chooses && op != Op::Abs)
      return false;
    const NodeId left = analysis.stripConversions(graph.operand(node, 0));
    node = chooses && (analysis.isConstant(left) || graph[left].op != Op::Reduce) ? analysis.stripConversions(graph.operand(node, 1)) : left;
    if (chooses && graph[node].op == Op::Abs)
      return true;
  }
  return false;
}

} // namespace

/// Another grouping would compute the operation's value beside it.
bool ConditionEvaluator::hasOtherUsers(NodeId operation) const {
  const Graph &graph = analysis.graph();
  const auto isOwn = [&](NodeId user) {
    return std::ranges::any_of(unification.operations, [&](NodeId each) { return graph.sameValue(user, each); });
  };
  std::vector<NodeId> work{operation};
  for (std::size_t at = 0; at < work.size() && !limits::reaches(limits::Limit::ConditionNodes, at); ++at)
    for (const NodeId user : analysis.users(work[at])) {
      if (graph[user].op == Op::Neg || analysis.isExactCast(user))
        work.push_back(user);
      else if (!isOwn(user))
        return true;
    }
  return false;
}

/// A constant over the largest element or magnitude of something, or the reverse: the scale of a quantisation.
bool ConditionEvaluator::isQuantiser(NodeId quotient) const {
  const Graph &graph = analysis.graph();
  if (graph[quotient].op != Op::Div)
    return false;
  const NodeId above = graph.operand(quotient, 0), below = graph.operand(quotient, 1);
  return (analysis.isConstant(above) && isExtremum(analysis, below)) || (analysis.isConstant(below) && isExtremum(analysis, above));
}

bool ConditionEvaluator::quantity(const Question &asked) const {
  const NodeId node = analysis.strip(asked.value);
  const ValueId value = analysis.graph().value(node);
  const std::vector<std::uint32_t> &around = analysis.loops(unification.root);
  const auto shows = [](const Effect *effect) { return effect->kind != Effect::Kind::Condition; };
  return (!around.empty() && analysis.seen().ranBefore(node, around.back())) || hasOtherUsers(node) ||
         std::ranges::any_of(analysis.seen().effectsOf(value), shows) || analysis.seen().isReadByLoop(value) || isComponent(node) ||
         (analysis.graph()[unification.root].op == Op::Mul && isQuantiser(node));
}

/// The divisor is the length of the vector that the dividend is a component of: the root of a sum, written out or over a loop, in which the square of
/// the dividend occurs, up to the loop index. The root of a mean does not count: a normalisation layer's grouping is its author's choice.
bool ConditionEvaluator::isComponent(NodeId quotient) const {
  const Graph &graph = analysis.graph();
  if (graph[quotient].op != Op::Div)
    return false;
  const NodeId part = graph.operand(quotient, 0), root = analysis.stripConversions(graph.operand(quotient, 1));
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
