// Walks over ordering graphs. Operands have smaller indices than their users, so a set of nodes sorted by index is in topological order.
#pragma once

#include "runtime/order/graph.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <vector>

namespace fporder::order {

/// Stops nowhere.
struct StopsNowhere {
  bool operator()(NodeId) const { return false; }
};

/// The nodes under `root`, itself included, operands before users; the operands of nodes for which `stopsAt(node)` holds are not entered.
/// Costs memory and time proportional to the nodes visited, not to the graph.
template <class StopsAt = StopsNowhere> std::vector<NodeId> reachable(const Graph &graph, NodeId root, const StopsAt &stopsAt = {}) {
  std::vector<NodeId> found{root};
  walkOperands(graph, found, UINT64_MAX, [&](NodeId node) { return stopsAt(node) ? Walk::Skip : Walk::Enter; });
  std::sort(found.begin(), found.end());
  return found;
}

/// The same under several roots, each node once.
template <class StopsAt = StopsNowhere>
std::vector<NodeId> reachable(const Graph &graph, std::span<const NodeId> roots, const StopsAt &stopsAt = {}) {
  std::vector<NodeId> found(roots.begin(), roots.end());
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  walkOperands(graph, found, UINT64_MAX, [&](NodeId node) { return stopsAt(node) ? Walk::Skip : Walk::Enter; });
  std::sort(found.begin(), found.end());
  return found;
}

/// The same from one root, unless there are more than `limit`: then nothing, at the cost of that many.
template <class StopsAt = StopsNowhere>
std::vector<NodeId> reachableWithin(const Graph &graph, NodeId root, std::size_t limit, const StopsAt &stopsAt = {}) {
  std::vector<NodeId> found{root};
  if (walkOperands(graph, found, limit, [&](NodeId node) { return stopsAt(node) ? Walk::Skip : Walk::Enter; }) == Walked::Limited)
    return {};
  std::sort(found.begin(), found.end());
  return found;
}

/// The expressions that make a LoopIndex what it is: first values and steps of its loop in the reductions under `roots`, by loop. A value that
/// mentions the index depends on all that they depend on.
using LoopBounds = std::unordered_map<std::uint32_t, std::vector<NodeId>>;
LoopBounds loopBounds(const Graph &graph, std::span<const NodeId> roots);

} // namespace fporder::order
