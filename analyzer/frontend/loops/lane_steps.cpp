#include "analyzer/frontend/loops/lane_steps.h"

#include "analyzer/frontend/values/work_items.h"
#include "runtime/measure/index_value.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t stepsOfWarp = 6;         // of the widest warps, of 64 lanes
constexpr std::int64_t threadsOfBlock = 1024;  // of a block
constexpr std::int64_t warpSize = 32;          // of CUDA
using LeafValue = std::optional<std::int64_t>; // nothing: not known

bool isWarpSize(const order::Graph &graph, NodeId leaf) {
  const auto number = workItemNumber(graph, leaf);
  return number && number->query == order::WorkItemQuery::WarpSize;
}

/// What an integer expression is; nothing where it needs a leaf that is not known.
std::optional<std::int64_t> evaluated(const order::Graph &graph, NodeId root, const std::function<LeafValue(NodeId)> &leaf) {
  const measure::IndexExpression expression(graph, root);
  std::vector<std::int64_t> values;
  for (const NodeId needed : expression.leaves()) {
    const LeafValue value = isWarpSize(graph, needed) ? LeafValue(warpSize) : leaf(needed);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return expression(values);
}

/// The integers that a loop carries, iteration after iteration.
class Iterations {
public:
  Iterations(const order::Graph &in, const order::CarryingLoop &of, std::uint32_t loopNumber) : graph(in), loop(of), number(loopNumber) {
    for (const order::LoopPhi &phi : loop.phis)
      carried.push_back(isInteger(phi) && phi.initial ? value(phi.initial) : std::nullopt);
  }

  LeafValue value(NodeId expression) const {
    return evaluated(graph, expression, [&](NodeId leaf) { return leafValue(leaf); });
  }

  /// Whether there is another iteration; nothing where that is not known.
  std::optional<bool> enters() const {
    if (loop.count)
      if (const LeafValue most = value(loop.count); most && iteration >= *most)
        return false;
    return holds(loop.enters);
  }

  std::optional<bool> stays() const { return holds(loop.stays); }

  void next() {
    std::vector<LeafValue> after;
    for (const order::LoopPhi &phi : loop.phis)
      after.push_back(isInteger(phi) && phi.next ? value(phi.next) : std::nullopt);
    carried = std::move(after);
    ++iteration;
  }

private:
  bool isInteger(const order::LoopPhi &phi) const { return graph[phi.value].type.format == format::Format::Integer; }

  std::optional<bool> holds(NodeId test) const {
    if (!test)
      return true;
    const LeafValue known = value(test);
    return known ? std::optional(*known != 0) : std::nullopt;
  }

  LeafValue leafValue(NodeId leaf) const {
    if (graph[leaf].op == Op::LoopIndex && graph[leaf].version == number) {
      const LeafValue first = loop.first ? value(loop.first) : std::nullopt, step = loop.step ? value(loop.step) : std::nullopt;
      return first && step ? LeafValue(*first + *step * iteration) : std::nullopt;
    }
    for (std::size_t k = 0; k < carried.size(); ++k)
      if (graph.sameValue(loop.phis[k].value, leaf))
        return carried[k];
    return std::nullopt;
  }

  const order::Graph &graph;
  const order::CarryingLoop &loop;
  std::uint32_t number;
  std::vector<LeafValue> carried; // by phi
  std::int64_t iteration = 0;
};

bool isKnownOfThread(const order::Graph &graph, NodeId leaf) { return isWarpSize(graph, leaf) || isThreadNumber(graph, leaf); }

/// In the thread of this number, of which alone the leaves are.
std::optional<std::int64_t> valueIn(const order::Graph &graph, const measure::IndexExpression &expression, std::int64_t thread) {
  std::vector<std::int64_t> values;
  for (const NodeId leaf : expression.leaves())
    values.push_back(isWarpSize(graph, leaf) ? warpSize : thread);
  return expression(values);
}

void addConditions(const order::Graph &graph, NodeId guard, std::vector<NodeId> &conditions) {
  if (graph[guard].op == Op::And)
    for (const NodeId part : graph.operands(guard))
      addConditions(graph, part, conditions);
  else
    conditions.push_back(guard);
}

} // namespace

std::optional<LaneOrder> laneOrder(const LaneSteps &steps) {
  const auto &offsets = steps.offsets;
  if (offsets.empty() || !llvm::all_of(offsets, [](std::uint32_t offset) { return llvm::isPowerOf2_32(offset); }))
    return std::nullopt;
  bool falls = true, rises = offsets.size() > 1;
  for (std::size_t k = 1; k < offsets.size(); ++k) {
    falls = falls && offsets[k - 1] == 2 * offsets[k];
    rises = rises && 2 * offsets[k - 1] == offsets[k];
  }
  const auto [lowest, highest] = std::minmax(offsets.front(), offsets.back());
  if (!(falls || rises) || 2 * highest > steps.how.width || !llvm::isPowerOf2_32(steps.how.width))
    return std::nullopt;
  return LaneOrder{2 * highest / lowest, lowest, falls ? order::Schedule::Tree : order::Schedule::Pairwise};
}

llvm::SmallVector<std::uint32_t, 6> offsetsIn(const order::Graph &graph, const order::CarryingLoop &loop, std::uint32_t number, NodeId offset) {
  llvm::SmallVector<std::uint32_t, 6> offsets;
  for (Iterations iterations(graph, loop, number);; iterations.next()) {
    const std::optional<bool> enters = iterations.enters();
    if (!enters)
      return {};
    if (!*enters)
      return offsets;
    const LeafValue value = iterations.value(offset);
    if (!value || *value <= 0 || *value > threadsOfBlock || offsets.size() == stepsOfWarp)
      return {};
    offsets.push_back(static_cast<std::uint32_t>(*value));
    const std::optional<bool> stays = iterations.stays();
    if (!stays)
      return {};
    if (!*stays)
      return offsets;
  }
}

bool passesWholeOnly(const order::Graph &graph, NodeId guard, const LaneSteps &steps) {
  const std::optional<LaneOrder> order = laneOrder(steps);
  if (!guard || !order)
    return false;
  std::vector<NodeId> conditions;
  addConditions(graph, guard, conditions);
  std::vector<measure::IndexExpression> ofThread; // conditions of which the thread's number decides
  for (const NodeId condition : conditions)
    if (measure::IndexExpression expression(graph, condition);
        llvm::all_of(expression.leaves(), [&](NodeId leaf) { return isKnownOfThread(graph, leaf); }))
      ofThread.push_back(std::move(expression));
  for (std::int64_t thread = 0; thread < threadsOfBlock; ++thread) {
    if (thread % steps.how.width + (order->count - 1) * order->stride < steps.how.width)
      continue;
    if (llvm::none_of(ofThread, [&](const measure::IndexExpression &condition) { return valueIn(graph, condition, thread) == 0; }))
      return false;
  }
  return true;
}

} // namespace fporder::frontend
