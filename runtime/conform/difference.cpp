#include "runtime/conform/difference.h"

#include "runtime/limits/limits.h"
#include "runtime/order/equality.h"
#include "runtime/order/index_table.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace fporder::conform {

using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t mostPairs = limits::most(limits::Limit::ConformPairs); // what lies deeper counts as one difference

bool isProduct(Op op) { return op == Op::Mul || op == Op::Div; }
bool isSum(Op op) { return op == Op::Add || op == Op::Sub || op == Op::Neg; }

bool isOne(const order::Graph &graph, NodeId node) { return graph[node].op == Op::Constant && graph.number(node).isOne(); }
bool isReciprocal(const order::Graph &graph, NodeId node) { return graph[node].op == Op::Div && isOne(graph, graph.operand(node, 0)); }

bool hasOperand(const order::Graph &graph, NodeId node, auto &&is) {
  return std::ranges::any_of(graph.operands(node), [&](NodeId operand) { return is(operand); });
}

bool multipliesFirst(const order::Graph &graph, NodeId node) { return graph[node].op == Op::Div && graph[graph.operand(node, 0)].op == Op::Mul; }
bool dividesFirst(const order::Graph &graph, NodeId node) {
  return graph[node].op == Op::Mul && hasOperand(graph, node, [&](NodeId operand) { return graph[operand].op == Op::Div; });
}

/// A sum over a loop, or one that such a sum is added to.
bool addsUpLoop(const order::Graph &graph, NodeId node) {
  const auto isLoop = [&](NodeId at) { return graph[at].op == Op::Reduce || graph[at].op == Op::Recurrence; };
  return isLoop(node) || (isSum(graph[node].op) && hasOperand(graph, node, isLoop));
}

/// What a sum adds up, over the reals: values, and terms of loops with how often they run.
struct Addends {
  std::vector<order::ValueId> values;
  std::vector<std::pair<order::ValueId, order::ValueId>> terms; // of a loop: its term, its trip count
  bool complete = true;
};

Addends addendsOf(const order::Graph &graph, NodeId sum) {
  Addends addends;
  std::vector<NodeId> open{sum};
  while (!open.empty() && !limits::reaches(limits::Limit::ConformAddends, open.size())) {
    const NodeId node = open.back();
    open.pop_back();
    if (graph[node].op == Op::Add) {
      open.insert(open.end(), {graph.operand(node, 0), graph.operand(node, 1)});
    } else if (graph[node].op == Op::Reduce && graph.reduction(node).kind == order::ReductionKind::Sum) {
      const order::ReduceOperands operands = order::reduceOperands(graph, node);
      open.push_back(operands.initial);
      addends.terms.emplace_back(graph.value(operands.term), operands.trips ? graph.value(operands.trips) : order::ValueId{});
    } else if (graph[node].op != Op::Constant || !graph.number(node).isZero()) {
      addends.values.push_back(graph.value(node));
    }
  }
  addends.complete = open.empty();
  std::ranges::sort(addends.values);
  std::ranges::sort(addends.terms);
  return addends;
}

/// Sums over the same terms: what differs is how they are added up.
bool sameAddends(const order::Graph &graph, NodeId left, NodeId right) {
  const auto isOther = [&](NodeId node) { return graph[node].op == Op::Reduce && graph.reduction(node).kind != order::ReductionKind::Sum; };
  if (isOther(left) && isOther(right))
    return graph.sameValue(graph.operand(left, order::termOperand), graph.operand(right, order::termOperand));
  const Addends ours = addendsOf(graph, left), theirs = addendsOf(graph, right);
  return ours.complete && theirs.complete && ours.values == theirs.values && ours.terms == theirs.terms;
}

bool hasRoot(const order::Graph &graph, NodeId node) {
  return graph[node].op == Op::Sqrt || hasOperand(graph, node, [&](NodeId operand) { return graph[operand].op == Op::Sqrt; });
}

class Descent {
public:
  explicit Descent(const order::Graph &of) : graph(of) {}

  std::vector<DifferingPair> run(NodeId left, NodeId right) {
    parts.emplace(graph, left, right);
    std::vector<std::pair<NodeId, NodeId>> open{{left, right}};
    order::IndexTable seen;
    std::size_t steps = 0;
    while (!open.empty()) {
      const auto [one, other] = open.back();
      open.pop_back();
      if (!seen.insert(one.index).second)
        continue;
      const std::vector<std::pair<NodeId, NodeId>> inner =
          ++steps > mostPairs ? std::vector<std::pair<NodeId, NodeId>>{} : differingOperands(one, other);
      if (inner.empty())
        found.push_back({one, other, classOf(graph, one, other)});
      open.insert(open.end(), inner.begin(), inner.end());
    }
    std::ranges::sort(found, {}, [](const DifferingPair &pair) { return pair.implementation; });
    return std::move(found);
  }

private:
  bool equal(NodeId one, NodeId other) {
    if (graph.sameValue(one, other))
      return true;
    const auto [known, isNew] = answers.try_emplace({graph.value(one), graph.value(other)}, false);
    if (isNew) {
      const std::optional<bool> part = (*parts)(one, other);
      known->second = part ? *part : order::equalOverReals(graph, one, other) == order::RealEquality::Equal;
    }
    return known->second;
  }

