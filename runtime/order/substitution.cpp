#include "runtime/order/substitution.h"

#include <unordered_map>
#include <vector>

namespace fporder::order {

NodeId substituted(Graph &graph, NodeId root, const std::function<std::optional<NodeId>(NodeId)> &instead) {
  std::unordered_map<std::uint32_t, NodeId> made;
  std::vector<NodeId> stack{root};
  while (!stack.empty()) {
    const NodeId current = stack.back();
    if (made.contains(current.index)) {
      stack.pop_back();
      continue;
    }
    if (const std::optional<NodeId> other = instead(current)) {
      made[current.index] = *other;
      continue;
    }
    std::vector<NodeId> operands;
    bool ready = true, changed = false;
    for (const NodeId operand : graph.operands(current)) {
      const auto known = made.find(operand.index);
      if (known == made.end()) {
        stack.push_back(operand);
        ready = false;
        continue;
      }
      changed = changed || known->second != operand;
      operands.push_back(known->second);
    }
    if (ready)
      made[current.index] = changed ? graph.withOperands(current, operands) : current;
  }
  return made[root.index];
}

} // namespace fporder::order
