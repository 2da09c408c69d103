// Copying expressions from one ordering graph to another, places included.
#pragma once

#include "runtime/order/graph.h"

#include <functional>
#include <optional>
#include <unordered_map>

namespace fporder::order {

/// Copies what it is asked for, with all it depends on, once: nodes shared in `from` are shared in `into`. Both graphs outlive it. Iterative; the
/// cost is proportional to the nodes copied.
class GraphCopy {
public:
  /// `open` is what a template's open format, Dependent, becomes in the copy.
  GraphCopy(const Graph &from, Graph &into, format::Format open = format::Format::Dependent) : from(from), into(into), open(open) {}

  /// From now on `node` of `from` stands for `copy` of `into`; before anything that depends on it is copied.
  void substitute(NodeId node, NodeId copy) { copies[node.index] = copy; }

  /// Asked of each node before what is below it is copied: what stands for it in the copy, if anything does. It may copy other nodes.
  void replaceBy(std::function<std::optional<NodeId>(NodeId)> what) { replacement = std::move(what); }

  /// From now on copied reductions have no first index and no step: their loops count from 0 by 1, and the caller substitutes the indices.
  void dropIndexOperands() { keepsIndexOperands = false; }

  NodeId operator()(NodeId node);

private:
  NodeId copyOne(NodeId node);
  PlaceId copyPlace(PlaceId place);
  StorageId copyStorage(StorageId storage);

  const Graph &from;
  Graph &into;
  format::Format open;
  bool keepsIndexOperands = true;
  std::function<std::optional<NodeId>(NodeId)> replacement;
  std::unordered_map<std::uint32_t, NodeId> copies;
  std::unordered_map<std::uint32_t, PlaceId> places;
  std::unordered_map<std::uint32_t, StorageId> storages;
};

} // namespace fporder::order
