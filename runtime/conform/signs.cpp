#include "runtime/conform/signs.h"

#include <array>

namespace fporder::conform {

using order::NodeId;
using order::NodeSpec;
using order::Op;

namespace {

/// The value without its sign, which `negative` is changed by.
NodeId bare(const order::Graph &graph, NodeId node, bool &negative) {
  if (graph[node].op != Op::Neg)
    return node;
  negative = !negative;
  return graph.operand(node, 0);
}

NodeId negated(order::Graph &graph, NodeId node, order::ValueType type) {
  return graph[node].op == Op::Neg ? graph.operand(node, 0) : graph.unary(Op::Neg, node, type);
}

NodeId withOperands(order::Graph &graph, NodeSpec spec, std::span<const NodeId> operands) {
  spec.operands = operands;
  return graph.intern(spec);
}

/// A product, quotient, conversion, or product that is fused into a sum.
NodeId scaled(order::Graph &graph, const NodeSpec &spec) {
  bool negative = false;
  std::array<NodeId, 3> operands;
  const std::size_t factors = spec.op == Op::Cast ? 1 : 2;
  for (std::size_t i = 0; i < spec.operands.size(); ++i)
    operands[i] = i < factors ? bare(graph, spec.operands[i], negative) : spec.operands[i];
  if (spec.op == Op::Fma && negative) {
    // One of the two factors keeps the sign: which one decides nothing.
    NodeId &kept = graph.value(operands[0]).index < graph.value(operands[1]).index ? operands[0] : operands[1];
    kept = negated(graph, kept, graph[kept].type);
    negative = false;
  }
  const NodeId made = withOperands(graph, spec, {operands.data(), spec.operands.size()});
  return negative ? negated(graph, made, spec.type) : made;
}

NodeId sum(order::Graph &graph, NodeSpec spec) {
  bool first = false, second = spec.op == Op::Sub;
  const NodeId right = bare(graph, spec.operands[1], second), left = second ? spec.operands[0] : bare(graph, spec.operands[0], first);
  const std::array<NodeId, 2> operands{first ? right : left, first ? left : right};
  spec.op = first || second ? Op::Sub : Op::Add;
  return withOperands(graph, spec, operands);
}

} // namespace

NodeId internSigned(order::Graph &graph, const NodeSpec &spec) {
  if (!format::isFloatingPoint(spec.type.format) || spec.environment.dynamicRounding)
    return graph.intern(spec);
  switch (spec.op) {
  case Op::Neg:
    return graph[spec.operands[0]].op == Op::Neg ? graph.operand(spec.operands[0], 0) : graph.intern(spec);
  case Op::Cast:
    return spec.rounding == order::Rounding::NearestEven && format::isFloatingPoint(graph[spec.operands[0]].type.format) ? scaled(graph, spec)
                                                                                                                         : graph.intern(spec);
  case Op::Mul:
  case Op::Div:
  case Op::Fma:
    return scaled(graph, spec);
  case Op::Add:
  case Op::Sub:
    return sum(graph, spec);
  default:
    return graph.intern(spec);
  }
}

} // namespace fporder::conform
