#include "runtime/measure/structure.h"

#include "runtime/order/integer_limits.h"
#include "runtime/order/traversal.h"

#include <charconv>

namespace fporder::measure {

using order::NodeId;
using order::Op;

namespace {

/// Nodes are numbered as they are added, operands before users.
class StructureText {
public:
  StructureText(const order::Graph &given, format::Format openFormat) : graph(given), open(openFormat) {}

  void add(NodeId node);
  /// A node that was added.
  void refer(NodeId node) { number(numbers.find(node.index)); }
  std::string take() { return std::move(text); }

private:
  void number(std::uint32_t value) {
    char digits[11];
    char *end = std::to_chars(digits, digits + 10, value).ptr;
    *end++ = ' ';
    text.append(digits, end);
  }
  void describe(const order::Reduction &reduction);

  const order::Graph &graph;
  format::Format open;
  order::IndexTable numbers;
  std::string text;
};

void StructureText::add(NodeId node) {
  numbers.insert(node.index);
  const order::Node stored = graph[node];
  number(static_cast<std::uint32_t>(stored.op));
  number(static_cast<std::uint32_t>(stored.type.format == format::Format::Dependent ? open : stored.type.format));
  number(static_cast<std::uint32_t>(stored.type.shape));
  number(static_cast<std::uint32_t>(stored.rounding));
  number(static_cast<std::uint32_t>(graph.environment(node).contraction));
  if (order::mayHaveLimits(graph, node))
    number(stored.version);
  for (const NodeId operand : graph.operands(node))
    refer(operand);
  if (stored.op == Op::Constant)
    text += graph.number(node).text();
  else if (stored.op == Op::Call || stored.op == Op::Compare)
    text += graph.symbol(node);
  else if (stored.op == Op::LoopIndex || stored.op == Op::LoopValue || stored.op == Op::Recurrence)
    number(stored.version);
  else if (stored.op == Op::Reduce)
    describe(graph.reduction(node));
  text += ';';
}

void StructureText::describe(const order::Reduction &reduction) {
  number(static_cast<std::uint32_t>(reduction.kind));
  number(static_cast<std::uint32_t>(reduction.schedule));
  number(reduction.width);
  number(reduction.loop);
  number(std::uint32_t{reduction.continues} + 2 * std::uint32_t{reduction.fused});
}

} // namespace

std::string structureOf(const order::Graph &graph) {
  StructureText text(graph, format::Format::Dependent);
  for (std::uint32_t i = 0; i < graph.size(); ++i)
    text.add({i});
  return text.take();
}

std::string structureOf(const order::Graph &graph, std::span<const NodeId> roots, format::Format open) {
  StructureText text(graph, open);
  for (const NodeId node : order::reachable(graph, roots, [](NodeId) { return false; }))
    text.add(node);
  for (const NodeId root : roots)
    text.refer(root);
  return text.take();
}

} // namespace fporder::measure