  /// The operands that differ, where the two operations are one and their operands are equal over the reals in pairs; empty where they are not.
  std::vector<std::pair<NodeId, NodeId>> differingOperands(NodeId one, NodeId other) {
    const order::Node left = graph[one], right = graph[other];
    if (left.op != right.op || left.operandCount != right.operandCount || graph.symbol(one) != graph.symbol(other) || order::isLeaf(left.op) ||
        left.op == Op::Recurrence || (left.op == Op::Reduce && graph.reduction(one) != graph.reduction(other)))
      return {};
    std::vector<NodeId> ours(graph.operands(one).begin(), graph.operands(one).end()),
        theirs(graph.operands(other).begin(), graph.operands(other).end());
    std::vector<std::pair<NodeId, NodeId>> pairs = paired(ours, theirs);
    if (pairs.empty() && (order::isCommutative(left.op) || left.op == Op::Fma)) {
      std::swap(theirs[0], theirs[1]);
      pairs = paired(ours, theirs);
    }
    return pairs;
  }

  std::vector<std::pair<NodeId, NodeId>> paired(const std::vector<NodeId> &ours, const std::vector<NodeId> &theirs) {
    std::vector<std::pair<NodeId, NodeId>> pairs;
    for (std::size_t position = 0; position < ours.size(); ++position)
      if (!graph.sameValue(ours[position], theirs[position]))
        pairs.emplace_back(ours[position], theirs[position]);
    const bool all = std::ranges::all_of(pairs, [&](const auto &pair) { return equal(pair.first, pair.second); });
    return all ? pairs : std::vector<std::pair<NodeId, NodeId>>{};
  }

  const order::Graph &graph;
  std::optional<order::EqualParts> parts;
  std::map<std::pair<order::ValueId, order::ValueId>, bool> answers;
  std::vector<DifferingPair> found;
};

} // namespace

Class classOf(const order::Graph &graph, NodeId left, NodeId right) {
  const Op one = graph[left].op, other = graph[right].op;
  const auto either = [&](auto &&is) { return is(left) || is(right); };
  if (either([&](NodeId node) { return addsUpLoop(graph, node); }))
    return sameAddends(graph, left, right) ? Class::Schedule : Class::Factored;
  if (isProduct(one) && isProduct(other)) {
    const auto byReciprocal = [&](NodeId node) {
      return graph[node].op == Op::Mul && hasOperand(graph, node, [&](NodeId operand) { return isReciprocal(graph, operand); });
    };
    if (byReciprocal(left) != byReciprocal(right))
      return Class::Reciprocal;
    if (multipliesFirst(graph, left) && dividesFirst(graph, right))
      return Class::MultiplyThenDivide;
    if (dividesFirst(graph, left) && multipliesFirst(graph, right))
      return Class::DivideThenMultiply;
    if (either([&](NodeId node) { return hasRoot(graph, node); }))
      return Class::Root;
    return Class::ProductGrouping;
  }
  const auto multipliesSum = [&](NodeId node) {
    return isProduct(graph[node].op) && hasOperand(graph, node, [&](NodeId operand) { return isSum(graph[operand].op); });
  };
  if (isSum(one) && isSum(other))
    return either([&](NodeId node) { return hasOperand(graph, node, multipliesSum); }) ? Class::Factored : Class::SumGrouping;
  if ((isSum(one) && isProduct(other)) || (isProduct(one) && isSum(other)))
    return Class::Factored;
  return either([&](NodeId node) { return hasRoot(graph, node); }) ? Class::Root : Class::Rewritten;
}

std::string_view name(Class difference) {
  static constexpr std::array<std::string_view, 9> names{
      "multiply-then-divide", "divide-then-multiply", "reciprocal", "product-grouping", "sum-grouping", "factored", "root", "schedule", "rewritten"};
  return names[static_cast<std::size_t>(difference)];
}

std::vector<DifferingPair> smallestDifferences(const order::Graph &graph, NodeId implementation, NodeId reference) {
  return Descent(graph).run(implementation, reference);
}

} // namespace fporder::conform
