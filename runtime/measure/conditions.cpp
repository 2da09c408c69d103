#include "runtime/measure/conditions.h"

#include "runtime/eval/evaluator.h"
#include "runtime/measure/held.h"
#include "runtime/order/traversal.h"

#include <algorithm>

namespace fporder::measure {

using order::NodeId;
using order::Op;

std::vector<NodeId> conjuncts(const order::Graph &graph, NodeId condition, std::size_t most) {
  std::vector<NodeId> work, found;
  if (condition)
    work.push_back(condition);
  while (!work.empty() && found.size() <= most) {
    const NodeId node = work.back();
    work.pop_back();
    if (graph[node].op == Op::And)
      work.insert(work.end(), graph.operands(node).begin(), graph.operands(node).end());
    else if (std::ranges::find(found, node) == found.end())
      found.push_back(node);
  }
  return found;
}

std::vector<NodeId> valuedUnder(const order::Graph &graph, NodeId root) {
  std::vector<NodeId> found{root};
  order::IndexTable seen;
  seen.insert(root.index);
  for (std::size_t at = 0; at < found.size(); ++at) {
    const NodeId node = found[at];
    if (order::isLeaf(graph[node].op))
      continue;
    const auto operands = graph.operands(node);
    const std::size_t count = graph[node].op == Op::Reduce ? std::min<std::size_t>(operands.size(), order::tripsOperand) : operands.size();
    for (const NodeId operand : operands.first(count))
      if (seen.insert(operand.index).second)
        found.push_back(operand);
  }
  return found;
}

std::string notEvaluatedUnder(const order::Procedure &procedure, NodeId condition) {
  if (std::string why = notHeldUnder(procedure, condition); !why.empty())
    return why;
  const order::Graph &graph = procedure.graph;
  for (const NodeId node : valuedUnder(graph, condition))
    if (graph[node].op == Op::Opaque)
      return "'" + std::string(graph.symbol(node)) + "' is not followed";
  const eval::Evaluator evaluator(graph, {&condition, 1});
  return evaluator.notEvaluated().empty() ? std::string() : evaluator.notEvaluated().front().why;
}

} // namespace fporder::measure
