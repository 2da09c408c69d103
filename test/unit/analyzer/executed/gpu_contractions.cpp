#include "test/unit/analyzer/executed/gpu_contractions.h"

#include "runtime/order/copy.h"
#include "runtime/order/recurrence.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <map>

namespace fporder::test {

namespace {

using order::Graph;
using order::NodeId;
using order::Op;

NodeId withoutSigns(const Graph &graph, NodeId node) {
  while (graph[node].op == Op::Neg)
    node = graph.operand(node, 0);
  return node;
}

bool mayFuse(const Graph &graph, NodeId sum, NodeId operand) {
  const NodeId product = withoutSigns(graph, operand);
  return graph[product].op == Op::Mul && graph[product].type == graph[sum].type && graph.environment(product).contraction == order::Contraction::Fast;
}

/// `node` again, over the copies of its operands, without contraction.
NodeId apart(const Graph &graph, NodeId node, order::GraphCopy &copy, Graph &into) {
  std::vector<NodeId> operands;
  for (const NodeId operand : graph.operands(node))
    operands.push_back(copy(operand));
  order::Environment environment = graph.environment(node);
  environment.contraction = order::Contraction::Off;
  order::NodeSpec spec;
  spec.op = graph[node].op;
  spec.type = graph[node].type;
  spec.operands = operands;
  spec.environment = environment;
  if (spec.op == Op::Reduce)
    spec.reduction = &graph.reduction(node);
  return into.intern(spec);
}

NodeId fused(const Graph &graph, NodeId sum, unsigned position, order::GraphCopy &copy, Graph &into) {
  const order::ValueType type = graph[sum].type;
  bool negative = graph[sum].op == Op::Sub && position == 1;
  NodeId product = graph.operand(sum, position);
  for (; graph[product].op == Op::Neg; product = graph.operand(product, 0))
    negative = !negative;
  NodeId left = copy(graph.operand(product, 0)), addend = copy(graph.operand(sum, 1 - position));
  if (negative)
    left = into.unary(Op::Neg, left, type);
  if (graph[sum].op == Op::Sub && position == 0)
    addend = into.unary(Op::Neg, addend, type);
  order::NodeSpec spec;
  spec.op = Op::Fma;
  spec.type = type;
  const NodeId operands[] = {left, copy(graph.operand(product, 1)), addend};
  spec.operands = operands;
  return into.intern(spec);
}

constexpr double mostIterations = 16;

bool isWrittenOut(const Graph &graph, NodeId node) {
  if (graph[node].op != Op::Recurrence)
    return false;
  const order::Recurrence loop = order::recurrenceOf(graph, node);
  return graph[loop.trips].op == Op::Constant && graph.number(loop.trips).approximate() <= mostIterations && graph[loop.stays].op == Op::Constant &&
         !graph.number(loop.stays).isZero();
}

/// What `node`, a Recurrence, leaves in its first value; `copy` copies what it starts from.
NodeId iterated(const Graph &graph, NodeId node, order::GraphCopy &copy, Graph &into) {
  const order::Recurrence loop = order::recurrenceOf(graph, node);
  std::vector<NodeId> states, nexts;
  for (const order::RecurrenceValue &each : loop.values) {
    states.push_back(copy(each.initial));
    nexts.push_back(each.next);
  }
  const auto trips = static_cast<int>(graph.number(loop.trips).approximate());
  std::vector<NodeId> indices;
  for (const NodeId next : nexts)
    for (const NodeId inside : order::reachable(graph, next, [](NodeId) { return false; }))
      if (graph[inside].op == Op::LoopIndex && graph[inside].version == graph[node].version)
        indices.push_back(inside);
  for (int k = 0; k < trips; ++k) {
    order::GraphCopy step(graph, into);
    for (std::size_t i = 0; i < states.size(); ++i)
      step.substitute(loop.values[i].value, states[i]);
    for (const NodeId index : indices)
      step.substitute(index, into.constant(order::Number::fromInteger(k), graph[index].type));
    std::vector<NodeId> after;
    for (const NodeId next : nexts)
      after.push_back(step(next));
    states = after;
  }
  return states.front();
}

} // namespace

NodeId writtenOut(const Graph &graph, NodeId root, Graph &into) {
  order::GraphCopy copy(graph, into);
  copy.replaceBy([&](NodeId node) -> std::optional<NodeId> {
    return isWrittenOut(graph, node) ? std::optional(iterated(graph, node, copy, into)) : std::nullopt;
  });
  return copy(root);
}

Contractions::Contractions(const Graph &of, NodeId from) : graph(of), root(from) {
  for (const NodeId node : order::reachable(graph, root, [](NodeId) { return false; })) {
    const Op op = graph[node].op;
    if (!format::isFloatingPoint(graph[node].type.format) || graph.environment(node).contraction != order::Contraction::Fast)
      continue;
    Addition addition{node, {}};
    if (op == Op::Add || op == Op::Sub) {
      for (unsigned position = 0; position < 2; ++position)
        if (mayFuse(graph, node, graph.operand(node, position)))
          addition.products.push_back(position);
    } else if (op == Op::Reduce && graph.reduction(node).kind == order::ReductionKind::Sum && !graph.reduction(node).fused &&
               std::ranges::any_of(order::termsOf(graph, node), [&](NodeId term) { return mayFuse(graph, node, term); })) {
      addition.products.push_back(0);
    }
    if (!addition.products.empty())
      additions.push_back(addition);
  }
}

std::uint64_t Contractions::count(std::uint64_t most) const {
  std::uint64_t product = 1;
  for (const Addition &addition : additions)
    product = std::min(most, product * (addition.products.size() + 1));
  return product;
}

NodeId Contractions::chosen(std::uint64_t choice, Graph &into) const {
  std::map<NodeId, std::pair<const Addition *, std::uint64_t>> choices;
  for (const Addition &addition : additions) {
    choices[addition.node] = {&addition, choice % (addition.products.size() + 1)};
    choice /= addition.products.size() + 1;
  }
  order::GraphCopy copy(graph, into);
  copy.replaceBy([&](NodeId node) -> std::optional<NodeId> {
    const auto found = choices.find(node);
    if (found == choices.end())
      return std::nullopt;
    const auto [addition, chosen] = found->second;
    if (chosen == 0)
      return apart(graph, node, copy, into);
    if (graph[node].op == Op::Reduce)
      return std::nullopt;
    return fused(graph, node, addition->products[chosen - 1], copy, into);
  });
  return copy(root);
}

} // namespace fporder::test
