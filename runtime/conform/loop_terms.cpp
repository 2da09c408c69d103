#include "runtime/conform/loop_terms.h"

#include "runtime/order/index_algebra.h"
#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <unordered_map>

namespace fporder::conform {

using format::Format;
using order::integerType;
using order::NodeId;
using order::Op;

namespace {

bool dependsOnAny(const order::Graph &graph, NodeId node, std::span<const std::uint32_t> loops) {
  return std::ranges::any_of(loops, [&](std::uint32_t loop) { return order::dependsOnLoop(graph, node, loop); });
}

} // namespace

NodeId loopIndex(order::Graph &graph, std::uint32_t loop, std::string_view name) {
  return graph.intern({.op = Op::LoopIndex, .type = integerType, .symbol = name, .version = loop});
}

NodeId indexIn(const order::Graph &graph, NodeId term, std::uint32_t loop) {
  NodeId found;
  order::anyUnder(graph, term, [&](NodeId node) {
    const bool is = graph[node].op == Op::LoopIndex && graph[node].version == loop;
    if (is)
      found = node;
    return is;
  });
  return found;
}

std::optional<NodeId> changedTerm(order::Graph &graph, NodeId term, std::span<const std::uint32_t> loops, const Change &change) {
  const auto index = [&](NodeId node) -> std::optional<NodeId> {
    if (!graph.mentionsLoop(node))
      return node;
    const Polynomial polynomial = polynomialOf(graph, node);
    // What an element or a quotient makes of an index is not changed with it.
    for (const auto &[monomial, coefficient] : polynomial.terms())
      for (const std::uint32_t atom : monomial)
        if (graph[polynomial.node(atom)].op != Op::LoopIndex && dependsOnAny(graph, polynomial.node(atom), loops))
          return std::nullopt;
    const std::optional<Polynomial> replaced = change(polynomial);
    return replaced ? std::optional(expressionOf(graph, *replaced)) : std::nullopt;
  };
  if (order::isInteger(graph, term))
    return index(term);
  std::unordered_map<std::uint32_t, NodeId> made;
  const auto stops = [&](NodeId node) {
    return !graph.mentionsLoop(node) || order::boundLoop(graph, node).has_value() || order::isInteger(graph, node);
  };
  for (const NodeId node : order::reachable(graph, term, stops)) {
    if (stops(node)) {
      if (order::boundLoop(graph, node) && dependsOnAny(graph, node, loops))
        return std::nullopt;
      made[node.index] = node;
      continue;
    }
    std::vector<NodeId> operands;
    for (const NodeId operand : graph.operands(node)) {
      const std::optional<NodeId> next = order::isInteger(graph, operand) ? index(operand) : std::optional(made.at(operand.index));
      if (!next)
        return std::nullopt;
      operands.push_back(*next);
    }
    made[node.index] = operands.empty() ? node : graph.withOperands(node, operands);
  }
  return made.at(term.index);
}

NodeId sumLike(order::Graph &graph, NodeId like, NodeId initial, NodeId term, NodeId trips, std::uint32_t loop) {
  order::Reduction reduction = graph.reduction(like);
  reduction.loop = loop;
  reduction.schedule = order::Schedule::Sequential;
  reduction.width = 0;
  const NodeId operands[]{initial, term, trips};
  return graph.intern({.op = Op::Reduce,
                       .type = graph[like].type,
                       .operands = operands,
                       .reduction = &reduction,
                       .environment = graph.environment(like),
                       .place = graph[like].place});
}

bool isIdentity(const order::Graph &graph, NodeId node, order::ReductionKind kind) {
  return graph[node].op == Op::Constant && graph.number(node) == order::identity(kind);
}

std::optional<Polynomial> termsTogether(const order::Graph &graph, NodeId outer, NodeId inner, std::vector<std::string> &assumed) {
  const Polynomial size = polynomialOf(graph, inner);
  if (graph[outer].op != Op::Div || !(polynomialOf(graph, graph.operand(outer, 1)) == size))
    return polynomialOf(graph, outer).times(size);
  const order::InfixOptions options{.forReaders = true, .maxLength = 60};
  assumed.push_back("'" + order::printInfix(graph, graph.operand(outer, 0), options) + "' is a multiple of " +
                    order::printInfix(graph, inner, options));
  return polynomialOf(graph, graph.operand(outer, 0));
}

} // namespace fporder::conform
