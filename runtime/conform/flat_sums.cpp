#include "runtime/conform/flat_sums.h"

#include "runtime/conform/polynomial.h"
#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace fporder::conform {

using format::Format;
using order::NodeId;
using order::Op;

namespace {

constexpr order::ValueType integer{Format::Integer, order::Shape::Scalar};

bool isInteger(const order::Graph &graph, NodeId node) { return graph[node].type.format == Format::Integer; }

bool isIdentity(const order::Graph &graph, NodeId node, order::ReductionKind kind) {
  return graph[node].op == Op::Constant && graph.number(node) == order::identity(kind);
}

NodeId loopIndex(order::Graph &graph, std::uint32_t loop, std::string_view name) {
  return graph.intern({.op = Op::LoopIndex, .type = integer, .symbol = name, .version = loop});
}

/// The number of terms of both sums together: n for n / c parts of c.
Polynomial product(const order::Graph &graph, NodeId outer, NodeId inner, std::vector<std::string> &assumed) {
  const Polynomial parts = polynomialOf(graph, outer), size = polynomialOf(graph, inner);
  if (graph[outer].op == Op::Div && polynomialOf(graph, graph.operand(outer, 1)) == size) {
    const order::InfixOptions options{.forReaders = true, .maxLength = 60};
    assumed.push_back("'" + order::printInfix(graph, graph.operand(outer, 0), options) + "' is a multiple of " +
                      order::printInfix(graph, inner, options));
    return polynomialOf(graph, graph.operand(outer, 0));
  }
  return parts.times(size).value_or(Polynomial());
}

/// A term with the indices of two loops in place of one: `solved` = coordinate - factor * `gone` everywhere, after which `gone` must not be left.
class OneLoop {
public:
  OneLoop(order::Graph &target, NodeId goneIndex, NodeId solvedIndex, const Polynomial &solution)
      : graph(target), gone(goneIndex), solved(graph.value(solvedIndex).index), value(solution) {}

  std::optional<NodeId> operator()(NodeId term) {
    std::unordered_map<std::uint32_t, NodeId> made;
    const auto stops = [&](NodeId node) { return !graph.mentionsLoop(node); };
    for (const NodeId node : order::reachable(graph, term, stops)) {
      if (stops(node) || isInteger(graph, node) || order::boundLoop(graph, node)) {
        if (order::boundLoop(graph, node) && dependsOnEither(node))
          return std::nullopt; // sums within the terms are left as they are
        made[node.index] = node;
        continue;
      }
      std::vector<NodeId> operands;
      for (const NodeId operand : graph.operands(node)) {
        const std::optional<NodeId> next = isInteger(graph, operand) ? index(operand) : std::optional(made.at(operand.index));
        if (!next)
          return std::nullopt;
        operands.push_back(*next);
      }
      made[node.index] = order::isLeaf(graph[node].op) && operands.empty() ? node : graph.withOperands(node, operands);
    }
    if (isInteger(graph, term))
      return index(term);
    return made.at(term.index);
  }

private:
  bool dependsOnEither(NodeId node) const {
    return order::dependsOnLoop(graph, node, graph[gone].version) ||
           order::anyUnder(graph, node, [&](NodeId at) { return graph.value(at).index == solved; });
  }
  std::optional<NodeId> index(NodeId node) {
    if (!graph.mentionsLoop(node))
      return node;
    const std::optional<Polynomial> replaced = polynomialOf(graph, node).substituted(solved, value);
    if (!replaced)
      return std::nullopt;
    const NodeId expression = expressionOf(graph, *replaced);
    return order::dependsOnLoop(graph, expression, graph[gone].version) ? std::nullopt : std::optional(expression);
  }

  order::Graph &graph;
  NodeId gone;
  std::uint32_t solved;
  Polynomial value;
};

class Flattening {
public:
  Flattening(order::Graph &target, std::vector<std::string> &assumptions) : graph(target), assumed(assumptions) {}

  NodeId operator()(NodeId root) {
    std::unordered_map<std::uint32_t, NodeId> made;
    for (const NodeId node : order::reachable(graph, root, [](NodeId) { return false; })) {
      NodeId copy = node;
      if (!order::isLeaf(graph[node].op) || graph[node].operandCount != 0) {
        std::vector<NodeId> operands;
        bool changed = false;
        for (const NodeId operand : graph.operands(node)) {
          operands.push_back(made.at(operand.index));
          changed |= operands.back() != operand;
        }
        copy = changed ? graph.withOperands(node, operands) : node;
      }
      made[node.index] = graph[copy].op == Op::Reduce ? flat(copy) : copy;
    }
    return made.at(root.index);
  }

private:
  /// A sum of sums as one; itself otherwise.
  NodeId flat(NodeId outer) {
    const order::ReduceOperands whole = order::reduceOperands(graph, outer);
    const NodeId inner = whole.term;
    if (graph[inner].op != Op::Reduce || !whole.trips || whole.first)
      return outer;
    const order::ReduceOperands part = order::reduceOperands(graph, inner);
    const order::Reduction own = graph.reduction(outer), inside = graph.reduction(inner);
    if (own.kind != inside.kind || !part.trips || part.first || graph.mentionsLoop(part.trips) || graph.mentionsLoop(whole.trips) ||
        graph[part.term].op == Op::Terms || !isIdentity(graph, part.initial, own.kind))
      return outer;
    const NodeId t = indexOf(part.term, own.loop), k = indexOf(part.term, inside.loop);
    if (!t || !k)
      return outer;
    const NodeId j = loopIndex(graph, graph.freshLoop(), graph.symbol(k));
    for (const bool inRuns : {true, false}) {
      // j = c * t + k, or j = t + T * k
      const NodeId gone = inRuns ? t : k, solved = inRuns ? k : t;
      const std::optional<Polynomial> far = polynomialOf(graph, inRuns ? part.trips : whole.trips).times(Polynomial::atom(graph, gone));
      const std::optional<Polynomial> value = far ? Polynomial::atom(graph, j).plus(*far, -1) : std::nullopt;
      const std::optional<NodeId> term = value ? OneLoop(graph, gone, solved, *value)(part.term) : std::nullopt;
      if (term)
        return together(outer, whole, part, *term, graph[j].version);
    }
    return outer;
  }

  NodeId together(NodeId outer, const order::ReduceOperands &whole, const order::ReduceOperands &part, NodeId term, std::uint32_t loop) {
    order::Reduction reduction = graph.reduction(outer);
    reduction.loop = loop;
    reduction.schedule = order::Schedule::Sequential;
    reduction.width = 0;
    const NodeId operands[]{whole.initial, term, expressionOf(graph, product(graph, whole.trips, part.trips, assumed))};
    return graph.intern({.op = Op::Reduce,
                         .type = graph[outer].type,
                         .operands = operands,
                         .reduction = &reduction,
                         .environment = graph.environment(outer),
                         .place = graph[outer].place});
  }

  /// The LoopIndex of a loop in a term; invalid where it is not mentioned.
  NodeId indexOf(NodeId term, std::uint32_t loop) const {
    NodeId found;
    order::anyUnder(graph, term, [&](NodeId node) {
      const bool is = graph[node].op == Op::LoopIndex && graph[node].version == loop;
      if (is)
        found = node;
      return is;
    });
    return found;
  }

  order::Graph &graph;
  std::vector<std::string> &assumed;
};

} // namespace

NodeId flatSums(order::Graph &graph, NodeId root, std::vector<std::string> &assumed) { return Flattening(graph, assumed)(root); }

} // namespace fporder::conform
