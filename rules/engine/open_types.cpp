#include "rules/engine/open_types.h"

#include "runtime/limits/limits.h"
#include "runtime/order/traversal.h"

#include <algorithm>

namespace fporder::rules {

using namespace order;

namespace {

bool hasAssumedType(const Procedure &procedure, NodeId node) {
  const auto [first, last] = procedure.assumedNodes.equal_range(node.index);
  return std::any_of(first, last, [&](const auto &mark) { return procedure.assumptions[mark.second].kind == Assumption::Kind::Type; });
}

NodeId unconverted(const Graph &graph, NodeId node) {
  while (graph[node].op == Op::Cast)
    node = graph.operand(node, 0);
  return node;
}

} // namespace

bool mayBeMatrices(const Procedure &procedure, NodeId root) {
  const Graph &graph = procedure.graph;
  if (procedure.onDevice)
    return false;
  const auto isConstant = [&](NodeId node) { return graph[unconverted(graph, node)].op == Op::Constant; };
  // An integer is a number and says nothing of what it is multiplied with.
  const auto isInput = [&](NodeId node) {
    const Node stored = graph[node];
    return isLeaf(stored.op) && stored.op != Op::Constant && stored.type.format != format::Format::Integer;
  };
  const auto isNumber = [&](NodeId node) {
    const Op op = graph[node].op;
    if (op == Op::Add || op == Op::Sub)
      return std::ranges::any_of(graph.operands(node), isConstant);
    return isInput(node) && (op == Op::Element || !hasAssumedType(procedure, node));
  };
  const std::vector<NodeId> nodes = reachableWithin(graph, root, limits::most(limits::Limit::EvidenceNodes), [](NodeId) { return false; });
  return std::ranges::any_of(nodes, isInput) && std::ranges::none_of(nodes, isNumber);
}

} // namespace fporder::rules
