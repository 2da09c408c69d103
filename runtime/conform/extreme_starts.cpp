#include "runtime/conform/extreme_starts.h"

#include "runtime/format/rounding.h"
#include "runtime/order/substitution.h"

#include <cmath>
#include <vector>

namespace fporder::conform {

using order::NodeId;
using order::Op;
using order::ReductionKind;

bool isBound(const order::Graph &graph, NodeId initial, ReductionKind kind) {
  const format::Format format = graph[initial].type.format;
  bool negative = false;
  while (graph[initial].op == Op::Neg || graph[initial].op == Op::Cast) {
    negative ^= graph[initial].op == Op::Neg;
    initial = graph.operand(initial, 0);
  }
  if (graph[initial].op != Op::Constant || !format::isFloatingPoint(format))
    return false;
  const double value = graph.number(initial).approximate() * (negative ? -1 : 1);
  if (std::isnan(value) || (kind == ReductionKind::Max) != (value < 0))
    return false;
  constexpr double beyondData = 0x1p64;
  return std::fabs(value) >= beyondData || std::isinf(format::roundTo(format, value * (1 + 0x1p-8)));
}

NodeId termAt(order::Graph &graph, NodeId term, std::uint32_t loop, NodeId index, const std::function<NodeId(NodeId)> &normal) {
  const auto isOwnIndex = [&](NodeId node) { return graph[node].op == Op::LoopIndex && graph[node].version == loop; };
  const auto integer = [&](NodeId node) -> std::optional<NodeId> { return isOwnIndex(node) ? std::optional(index) : std::nullopt; };
  return order::substituted(graph, term, [&](NodeId node) -> std::optional<NodeId> {
    if (graph[node].op != Op::Element)
      return integer(node);
    std::vector<NodeId> indices;
    const auto operands = graph.operands(node);
    for (const NodeId operand : std::vector<NodeId>(operands.begin(), operands.end()))
      indices.push_back(normal(order::substituted(graph, operand, integer)));
    return graph.withOperands(node, indices);
  });
}

} // namespace fporder::conform
