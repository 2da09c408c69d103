#include "runtime/order/traversal.h"

namespace fporder::order {

LoopBounds loopBounds(const Graph &graph, std::span<const NodeId> roots) {
  LoopBounds bounds;
  IndexTable seen;
  const auto visited = [&](NodeId node) { return !graph.mentionsLoop(node) || !seen.insert(node.index).second; };
  for (const NodeId root : roots)
    for (const NodeId node : reachable(graph, root, visited))
      if (graph[node].op == Op::Reduce)
        for (const NodeId bound : graph.operands(node).subspan(std::min<std::size_t>(firstOperand, graph.operands(node).size())))
          if (std::vector<NodeId> &known = bounds[graph.reduction(node).loop];
              graph.mentionsLoop(bound) && std::find(known.begin(), known.end(), bound) == known.end())
            known.push_back(bound);
  return bounds;
}

} // namespace fporder::order
