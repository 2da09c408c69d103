// The part of an expression that is reordered, as a graph of its own, and the way back.
//
// The operations nearest to the root are copied, without places; what lies below, and whatever no ordering can be told of (integers, complex numbers,
// conditions), is a leaf. Leaves inside reductions keep their dependence on the loops. A copy keeps proofs and their scratch nodes out of the user's
// graph.
#pragma once

#include "runtime/order/graph.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace fporder::enumerate {

/// What orderings can be told of: floating-point or unknown, and not complex.
bool isReal(order::ValueType type);

class Excerpt {
public:
  /// Copies at most `operations` operations under `roots`, breadth first.
  Excerpt(order::Graph &source, std::span<const order::NodeId> roots, std::size_t operations);

  order::Graph &graph() { return copy; }
  const std::vector<order::NodeId> &roots() const { return copied; }
  /// Some operation became a leaf because there were too many.
  bool cut() const { return wasCut; }
  /// Number of operations that were copied.
  std::size_t operations() const { return count; }
  /// The leaf of the source that `leaf` of the copy stands for.
  order::NodeId original(order::NodeId leaf) const { return back.at(leaf.index); }
  /// `node` of the copy in the source graph: copied nodes are the ones they were copied from, new ones are added without a place.
  order::NodeId restore(order::NodeId node);

private:
  void copyNode(order::NodeId node, bool expand);
  order::NodeId copyLeaf(order::NodeId node);

  order::Graph &source;
  order::Graph copy;
  std::vector<order::NodeId> copied;
  std::unordered_map<std::uint32_t, order::NodeId> forth, back;
  std::vector<std::uint32_t> loops; // of the reductions that were copied
  std::size_t count = 0;
  bool wasCut = false;
};

} // namespace fporder::enumerate
