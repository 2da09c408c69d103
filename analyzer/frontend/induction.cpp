// Values of one loop seen from another: which iteration wrote an element, and what it wrote.
#include "analyzer/frontend/memory.h"

#include "llvm/ADT/DenseMap.h"

#include <algorithm>

namespace fporder::frontend {

using order::NodeId;
using order::Op;

NodeId Memory::loopIndexFor(NodeId written, NodeId wanted, std::uint32_t loop) {
  // The writing loop's index stands alone up to a constant: written = i + c, so i = wanted - c.
  const OffsetForm from = offsetForm(graph, written), to = offsetForm(graph, wanted);
  NodeId leaf = written;
  while (graph[leaf].op == Op::Add || graph[leaf].op == Op::Sub)
    leaf = graph[graph.operand(leaf, 0)].op == Op::Constant ? graph.operand(leaf, 1) : graph.operand(leaf, 0);
  if (graph[leaf].op != Op::LoopIndex || graph[leaf].version != loop || !(graph.value(leaf) == from.base))
    return {};
  // Only another loop over the same range is known to visit what the first one wrote.
  NodeId other = wanted;
  while (graph[other].op == Op::Add || graph[other].op == Op::Sub)
    other = graph[graph.operand(other, 0)].op == Op::Constant ? graph.operand(other, 1) : graph.operand(other, 0);
  if (graph[other].op != Op::LoopIndex || !(graph.value(other) == to.base))
    return {};
  const auto first = loopRanges.find(loop), second = loopRanges.find(graph[other].version);
  if (first == loopRanges.end() || second == loopRanges.end() || from.offset != to.offset)
    return {};
  // The reader's own step may not be in its range yet: it is still being walked.
  const auto stepOf = [&](std::uint32_t id) {
    const auto step = loopSteps.find(id);
    return step == loopSteps.end() ? 0 : step->second;
  };
  if (first->second.start != second->second.start || first->second.bound != second->second.bound || stepOf(loop) == 0 ||
      stepOf(loop) != stepOf(graph[other].version))
    return {};
  return other;
}

NodeId substituteIndex(order::Graph &graph, NodeId node, std::uint32_t loop, NodeId index) {
  // Operands have smaller indices than their users: collect what is reachable, then rebuild in order.
  std::vector<NodeId> reachable, work{node};
  llvm::DenseMap<std::uint32_t, NodeId> rebuilt;
  while (!work.empty()) {
    const NodeId current = work.back();
    work.pop_back();
    if (!rebuilt.try_emplace(current.index, NodeId{}).second)
      continue;
    if (!order::dependsOnLoop(graph, current, loop) && graph[current].op != Op::LoopValue) {
      bool carried = false;
      for (const NodeId operand : graph.operands(current))
        carried |= graph[operand].op == Op::LoopValue;
      if (!carried && graph.operands(current).empty()) {
        rebuilt[current.index] = current;
        continue;
      }
    }
    if (graph[current].op == Op::LoopValue && graph[current].version == loop)
      return {};
    reachable.push_back(current);
    for (const NodeId operand : graph.operands(current))
      work.push_back(operand);
  }
  std::sort(reachable.begin(), reachable.end());
  for (const NodeId current : reachable) {
    const order::Node stored = graph[current];
    if (stored.op == Op::LoopIndex && stored.version == loop) {
      rebuilt[current.index] = index;
      continue;
    }
    std::vector<NodeId> operands;
    bool changed = false;
    for (const NodeId operand : graph.operands(current)) {
      operands.push_back(rebuilt[operand.index]);
      changed |= !(operands.back() == operand);
    }
    rebuilt[current.index] = changed ? graph.withOperands(current, operands) : current;
  }
  return rebuilt[node.index];
}

} // namespace fporder::frontend
