// How often loops run that go on where another stopped: the tails of unrolled and vectorised loops.
#include "analyzer/frontend/walk/evaluator.h"

#include "runtime/limits/limits.h"

#include <cmath>

namespace fporder::frontend {

using format::Format;
using order::integerType;
using order::NodeId;
using order::Op;
using order::Shape;

namespace {

constexpr double largestTail = limits::most(limits::Limit::TripTail); // beyond it a tail is no tail

NodeId withoutCasts(const order::Graph &graph, NodeId node) {
  while (graph[node].op == Op::Cast)
    node = graph.operand(node, 0);
  return node;
}

std::optional<double> integerValue(const order::Graph &graph, NodeId node) {
  if (graph[node].op == Op::Call && graph.symbol(node) == "~")
    if (const NodeId mask = withoutCasts(graph, graph.operand(node, 0)); graph[mask].op == Op::Constant)
      return -1 - graph.number(mask).approximate();
  return graph[node].op == Op::Constant ? std::optional(graph.number(node).approximate()) : std::nullopt;
}

/// An integer as a node and an offset, conversions left out; a constant is the node.
OffsetForm shifted(const order::Graph &graph, NodeId node) {
  const OffsetForm form = offsetForm(graph, node, order::Conversions::AreFollowed);
  return form.node ? form : OffsetForm{graph.value(node), 0, withoutCasts(graph, node)};
}

/// c of n / c, 2^k of n >> k.
std::optional<double> quotientOf(const order::Graph &graph, NodeId node, NodeId whole) {
  node = withoutCasts(graph, node);
  const bool division = graph[node].op == Op::Div, shift = graph[node].op == Op::Call && graph.symbol(node) == ">>";
  if ((!division && !shift) || !graph.sameValue(withoutCasts(graph, graph.operand(node, 0)), whole))
    return std::nullopt;
  const auto by = integerValue(graph, withoutCasts(graph, graph.operand(node, 1)));
  return by && shift ? std::optional(std::exp2(*by)) : by;
}

/// x of max(x, 0), whatever spells it; else the node itself.
NodeId withoutClamp(const order::Graph &graph, NodeId node) {
  node = withoutCasts(graph, node);
  const order::Node stored = graph[node];
  if (stored.op != Op::Max && stored.op != Op::Select)
    return node;
  const unsigned first = stored.op == Op::Max ? 0 : 1;
  const NodeId left = withoutCasts(graph, graph.operand(node, first)), right = withoutCasts(graph, graph.operand(node, first + 1));
  const auto isNought = [&](NodeId side) { return graph[side].op == Op::Constant && graph.number(side).isZero(); };
  const NodeId other = isNought(left) ? right : isNought(right) ? left : NodeId{};
  if (!other)
    return node;
  if (stored.op == Op::Max)
    return other;
  const NodeId test = graph.operand(node, 0);
  const bool compares =
      graph[test].op == Op::Compare && graph[test].operandCount == 2 &&
      (graph.sameValue(withoutCasts(graph, graph.operand(test, 0)), other) || graph.sameValue(withoutCasts(graph, graph.operand(test, 1)), other));
  return compares ? other : node;
}

/// Of max(n / c - k, 0) * c no more than c - 1 + k * c is left up to n, for any n >= 0.
std::optional<double> restOfGroups(const order::Graph &graph, NodeId groups, double size, NodeId whole) {
  const OffsetForm less = shifted(graph, withoutClamp(graph, groups));
  const auto divisor = quotientOf(graph, less.node, whole);
  return divisor && *divisor == size && less.offset <= 0 ? std::optional((1 - less.offset) * size - 1) : std::nullopt;
}

/// whole - node at most, where `node` is `whole` rounded down to a multiple: n / c * c, n >> k << k, n & ~(c - 1), n - n % c.
std::optional<double> restAbove(const order::Graph &graph, NodeId node, NodeId whole) {
  const order::Node stored = graph[node];
  if (stored.operandCount != 2)
    return std::nullopt;
  const NodeId left = withoutCasts(graph, graph.operand(node, 0)), right = withoutCasts(graph, graph.operand(node, 1));
  const std::string_view symbol = stored.op == Op::Call ? graph.symbol(node) : std::string_view();
  const auto factor = integerValue(graph, right), first = integerValue(graph, left);
  if (stored.op == Op::Mul && (factor || first))
    return restOfGroups(graph, factor ? left : right, factor ? *factor : *first, whole);
  if (symbol == "<<" && factor)
    return restOfGroups(graph, left, std::ldexp(1.0, static_cast<int>(*factor)), whole);
  if (symbol == "&" && factor && graph.sameValue(left, whole)) {
    const double cut = *factor < 0 ? -*factor : std::exp2(*factor > 4294967295.0 ? 64 : 32) - *factor;
    return cut > 0 && std::exp2(std::round(std::log2(cut))) == cut ? std::optional(cut - 1) : std::nullopt;
  }
  if (stored.op == Op::Sub && graph.sameValue(left, whole) && graph[right].op == Op::Call &&
      (graph.symbol(right) == "%" || graph.symbol(right) == "&") && graph.sameValue(withoutCasts(graph, graph.operand(right, 0)), whole)) {
    const auto rest = integerValue(graph, withoutCasts(graph, graph.operand(right, 1)));
    return rest && graph.symbol(right) == "%" ? std::optional(*rest - 1) : rest;
  }
  return std::nullopt;
}

} // namespace

/// Remembers what the test says once it fails: with i + 3 < n no more than 3 are left.
void Evaluator::noteExit(NodeId test) {
  if (graph[test].op != Op::Compare || graph[test].operandCount != 2)
    return;
  const std::string_view relation = graph.symbol(test);
  const bool less = relation.starts_with('<');
  if (!less && !relation.starts_with('>'))
    return;
  const OffsetForm index = shifted(graph, graph.operand(test, less ? 0 : 1)), bound = shifted(graph, graph.operand(test, less ? 1 : 0));
  const bool floating = graph[index.node].op == Op::LoopValue && format::isFloatingPoint(graph[index.node].type.format) && index.offset == 0;
  if ((graph[index.node].op != Op::LoopIndex && !floating) || graph[index.node].version != activeLoop->id ||
      order::dependsOnLoop(graph, bound.node, activeLoop->id))
    return;
  activeLoop->loop.exit = {index.node, bound.node, static_cast<double>(index.offset - bound.offset - (relation.ends_with('=') ? 1 : 0))};
}

/// The value of an induction variable after its loop, with what the loop's test says of it.
std::optional<Value> Evaluator::inductionAfter(LoopRun &run, LocationId location) {
  std::optional<Value> behind = valueBehind(run, location);
  const std::optional<LoopExit> &exit = run.loop.exit;
  if (!exit || endsEarly(run))
    return behind;
  const auto value = run.inductions.at(location);
  if (!value || !value->isNumber() || !graph.sameValue(value->node, exit->index))
    return behind;
  if (!behind || !behind->isNumber())
    behind = Value::number(fresh(memory.spell(location), integerType));
  loopTable.leftBehind[graph.value(behind->node).index] = *exit;
  return behind;
}

/// How often a loop from `start` up to `bound` runs at most, where that is a provably small rest.
std::optional<double> Evaluator::restOf(NodeId start, NodeId bound) {
  const OffsetForm end = shifted(graph, bound);
  std::optional<double> most;
  if (const auto exit = loopTable.leftBehind.find(graph.value(start).index);
      exit != loopTable.leftBehind.end() && graph.sameValue(exit->second.bound, end.node))
    most = exit->second.left + end.offset;
  else if (const auto rest = restAbove(graph, withoutCasts(graph, start), end.node))
    most = *rest + end.offset;
  return most && *most >= 0 && *most <= largestTail ? most : std::nullopt;
}

/// How often a loop runs that halves or doubles its variable: unknown, and no more often than an integer has digits.
NodeId Evaluator::digitsOf(const clang::Expr *increment) {
  constexpr int digits = 63;
  return graph.binary(Op::Min, fresh(spelling(increment, "halvings"), integerType), integer(digits), integerType);
}

} // namespace fporder::frontend
