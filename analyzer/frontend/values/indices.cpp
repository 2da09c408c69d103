#include "analyzer/frontend/values/indices.h"

#include "runtime/limits/limits.h"
#include "runtime/order/traversal.h"
#include "runtime/order/walk.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>

namespace fporder::frontend {

using order::integerType;
using order::NodeId;
using order::Op;

namespace {

/// `node` with other operands, in fewer words where it is an operation on integers.
NodeId withIndices(order::Graph &graph, NodeId node, llvm::ArrayRef<NodeId> operands) {
  const order::Node stored = graph[node];
  const auto simplified =
      stored.type == integerType && operands.size() == 2 ? order::simplifiedInteger(graph, stored.op, operands[0], operands[1]) : std::nullopt;
  return simplified ? *simplified : graph.withOperands(node, operands);
}

} // namespace

/// True when different values of `loop`'s induction variable give different values of `node`: a linear form in it, not a product of two.
bool isInjective(const order::Graph &graph, NodeId node, std::uint32_t loop) {
  for (;;) {
    const order::Node stored = graph[node];
    if (stored.op == Op::LoopIndex)
      return stored.version == loop;
    if (stored.op == Op::Cast || stored.op == Op::Neg) {
      node = graph.operand(node, 0);
      continue;
    }
    if (stored.op != Op::Add && stored.op != Op::Sub && stored.op != Op::Mul)
      return false;
    const bool left = order::dependsOnLoop(graph, graph.operand(node, 0), loop), right = order::dependsOnLoop(graph, graph.operand(node, 1), loop);
    if (left == right)
      return false;
    node = graph.operand(node, left ? 0 : 1);
  }
}

bool isShort(const order::Graph &graph, NodeId node, limits::Limit limit) {
  llvm::SmallVector<NodeId, 16> work{node};
  for (unsigned seen = 0; !work.empty(); ++seen) {
    if (limits::reaches(limit, seen))
      return false;
    const NodeId current = work.pop_back_val();
    work.append(graph.operands(current).begin(), graph.operands(current).end());
  }
  return true;
}

bool anyBelow(const order::Graph &graph, NodeId node, llvm::function_ref<bool(NodeId)> wanted) {
  return order::walkOperands(graph, node, limits::Limit::IndexNodes,
                             [&](NodeId each) { return wanted(each) ? order::Walk::Stop : order::Walk::Enter; }) != order::Walked::Whole;
}

bool dependsOnAny(const order::Graph &graph, NodeId node, llvm::ArrayRef<std::uint32_t> loops) {
  return std::any_of(loops.begin(), loops.end(), [&](std::uint32_t loop) { return order::dependsOnLoop(graph, node, loop); });
}

NodeId substituteIndices(order::Graph &graph, NodeId node, const IndexValues &indices) {
  llvm::SmallVector<std::uint32_t, 2> loops;
  for (const auto &[loop, index] : indices)
    loops.push_back(loop);
  // Operands have smaller indices than their users: collect what is reachable, then rebuild in order.
  std::vector<NodeId> reachable, work{node};
  llvm::DenseMap<std::uint32_t, NodeId> rebuilt;
  while (!work.empty()) {
    const NodeId current = work.back();
    work.pop_back();
    if (!rebuilt.try_emplace(current.index, NodeId{}).second)
      continue;
    const order::Node stored = graph[current];
    // What loops inside carry, and what they leave, has a later number than they, and is another value in each iteration.
    if (stored.op == Op::LoopValue && llvm::any_of(loops, [&](std::uint32_t loop) { return stored.version >= loop; }))
      return {};
    const bool concerned = stored.op == Op::LoopIndex && llvm::is_contained(loops, stored.version);
    if (!concerned && stored.operandCount == 0) {
      rebuilt[current.index] = current;
      continue;
    }
    reachable.push_back(current);
    for (const NodeId operand : graph.operands(current))
      work.push_back(operand);
  }
  std::sort(reachable.begin(), reachable.end());
  for (const NodeId current : reachable) {
    const order::Node stored = graph[current];
    if (stored.op == Op::LoopIndex)
      if (const auto *place = llvm::find(loops, stored.version); place != loops.end()) {
        rebuilt[current.index] = indices[static_cast<std::size_t>(place - loops.begin())].second;
        continue;
      }
    std::vector<NodeId> operands;
    bool changed = false;
    for (const NodeId operand : graph.operands(current)) {
      operands.push_back(rebuilt[operand.index]);
      changed |= !(operands.back() == operand);
    }
    rebuilt[current.index] = changed ? withIndices(graph, current, operands) : current;
  }
  return rebuilt[node.index];
}

} // namespace fporder::frontend
