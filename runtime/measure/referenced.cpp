#include "runtime/measure/referenced.h"

#include "runtime/order/traversal.h"

#include <algorithm>

namespace fporder::measure {

bool computesIntegers(const order::Graph &graph, order::NodeId root) {
  return std::ranges::any_of(
      order::reachable(graph, root, [&](order::NodeId node) { return order::isLeaf(graph[node].op); }), [&](order::NodeId node) {
        const order::Node stored = graph[node];
        const bool castFrom = stored.op == order::Op::Cast && graph[graph.operand(node, 0)].type.format == format::Format::Integer;
        return castFrom || (stored.type.format == format::Format::Integer && !order::isLeaf(stored.op));
      });
}

} // namespace fporder::measure
