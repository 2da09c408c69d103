#include "runtime/enumerate/excerpt.h"

#include "runtime/enumerate/egraph.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <unordered_set>

namespace fporder::enumerate {

using order::Graph;
using order::NodeId;
using order::NodeSpec;
using order::Op;

namespace {

/// Whether orderings go on below `node`.
bool hasOrder(const Graph &graph, NodeId node) {
  const order::Node data = graph[node];
  if (order::isLeaf(data.op) || !isReal(data.type) || data.operandCount == 0 || data.operandCount > mostOperands || order::isChain(graph, node))
    return false;
  const bool control = data.op == Op::Compare || data.op == Op::And || data.op == Op::Or || data.op == Op::Not;
  return !control;
}

NodeSpec specOf(const Graph &graph, NodeId node, std::span<const NodeId> operands) {
  const order::Node data = graph[node];
  NodeSpec spec{.op = data.op, .type = data.type, .operands = operands, .symbol = graph.symbol(node), .version = data.version};
  spec.rounding = data.rounding;
  spec.environment = graph.environment(node);
  if (data.op == Op::Constant)
    spec.number = &graph.number(node);
  if (data.op == Op::Reduce)
    spec.reduction = &graph.reduction(node);
  return spec;
}

} // namespace

bool isReal(order::ValueType type) {
  return (format::isFloatingPoint(type.format) || type.format == format::Format::Unknown) && type.shape != order::Shape::Complex;
}

Excerpt::Excerpt(Graph &user, std::span<const NodeId> roots, std::size_t operations) : source(user) {
  std::vector<NodeId> order(roots.begin(), roots.end());
  std::unordered_set<std::uint32_t> seen, expanded;
  for (const NodeId root : roots)
    seen.insert(root.index);
  for (std::size_t position = 0; position < order.size(); ++position) {
    const NodeId node = order[position];
    if (!hasOrder(source, node))
      continue;
    if (count == operations) {
      wasCut = true;
      continue;
    }
    ++count;
    expanded.insert(node.index);
    if (source[node].op == Op::Reduce)
      loops.push_back(source.reduction(node).loop);
    for (const NodeId operand : source.operands(node))
      if (seen.insert(operand.index).second)
        order.push_back(operand);
  }
  std::ranges::sort(order);
  for (const NodeId node : order)
    copyNode(node, expanded.contains(node.index));
  for (const NodeId root : roots)
    copied.push_back(forth.at(root.index));
}

/// A leaf of the copy: a constant, or a value that depends on the copied loops as the original does.
NodeId Excerpt::copyLeaf(NodeId node) {
  const order::ValueType type = source[node].type;
  if (source[node].op == Op::Constant)
    return copy.constant(source.number(node), type);
  const std::string name = "leaf" + std::to_string(source.value(node).index);
  std::vector<NodeId> indices;
  if (source.mentionsLoop(node))
    for (const std::uint32_t loop : loops)
      if (dependsOnLoop(source, node, loop))
        indices.push_back(copy.intern(
            {.op = Op::LoopIndex, .type = {format::Format::Integer, order::Shape::Scalar}, .symbol = "i" + std::to_string(loop), .version = loop}));
  if (indices.empty())
    return copy.input(name, type);
  return copy.intern({.op = Op::Element, .type = type, .operands = indices, .symbol = name});
}

void Excerpt::copyNode(NodeId node, bool expand) {
  NodeId made;
  if (!expand) {
    made = copyLeaf(node);
  } else {
    std::vector<NodeId> operands;
    for (const NodeId operand : source.operands(node))
      operands.push_back(forth.at(operand.index));
    made = copy.intern(specOf(source, node, operands));
  }
  forth[node.index] = made;
  back.emplace(made.index, node); // of several places with one operation, the first
}

NodeId Excerpt::restore(NodeId root) {
  for (const NodeId node : reachable(copy, root, [&](NodeId candidate) { return back.contains(candidate.index); })) {
    if (back.contains(node.index))
      continue;
    std::vector<NodeId> operands;
    for (const NodeId operand : copy.operands(node))
      operands.push_back(back.at(operand.index));
    back.emplace(node.index, source.intern(specOf(copy, node, operands)));
  }
  return back.at(root.index);
}

} // namespace fporder::enumerate
