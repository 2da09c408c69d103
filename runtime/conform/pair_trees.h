// The parts in which an implementation and its reference differ, as trees that are compared node by node.
#pragma once

#include "runtime/order/graph.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace fporder::conform {

struct MarkedNode {
  std::string label;             // the operation's sign, or the leaf as its source spells it
  std::size_t parent = SIZE_MAX; // in the tree; of the root none
  bool leaf = false;
  bool differs = false; // the other tree computes no such value
};

/// Operands before users. Both are empty where one has more nodes than are drawn.
struct PairTrees {
  std::vector<MarkedNode> implementation, reference;
};

/// Of two nodes of one graph. A spelling gives a leaf its name.
using LeafSpelling = std::function<std::string(order::NodeId)>;
PairTrees pairTrees(const order::Graph &graph, order::NodeId implementation, order::NodeId reference, const LeafSpelling &spelling,
                    const LeafSpelling &referenceSpelling);

} // namespace fporder::conform
