// Conditions on who uses a value, and on the loops and guards behind it.
#include "rules/engine/condition.h"

#include "runtime/limits/limits.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <cmath>

namespace fporder::rules {

using namespace order;
using format::Format;

namespace {

/// a < b ? a : b
bool choosesSmaller(const Graph &graph, NodeId selection) {
  const NodeId test = graph.operand(selection, 0), first = graph.operand(selection, 1), second = graph.operand(selection, 2);
  if (graph[test].op != Op::Compare || graph[test].operandCount != 2)
    return false;
  const std::string_view relation = graph.symbol(test);
  const NodeId left = graph.operand(test, 0), right = graph.operand(test, 1);
  if (relation.starts_with('<'))
    return graph.sameValue(left, first) && graph.sameValue(right, second);
  return relation.starts_with('>') && graph.sameValue(left, second) && graph.sameValue(right, first);
}

/// A value is one of the addends of a sum, through conversions other than those to an integer, which change what is shared.
bool isAddend(const Analysis &analysis, NodeId value, NodeId sum) {
  const Graph &graph = analysis.graph();
  const auto bare = [&](NodeId node) {
    while (graph[node].op == Op::Cast && (graph[node].type.format != Format::Integer || graph[graph.operand(node, 0)].type.format == Format::Integer))
      node = graph.operand(node, 0);
    return node;
  };
  value = bare(value);
  std::vector<NodeId> work{bare(sum)};
  for (std::size_t at = 0; at < work.size() && !limits::reaches(limits::Limit::ConditionNodes, at); ++at) {
    if (graph[work[at]].op != Op::Add)
      continue;
    for (const NodeId operand : graph.operands(work[at]))
      if (graph.sameValue(bare(operand), value))
        return true;
      else
        work.push_back(bare(operand));
  }
  return false;
}

} // namespace

/// Every use of the match, behind exact operations, rounds it to a narrower format: no other digit of it is seen.
bool ConditionEvaluator::narrowed(const Question &asked) const {
  const Graph &graph = analysis.graph();
  std::vector<NodeId> work{asked.value};
  bool seen = false;
  for (std::size_t at = 0; at < work.size(); ++at) {
    if (!analysis.seen().effects(work[at]).empty() || limits::exceeds(limits::Limit::ConditionNodes, work.size()))
      return false;
    for (const NodeId user : analysis.users(work[at])) {
      const Node stored = graph[user];
      const Format from = graph[work[at]].type.format;
      if (stored.op == Op::Cast && format::isFloatingPoint(stored.type.format) &&
          format::parameters(stored.type.format).precision < format::parameters(from).precision)
        seen = true;
      else if (stored.op == Op::Neg || stored.op == Op::Abs || stored.op == Op::Select || analysis.isExactCast(user))
        work.push_back(user);
      else
        return false;
    }
  }
  return seen;
}

bool ConditionEvaluator::roundedApart(const Question &asked) const {
  const RoundingDirections &directions = analysis.roundings();
  const NodeId other = directions.apartFrom(asked.value);
  if (!other)
    return false;
  comparedWith.push_back(other);
  if (asked.evidence)
    asked.evidence->push_back({"rounded-apart",
                               "rounded " + std::string(directions.direction(asked.value)) + " here and " + std::string(directions.direction(other)) +
                                   " where other elements are read",
                               analysis.graph()[other].place});
  return true;
}

/// Some sum of two products has `first` as a factor of one and `second` as a factor of the other: rows of a matrix, the other part of a rotation.
bool ConditionEvaluator::alsoSummed(const Question &asked) const {
  const Graph &graph = analysis.graph();
  const NodeId first = analysis.strip(asked.value), second = analysis.strip(asked.second);
  const auto isFactor = [&](NodeId product, NodeId factor) {
    product = analysis.strip(product);
    if (graph[product].op == Op::Neg)
      product = analysis.strip(graph.operand(product, 0));
    return graph[product].op == Op::Mul &&
           (graph.sameValue(analysis.strip(graph.operand(product, 0)), factor) || graph.sameValue(analysis.strip(graph.operand(product, 1)), factor));
  };
  std::vector<NodeId> work{first};
  for (std::size_t at = 0; at < work.size() && !limits::reaches(limits::Limit::ConditionNodes, at); ++at)
    for (const NodeId user : analysis.users(work[at])) {
      const Op op = graph[user].op;
      const auto operands = graph.operands(user);
      if (op == Op::Add && std::ranges::any_of(operands, [&](NodeId term) { return isFactor(term, second); }) &&
          std::ranges::any_of(operands, [&](NodeId term) { return isFactor(term, first); }))
        return true;
      if (op == Op::Fma && graph[operands[2]].op != Op::Neg && operands[2] != work[at] && isFactor(operands[2], second))
        return true;
      if ((op == Op::Mul && graph.sameValue(analysis.strip(work[at]), first)) || analysis.isExactCast(user))
        work.push_back(user);
    }
  return false;
}

/// A constant over a count, the weight of a running mean, or the share that one of two counts or weights has of both, that of a merged mean.
bool ConditionEvaluator::counting(const Question &asked) const {
  const Graph &graph = analysis.graph();
  std::vector<NodeId> work{asked.value};
  for (std::size_t at = 0; at < work.size() && !limits::reaches(limits::Limit::ConditionNodes, at); ++at) {
    const NodeId current = analysis.strip(work[at]);
    if (graph[current].op == Op::Select)
      work.insert(work.end(), {graph.operand(current, 1), graph.operand(current, 2)});
    else if (graph[current].op == Op::Div && ((analysis.isConstant(graph.operand(current, 0)) && analysis.isIntegral(graph.operand(current, 1))) ||
                                              isAddend(analysis, graph.operand(current, 0), graph.operand(current, 1))))
      return true;
  }
  return false;
}

/// No more terms than this, when the count is known or its form bounds it: a remainder, a minimum with a constant, bits of a mask.
std::optional<double> ConditionEvaluator::mostTerms(NodeId count, unsigned depth) const {
  const Graph &graph = analysis.graph();
  while (graph[count].op == Op::Cast)
    count = graph.operand(count, 0);
  if (const std::optional<Number> number = analysis.constantValue(count))
    return number->approximate();
  const Node stored = graph[count];
  const std::string_view symbol = stored.op == Op::Call ? graph.symbol(count) : std::string_view();
  const bool smaller = stored.op == Op::Min || (stored.op == Op::Select && choosesSmaller(graph, count));
  if ((!smaller && symbol != "%" && symbol != "&") || limits::reaches(limits::Limit::BoundDepth, depth))
    return std::nullopt;
  const unsigned first = stored.op == Op::Select ? 1 : 0;
  const auto left = mostTerms(graph.operand(count, first), depth + 1), right = mostTerms(graph.operand(count, first + 1), depth + 1);
  if (symbol == "%")
    return right && *right != 0 ? std::optional(std::abs(*right) - 1) : std::nullopt;
  if (symbol == "&" && ((left && *left < 0) || (right && *right < 0)))
    return std::nullopt; // a mask of the upper bits
  if (!left || !right)
    return left ? left : right;
  return std::min(*left, *right);
}

} // namespace fporder::rules
