#include "runtime/measure/leaf_bounds.h"

#include "runtime/order/traversal.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace fporder::measure {

using order::NodeId;
using order::Op;

namespace {

/// A leaf compared with a constant.
struct Limit {
  NodeId leaf;
  double constant = 0;
  bool below = false, above = false; // the leaf is at most, at least the constant
  bool magnitude = false;            // of the leaf
};

std::optional<Limit> limitOf(const order::Graph &graph, NodeId condition) {
  bool holds = true;
  while (graph[condition].op == Op::Not) {
    condition = graph.operand(condition, 0);
    holds = !holds;
  }
  if (graph[condition].op != Op::Compare)
    return std::nullopt;
  const auto plain = [&](NodeId node) {
    while (graph[node].op == Op::Cast)
      node = graph.operand(node, 0);
    return node;
  };
  NodeId leaf = plain(graph.operand(condition, 0)), constant = plain(graph.operand(condition, 1));
  const bool turned = graph[leaf].op == Op::Constant;
  if (turned)
    std::swap(leaf, constant);
  Limit limit;
  limit.magnitude = graph[leaf].op == Op::Abs;
  limit.leaf = limit.magnitude ? plain(graph.operand(leaf, 0)) : leaf;
  if (graph[constant].op != Op::Constant || !order::isLeaf(graph[limit.leaf].op) || graph[limit.leaf].op == Op::Constant)
    return std::nullopt;
  limit.constant = graph.number(constant).approximate();
  const std::string_view sign = graph.symbol(condition);
  const bool equality = sign == "==" || sign == "!=";
  limit.below = equality ? (sign == "==") == holds : ((sign[0] == '<') == holds) != turned;
  limit.above = equality ? limit.below : !limit.below;
  return limit;
}

} // namespace

std::vector<NodeId> valuesBelow(const order::Graph &graph, NodeId root) { return valuesBelow(graph, std::span(&root, 1)); }

std::vector<NodeId> valuesBelow(const order::Graph &graph, std::span<const NodeId> roots) {
  const auto isLeaf = [&](NodeId node) { return order::isLeaf(graph[node].op); };
  std::vector<NodeId> leaves = order::reachable(graph, roots, isLeaf);
  std::erase_if(leaves, [&](NodeId node) { return !isLeaf(node) || graph[node].op == Op::Constant; });
  return leaves;
}

std::vector<NodeId> connectedTo(const order::Graph &graph, NodeId root, std::vector<NodeId> conditions) {
  std::vector<NodeId> leaves = valuesBelow(graph, root), kept;
  for (bool grows = true; grows;) {
    grows = false;
    std::erase_if(conditions, [&](NodeId condition) {
      const std::vector<NodeId> own = valuesBelow(graph, condition);
      if (!own.empty() && std::ranges::find_first_of(own, leaves) == own.end())
        return false;
      kept.push_back(condition);
      leaves.insert(leaves.end(), own.begin(), own.end());
      return grows = true;
    });
  }
  return kept;
}

bool sharesInputs(const order::Graph &graph, NodeId root, std::span<const NodeId> others) {
  if (others.empty())
    return false;
  const std::vector<NodeId> leaves = valuesBelow(graph, root);
  return std::ranges::any_of(others, [&](NodeId other) {
    return std::ranges::any_of(valuesBelow(graph, other),
                               [&](NodeId leaf) { return graph[leaf].op != Op::LoopIndex && std::ranges::find(leaves, leaf) != leaves.end(); });
  });
}

std::unordered_map<std::uint32_t, Bounds> boundsFrom(const order::Graph &graph, std::span<const NodeId> conditions) {
  std::unordered_map<std::uint32_t, Bounds> all;
  for (const NodeId condition : conditions)
    if (const std::optional<Limit> limit = limitOf(graph, condition)) {
      Bounds &bounds = all[limit->leaf.index];
      if (limit->below)
        bounds.high = std::min(bounds.high, limit->constant);
      if (limit->below && limit->magnitude)
        bounds.low = std::max(bounds.low, -limit->constant);
      if (limit->above && !limit->magnitude)
        bounds.low = std::max(bounds.low, limit->constant);
    }
  return all;
}

} // namespace fporder::measure
