#include "runtime/measure/trial_slice.h"

#include "runtime/eval/evaluator.h"
#include "runtime/measure/conditions.h"
#include "runtime/measure/leaf_bounds.h"
#include "runtime/measure/structure.h"
#include "runtime/order/copy.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <utility>

namespace fporder::measure {

using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t largestSlice = 400; // nodes; of larger expressions the operands are taken as free values
constexpr std::size_t mostGuards = 16;

/// Copies into the slice, with some nodes as leaves of their own.
class Slicer {
public:
  Slicer(const order::Graph &whole, TrialSlice &result, std::span<const NodeId> free)
      : from(whole), slice(result), copy(whole, result.graph, eval::EvaluationOptions{}.dependentFormat) {
    for (const NodeId node : free)
      if (!order::isLeaf(from[node].op))
        copy.substitute(node, slice.graph.input("free", typeOf(node), {}, ++leaves));
  }
  NodeId operator()(NodeId node) { return copy(node); }

private:
  order::ValueType typeOf(NodeId node) const {
    order::ValueType type = from[node].type;
    if (type.format == format::Format::Dependent)
      type.format = eval::EvaluationOptions{}.dependentFormat;
    return type;
  }

  const order::Graph &from;
  TrialSlice &slice;
  order::GraphCopy copy;
  std::uint32_t leaves = 0;
};

TrialSlice sliced(const order::Graph &from, NodeId written, NodeId offered, std::span<const NodeId> conditions, std::span<const NodeId> free) {
  TrialSlice slice;
  Slicer copy(from, slice, free);
  slice.written = copy(written);
  slice.offered = copy(offered);
  for (const NodeId condition : conditions)
    slice.conditions.push_back(copy(condition));
  return slice;
}

std::vector<NodeId> withoutModel(const order::Graph &graph, std::span<const NodeId> roots) {
  std::vector<NodeId> nodes;
  const eval::Evaluator evaluator(graph, roots);
  for (const eval::NotEvaluated &each : evaluator.notEvaluated())
    nodes.push_back(each.node);
  return nodes;
}

void describe(TrialSlice &slice) {
  std::string &text = slice.text;
  text = structureOf(slice.graph);
  const auto number = [&](std::uint32_t value) { (text += std::to_string(value)) += ' '; };
  for (const NodeId root : {slice.written, slice.offered})
    number(root.index);
  for (const NodeId condition : slice.conditions)
    number(condition.index);
}

} // namespace

std::optional<TrialSlice> sliceOf(const Trial &trial, bool freeOperands) {
  const auto isLarge = [&](NodeId node) { return order::reachableWithin(trial.graph, node, largestSlice).empty(); };
  const bool large = freeOperands || isLarge(trial.written) || isLarge(trial.offered);
  const auto isOperand = [&](NodeId node) { return std::ranges::find(trial.operands, node) != trial.operands.end(); };
  for (const NodeId root : {trial.written, trial.offered})
    if (large && order::reachableWithin(trial.graph, root, largestSlice, isOperand).empty())
      return std::nullopt;
  std::vector<NodeId> conditions = conjuncts(trial.graph, trial.guard, mostGuards);
  if (conditions.size() > mostGuards || large)
    conditions.clear();
  std::erase_if(conditions, isLarge);
  TrialSlice slice = sliced(trial.graph, trial.written, trial.offered, conditions, large ? trial.operands : std::span<const NodeId>());
  std::vector<NodeId> roots{slice.written, slice.offered};
  roots.insert(roots.end(), slice.conditions.begin(), slice.conditions.end());
  if (std::vector<NodeId> unknown = withoutModel(slice.graph, roots); !unknown.empty()) {
    slice = sliced(slice.graph, slice.written, slice.offered, slice.conditions, unknown);
    if (order::isLeaf(slice.graph[slice.written].op) || order::isLeaf(slice.graph[slice.offered].op))
      return std::nullopt;
  }
  slice.conditions = connectedTo(slice.graph, slice.written, std::move(slice.conditions));
  slice.bounds = boundsFrom(slice.graph, slice.conditions);
  describe(slice);
  return slice;
}

} // namespace fporder::measure
