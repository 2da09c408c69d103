#include "rules/engine/exact_difference.h"

#include "runtime/limits/limits.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace fporder::rules {

using namespace order;

namespace {

constexpr std::size_t guardSearchLimit = limits::most(limits::Limit::FactNodes);
constexpr unsigned deepestOperand = limits::most(limits::Limit::IntervalDepth);

/// left <= right, NaN aside.
struct Fact {
  NodeId left, right;
};

struct Interval {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

class Guard {
public:
  Guard(const Analysis &context, NodeId condition) : analysis(context), graph(context.graph()) {
    if (condition)
      collect(condition);
  }

  bool withinFactorTwo(NodeId x, NodeId y) const;

private:
  struct Claim {
    NodeId condition;
    bool negated = false;
  };

  void collect(NodeId condition);
  void compare(NodeId condition, bool negated);
  Interval interval(NodeId node, unsigned depth = 0) const;
  std::optional<double> multiple(NodeId node, NodeId of) const;
  bool atMostTwice(NodeId x, NodeId y) const;
  std::optional<double> constant(NodeId node) const {
    const auto number = analysis.constantValue(node);
    return number ? std::optional(number->approximate()) : std::nullopt;
  }

  const Analysis &analysis;
  const Graph &graph;
  std::vector<Fact> facts;
};

/// What holds on every path: parts of conjunctions, and of disjunctions that are denied.
void Guard::collect(NodeId condition) {
  std::vector<Claim> work{{condition, false}};
  for (std::size_t next = 0; next < work.size() && next < guardSearchLimit; ++next) {
    const Claim claim = work[next];
    const Op op = graph[claim.condition].op;
    if (op == Op::Compare)
      compare(claim.condition, claim.negated);
    else if (op == Op::Not || op == (claim.negated ? Op::Or : Op::And))
      for (NodeId operand : graph.operands(claim.condition))
        work.push_back({operand, claim.negated != (op == Op::Not)});
  }
}

void Guard::compare(NodeId condition, bool negated) {
  const std::string_view symbol = graph.symbol(condition);
  const NodeId left = analysis.strip(graph.operand(condition, 0)), right = analysis.strip(graph.operand(condition, 1));
  const bool equal = symbol == (negated ? "!=" : "==");
  const bool less = symbol.starts_with('<'), greater = symbol.starts_with('>');
  if (equal || (negated ? greater : less))
    facts.push_back({left, right});
  if (equal || (negated ? less : greater))
    facts.push_back({right, left});
}

Interval Guard::interval(NodeId node, unsigned depth) const {
  Interval result;
  if (const auto value = constant(node))
    return {*value, *value};
  const Op op = graph[node].op;
  if ((op == Op::Min || op == Op::Max) && depth < deepestOperand) {
    const Interval left = interval(analysis.strip(graph.operand(node, 0)), depth + 1),
                   right = interval(analysis.strip(graph.operand(node, 1)), depth + 1);
    result = op == Op::Min ? Interval{std::min(left.low, right.low), std::min(left.high, right.high)}
                           : Interval{std::max(left.low, right.low), std::max(left.high, right.high)};
  }
  for (const Fact &fact : facts) {
    if (graph.sameValue(fact.left, node))
      if (const auto bound = constant(fact.right))
        result.high = std::min(result.high, *bound);
    if (graph.sameValue(fact.right, node))
      if (const auto bound = constant(fact.left))
        result.low = std::max(result.low, *bound);
  }
  return result;
}

/// k where `node` is k * of, k > 0.
std::optional<double> Guard::multiple(NodeId node, NodeId of) const {
  if (graph.sameValue(node, of))
    return 1;
  const Op op = graph[node].op;
  if (op != Op::Mul && op != Op::Div)
    return std::nullopt;
  for (unsigned side = 0; side < (op == Op::Mul ? 2U : 1U); ++side)
    if (graph.sameValue(analysis.strip(graph.operand(node, side)), of))
      if (const auto factor = constant(graph.operand(node, 1 - side)); factor && *factor > 0)
        return op == Op::Mul ? *factor : 1 / *factor;
  return std::nullopt;
}

/// A fact says x <= 2 * y, with room for the rounding of its own products.
bool Guard::atMostTwice(NodeId x, NodeId y) const {
  return std::ranges::any_of(facts, [&](const Fact &fact) {
    const auto left = multiple(fact.left, x), right = multiple(fact.right, y);
    return left && right && (*right / *left <= 1.99 || (*right == 2 && *left == 1) || (*right == 1 && *left == 0.5));
  });
}

bool Guard::withinFactorTwo(NodeId x, NodeId y) const {
  const Interval a = interval(x), b = interval(y);
  const bool positive = a.low > 0 && b.low > 0 && a.high <= 2 * b.low && b.high <= 2 * a.low;
  const bool negative = a.high < 0 && b.high < 0 && a.low >= 2 * b.high && b.low >= 2 * a.high;
  return positive || negative || (atMostTwice(x, y) && atMostTwice(y, x));
}

bool isUnrounded(const Analysis &analysis, NodeId node, unsigned depth = 0) {
  const Graph &graph = analysis.graph();
  node = analysis.strip(node);
  const Op op = graph[node].op;
  if (op == Op::Min || op == Op::Max)
    return depth < deepestOperand && isUnrounded(analysis, graph.operand(node, 0), depth + 1) &&
           isUnrounded(analysis, graph.operand(node, 1), depth + 1);
  return op == Op::Input || op == Op::Element || op == Op::Constant;
}

} // namespace

std::vector<ValueId> exactDifferences(const Analysis &analysis, std::span<const NodeId> operations, NodeId guard) {
  const Graph &graph = analysis.graph();
  std::vector<ValueId> exact;
  std::optional<Guard> facts;
  for (NodeId operation : operations) {
    if (graph[operation].op != Op::Sub)
      continue;
    const NodeId x = analysis.strip(graph.operand(operation, 0)), y = analysis.strip(graph.operand(operation, 1));
    if (!isUnrounded(analysis, x) || !isUnrounded(analysis, y))
      continue;
    if (!facts)
      facts.emplace(analysis, guard);
    if (facts->withinFactorTwo(x, y))
      exact.push_back(graph.value(operation));
  }
  return exact;
}

} // namespace fporder::rules
