// Conditions on the form of an operand, and on what becomes of the match.
#include "rules/engine/condition.h"

#include "runtime/limits/limits.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <set>

namespace fporder::rules {

using namespace order;
using format::Format;

namespace {

/// Functions that print their arguments, by the names that Argument effects bear.
bool prints(std::string_view callee) {
  static constexpr std::string_view names[] = {"printf", "fprintf", "vprintf", "vfprintf", "dprintf", "puts", "fputs"};
  return std::ranges::find(names, callee) != std::end(names);
}

/// A product, or what it is alone, has a factor that `is` accepts.
template <typename Is> bool hasFactor(const Graph &graph, NodeId product, Is is) {
  bool found = false;
  walkOperands(graph, product, limits::Limit::ConditionNodes, [&](NodeId node) {
    if (is(node)) {
      found = true;
      return Walk::Stop;
    }
    const Op op = graph[node].op;
    return op == Op::Mul || op == Op::Neg || op == Op::Cast ? Walk::Enter : Walk::Skip;
  });
  return found;
}

} // namespace

/// A reduction over a loop occurs in the expression.
bool ConditionEvaluator::reduces(const Question &asked) const {
  const Graph &graph = analysis.graph();
  return anyUnder(graph, analysis.strip(asked.value), [&](NodeId each) { return graph[each].op == Op::Reduce; });
}

/// A sum whose values on the way are used: each term's partial sum decides, is stored or goes on, so that the loop's order is what it computes.
bool ConditionEvaluator::running(const Question &asked) const {
  const Graph &graph = analysis.graph();
  const Node reduction = graph[analysis.strip(asked.value)];
  if (reduction.op != Op::Reduce || !reduction.place)
    return false;
  const auto partial = [&](NodeId sum) { return graph[sum].op == Op::Add || graph[sum].op == Op::Sub || graph[sum].op == Op::Fma; };
  const auto ownTarget = [&](NodeId sum, const Effect &effect) {
    return std::ranges::any_of(graph.operands(sum), [&](NodeId operand) {
      const NodeId before = analysis.strip(operand);
      return graph[before].op == Op::LoopValue && storesTo(graph, effect, before);
    });
  };
  for (const Effect *effect : analysis.seen().effectsAt(reduction.place))
    if (const NodeId sum = analysis.strip(effect->node); partial(sum) && (effect->kind != Effect::Kind::Store || !ownTarget(sum, *effect)))
      return true;
  return std::ranges::any_of(analysis.seen().operandsAt(reduction.place), partial);
}

/// c + (1 - c) * f: what 1 - c loses lies below the rounding of the sum that has c as a term. The entries of a rotation matrix, cos a + (1 - cos a) f
/// and s sin a + (1 - cos a) g, are of one size. All uses have to be such.
bool ConditionEvaluator::rejoins(const Question &asked) const {
  const Graph &graph = analysis.graph();
  const auto isCall = [&](NodeId each, std::string_view function) { return graph[each].op == Op::Call && graph.symbol(each) == function; };
  const auto leaves = [](const Effect *effect) { return effect->kind != Effect::Kind::Store || !effect->indices.empty(); };
  const auto isSineFor = [&](NodeId cosine, NodeId factor) {
    const NodeId of = analysis.strip(cosine);
    return isCall(factor, "sin") && isCall(of, "cos") && graph.sameValue(graph.operand(factor, 0), graph.operand(of, 0));
  };
  const NodeId node = asked.value;
  const Node difference = graph[analysis.strip(node)];
  if (difference.op != Op::Sub)
    return false;
  const auto operands = graph.operands(analysis.strip(node));
  const NodeId term = analysis.isConstant(operands[0]) ? operands[1] : operands[0];
  std::vector<NodeId> work{node};
  bool joined = false;
  for (std::size_t at = 0; at < work.size(); ++at) {
    if (std::ranges::any_of(analysis.seen().effects(work[at]), leaves))
      return false;
    for (const NodeId user : analysis.users(work[at])) {
      const Op op = graph[user].op;
      const auto has = [&](NodeId each) { return graph.sameValue(analysis.strip(each), analysis.strip(term)); };
      const auto isBeside = [&](NodeId each) {
        return hasFactor(graph, analysis.strip(each), [&](NodeId factor) { return isSineFor(term, factor); });
      };
      const bool adds = op == Op::Add || op == Op::Fma;
      if (adds && std::ranges::any_of(graph.operands(user), has))
        joined = true;
      else if ((adds || op == Op::Sub) && std::ranges::any_of(graph.operands(user), isBeside))
        joined = true;
      else if ((op == Op::Mul || op == Op::Cast) && !limits::reaches(limits::Limit::ConditionNodes, work.size()))
        work.push_back(user);
      else
        return false;
    }
  }
  return joined;
}

/// One operation on values that the format of the match holds exactly: rounded there, it is that operation of the narrow format. C computes
/// sqrt(x) of a float so.
bool ConditionEvaluator::oneOperation(const Question &asked) const {
  const Graph &graph = analysis.graph();
  const NodeId node = analysis.strip(asked.value);
  const Format narrow = graph[unification.root].type.format;
  if (isLeaf(graph[node].op) || graph[node].op == Op::Reduce || graph[node].op == Op::Select)
    return false;
  return std::ranges::all_of(graph.operands(node), [&](NodeId operand) {
    const Format inner = graph[analysis.strip(operand)].type.format;
    return analysis.isConstant(operand) || inner == narrow || format::widensExactly(inner, narrow);
  });
}

/// Made from integers only, counts and clock ticks, and printed: nothing is computed with it.
bool ConditionEvaluator::progressFigure() const {
  const Graph &graph = analysis.graph();
  const Walked ended = walkOperands(graph, unification.root, limits::Limit::ConditionNodes, [&](NodeId node) {
    const Op op = graph[node].op;
    if (isLeaf(op) && op != Op::Constant && graph[node].type.format != Format::Integer)
      return Walk::Stop;
    return isLeaf(op) ? Walk::Skip : Walk::Enter;
  });
  if (ended != Walked::Whole)
    return false;
  std::vector<NodeId> work{unification.root};
  std::set<std::uint32_t> seen;
  bool printed = false;
  while (!work.empty()) {
    const NodeId node = work.back();
    work.pop_back();
    if (!seen.insert(node.index).second)
      continue;
    if (limits::exceeds(limits::Limit::ConditionNodes, seen.size()))
      return false;
    for (const Effect *effect : analysis.seen().effects(node)) {
      if (effect->kind != Effect::Kind::Argument || !prints(effect->target))
        return false;
      printed = true;
    }
    for (NodeId user : analysis.users(node))
      work.push_back(user);
  }
  return printed;
}

} // namespace fporder::rules
