#include "runtime/measure/structure.h"

#include "runtime/order/integer_limits.h"

namespace fporder::measure {

using order::NodeId;
using order::Op;

std::string structureOf(const order::Graph &graph) {
  std::string text;
  const auto number = [&](std::uint32_t value) { (text += std::to_string(value)) += ' '; };
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    const NodeId node{i};
    const order::Node stored = graph[node];
    number(static_cast<std::uint32_t>(stored.op));
    number(static_cast<std::uint32_t>(stored.type.format));
    number(static_cast<std::uint32_t>(stored.type.shape));
    number(static_cast<std::uint32_t>(stored.rounding));
    const order::Environment &environment = graph.environment(node);
    number(static_cast<std::uint32_t>(environment.contraction));
    if (order::mayHaveLimits(graph, node))
      number(stored.version);
    for (const NodeId operand : graph.operands(node))
      number(operand.index);
    if (stored.op == Op::Constant)
      text += graph.number(node).text();
    else if (stored.op == Op::Call || stored.op == Op::Compare)
      text += graph.symbol(node);
    else if (stored.op == Op::LoopIndex || stored.op == Op::LoopValue || stored.op == Op::Recurrence)
      number(stored.version);
    else if (stored.op == Op::Reduce) {
      const order::Reduction &reduction = graph.reduction(node);
      number(static_cast<std::uint32_t>(reduction.kind));
      number(static_cast<std::uint32_t>(reduction.schedule));
      number(reduction.width);
      number(reduction.loop);
      number(std::uint32_t{reduction.continues} + 2 * std::uint32_t{reduction.fused});
    }
    text += ';';
  }
  return text;
}

} // namespace fporder::measure
