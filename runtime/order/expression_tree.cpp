#include "runtime/order/expression_tree.h"

#include "runtime/order/recurrence.h"

namespace fporder::order {

namespace {

std::vector<NodeId> shownOperands(const Graph &graph, NodeId node) {
  if (graph[node].op == Op::Reduce)
    return {graph.operand(node, termOperand)};
  if (isLeaf(graph[node].op))
    return {};
  if (graph[node].op == Op::Recurrence) {
    std::vector<NodeId> nexts;
    for (const RecurrenceValue &carried : recurrenceOf(graph, node).values)
      nexts.push_back(carried.next);
    return nexts;
  }
  const auto operands = graph.operands(node);
  return {operands.begin(), operands.end()};
}

/// Users before operands, the last operand first: reversed, operands come first in their order.
bool grow(const Graph &graph, NodeId root, std::size_t most, std::vector<TreeNode> &tree) {
  std::vector<TreeNode> waiting{{root}};
  while (!waiting.empty()) {
    TreeNode next = waiting.back();
    waiting.pop_back();
    const std::vector<NodeId> operands = shownOperands(graph, next.node);
    next.leaf = operands.empty();
    tree.push_back(next);
    if (tree.size() + waiting.size() + operands.size() > most)
      return false;
    for (const NodeId operand : operands)
      waiting.push_back({operand, tree.size() - 1});
  }
  return true;
}

} // namespace

std::vector<TreeNode> expressionTree(const Graph &graph, NodeId root, std::size_t most) {
  std::vector<TreeNode> grown;
  if (!grow(graph, root, most, grown))
    return {};
  std::vector<TreeNode> tree(grown.rbegin(), grown.rend());
  for (TreeNode &node : tree)
    if (node.parent != SIZE_MAX)
      node.parent = tree.size() - 1 - node.parent;
  return tree;
}

std::string nodeSymbol(const Graph &graph, NodeId node) {
  switch (graph[node].op) {
  case Op::Add:
    return "+";
  case Op::Sub:
  case Op::Neg:
    return "−";
  case Op::Mul:
    return "×";
  case Op::Div:
    return "÷";
  case Op::Sqrt:
    return "√";
  case Op::Reduce:
    return "Σ";
  case Op::Recurrence:
    return "loop";
  case Op::Constant:
    return graph.number(node).display(graph[node].type.format);
  case Op::Cast:
    return "→" + std::string(format::name(graph[node].type.format));
  case Op::Call:
  case Op::Compare:
    return std::string(graph.symbol(node));
  default:
    return isLeaf(graph[node].op) ? std::string(graph.symbol(node)) : std::string(name(graph[node].op));
  }
}

} // namespace fporder::order
