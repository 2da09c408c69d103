#include "runtime/conform/narrow_operations.h"

#include "runtime/conform/signs.h"

#include <vector>

namespace fporder::conform {

using format::Format;
using order::NodeId;
using order::Op;

namespace {

bool isInnocuous(Format narrow, Format wide) {
  return (narrow == Format::Binary16 && wide == Format::Binary32) || (narrow == Format::Binary32 && wide == Format::Binary64);
}

bool rounds(Op op) { return op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::Div || op == Op::Sqrt; }

} // namespace

std::optional<NodeId> narrowOperation(order::Graph &graph, NodeId wide, order::ValueType to) {
  const order::Node data = graph[wide];
  const order::Environment environment = graph.environment(wide);
  if (data.op == Op::Neg) {
    const std::optional<NodeId> positive = narrowOperation(graph, graph.operand(wide, 0), to);
    return positive ? std::optional(graph.unary(Op::Neg, *positive, to)) : std::nullopt;
  }
  if (!rounds(data.op) || !isInnocuous(to.format, data.type.format) || data.type.shape != to.shape || environment.dynamicRounding ||
      environment.contraction != order::Contraction::Off)
    return std::nullopt;
  std::vector<NodeId> operands;
  for (const NodeId operand : graph.operands(wide)) {
    if (graph[operand].op != Op::Cast || !(graph[graph.operand(operand, 0)].type == to))
      return std::nullopt;
    operands.push_back(graph.operand(operand, 0));
  }
  return internSigned(graph, {.op = data.op, .type = to, .operands = operands, .environment = environment, .place = data.place});
}

} // namespace fporder::conform
