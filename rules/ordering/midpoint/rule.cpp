// The midpoint of two scalars written (a + b) / 2 or 0.5 * (a + b).
//
// It rounds once, so no pattern reports it: where it differs from a + (b - a) / 2 is the range, since a + b overflows near the largest finite number.
// Sums of array elements are averages of neighbours, which no bisection walks to the ends of the range.
#include "rules/engine/hook.h"

#include "runtime/limits/limits.h"

#include <algorithm>

namespace fporder::rules {

namespace {

using namespace order;

bool isScalar(const Graph &graph, NodeId node) {
  const Op op = graph[node].op;
  return op == Op::Input || op == Op::LoopValue;
}

/// The sum that `root` halves.
NodeId halvedSum(const Analysis &analysis, NodeId root) {
  const Graph &graph = analysis.graph();
  const Op op = graph[root].op;
  if (op != Op::Div && op != Op::Mul)
    return {};
  for (unsigned position = 0; position < (op == Op::Mul ? 2U : 1U); ++position) {
    const auto factor = analysis.constantValue(graph.operand(root, 1 - position));
    const NodeId sum = analysis.strip(graph.operand(root, position));
    if (factor && factor->approximate() == (op == Op::Mul ? 0.5 : 2.0) && graph[sum].op == Op::Add)
      return sum;
  }
  return {};
}

/// Whether it is the middle of an interval that somebody walks along: an end is carried around a loop, or the midpoint is what the function is for.
/// Elsewhere it is an average, formed in the better way.
bool bisects(RuleContext &context, NodeId root, NodeId a, NodeId b) {
  const Graph &graph = context.graph();
  const auto returned = [](const Effect *effect) { return effect->kind == Effect::Kind::Return; };
  return graph[a].op == Op::LoopValue || graph[b].op == Op::LoopValue || std::ranges::any_of(context.analysis().seen().effects(root), returned);
}

} // namespace

void midpoint(RuleContext &context) {
  const Analysis &analysis = context.analysis();
  Graph &graph = context.graph();
  for (std::size_t i = 0; i < context.procedure().computations.size(); ++i) {
    const NodeId root = context.procedure().computations[i].node;
    const limits::Here here(root.index);
    const NodeId sum = halvedSum(analysis, root);
    if (!sum || !format::isFloatingPoint(graph[root].type.format))
      continue;
    const NodeId a = analysis.strip(graph.operand(sum, 0)), b = analysis.strip(graph.operand(sum, 1));
    if (!isScalar(graph, a) || !isScalar(graph, b) || graph.sameValue(a, b) || !bisects(context, root, a, b))
      continue;
    const ValueType type = graph[root].type;
    const Environment environment = graph.environment(root);
    const NodeId difference = graph.binary(Op::Sub, b, a, type, {}, environment);
    const NodeId half = graph.binary(Op::Div, difference, graph.constant(Number::fromInteger(2), type), type, {}, environment);
    Draft draft;
    draft.root = root;
    draft.operations = {sum};
    draft.orders.push_back({graph.binary(Op::Add, a, half, type, {}, environment), "no overflow for operands of one sign; rounds twice", true});
    draft.proven = true;
    context.report(std::move(draft));
  }
}

} // namespace fporder::rules
