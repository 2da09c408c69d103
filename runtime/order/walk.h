// The walk over what a value is computed from.
//
// Each node under the roots is visited once, the roots first and the nearest ones next, so that what is visited when a limit ends the walk are the
// nearest. Costs memory and time proportional to the nodes visited, not to the graph. Nothing may be added to the graph meanwhile.
// Not this walk are those that know when a node cannot lead to what they look for and rest on it for their speed (dependsOnLoop, Reachability), those
// that compute a value for each node from its operands' (evaluation, normal forms), and those over the consumers of a value, whose steps depend on
// the operation between the two.
#pragma once

#include "runtime/limits/limits.h"
#include "runtime/order/graph.h"
#include "runtime/order/index_table.h"

#include <cstdint>
#include <vector>

namespace fporder::order {

/// What to do behind the visit of a node.
enum class Walk : std::uint8_t { Enter, Skip, Stop }; // its operands are next; are left out, unless they are elsewhere as well; the walk ends

/// How a walk ended.
enum class Walked : std::uint8_t { Whole, Stopped, Limited };

/// Visits the nodes of `found` and what is found under them, which is added; no more than `most` nodes. A node that is given twice is visited twice.
template <class Visit> Walked walkOperands(const Graph &graph, std::vector<NodeId> &found, std::uint64_t most, Visit &&visit) {
  IndexTable seen;
  for (const NodeId root : found)
    seen.insert(root.index);
  for (std::size_t position = 0; position < found.size(); ++position) {
    if (position == most)
      return Walked::Limited;
    const Walk next = visit(found[position]);
    if (next == Walk::Stop)
      return Walked::Stopped;
    if (next == Walk::Enter)
      for (const NodeId operand : graph.operands(found[position]))
        if (seen.insert(operand.index).second)
          found.push_back(operand);
  }
  return Walked::Whole;
}

/// The same from one root, with a limit that is noted when it ends the walk.
template <class Visit> Walked walkOperands(const Graph &graph, NodeId root, limits::Limit limit, Visit &&visit) {
  std::vector<NodeId> found{root};
  const Walked result = walkOperands(graph, found, limits::most(limit), visit);
  if (result == Walked::Limited)
    limits::Watch::note(limit);
  return result;
}

/// Whether `wanted` holds for `root` or a node under it.
template <class Wanted> bool anyUnder(const Graph &graph, NodeId root, Wanted &&wanted) {
  std::vector<NodeId> found{root};
  return walkOperands(graph, found, UINT64_MAX, [&](NodeId node) { return wanted(node) ? Walk::Stop : Walk::Enter; }) == Walked::Stopped;
}

} // namespace fporder::order
