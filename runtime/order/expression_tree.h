// An expression as a tree: what a picture of an order shows. Operations that are used twice stand in it twice; indices of elements are no part of it,
// of a reduction its term alone, of a recurrence what an iteration makes of what it carries.
#pragma once

#include "runtime/order/graph.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fporder::order {

struct TreeNode {
  NodeId node;
  std::size_t parent = SIZE_MAX; // in the tree; of the root none
  bool leaf = false;
};

/// Operands before users, in the order in which they run; empty where there are more than `most` nodes.
std::vector<TreeNode> expressionTree(const Graph &graph, NodeId root, std::size_t most);

/// "÷", "√", "exp", "0.1", "w[]": an operation, or a leaf by the name in the graph.
std::string nodeSymbol(const Graph &graph, NodeId node);

} // namespace fporder::order
