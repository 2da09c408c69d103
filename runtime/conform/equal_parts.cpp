#include "runtime/conform/equal_parts.h"

#include "runtime/conform/sampled_inputs.h"
#include "runtime/eval/evaluator.h"
#include "runtime/limits/limits.h"
#include "runtime/order/copy.h"
#include "runtime/order/equality.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

namespace fporder::conform {

using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t samples = 4;
constexpr double alike = 1e-6; // relative: leads the search, and proves nothing

/// Values on a few samples of all that no loop index touches.
class Leading {
public:
  Leading(const order::Graph &graph, NodeId one, NodeId other) {
    std::vector<NodeId> nodes{one, other};
    order::walkOperands(graph, nodes, UINT64_MAX,
                        [&](NodeId node) { return order::boundLoop(graph, node) ? order::Walk::Skip : order::Walk::Enter; });
    std::erase_if(nodes, [&](NodeId node) { return graph.mentionsLoop(node) || graph[node].op == Op::Terms; });
    std::ranges::sort(nodes);
    nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
    const std::array<NodeId, 2> roots{one, other};
    const SampledInputs inputs(graph, roots);
    if (inputs.refused())
      return;
    std::vector<std::array<double, samples>> found(nodes.size());
    std::vector<eval::Column> columns;
    for (std::array<double, samples> &each : found)
      columns.push_back({each});
    eval::Evaluator(graph, nodes).evaluate(inputs, 0, samples, columns);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      values.emplace(nodes[i].index, found[i]);
  }

  /// False where the two are known to be different.
  bool mayBeEqual(NodeId one, NodeId other) const {
    const auto left = values.find(one.index), right = values.find(other.index);
    if (left == values.end() || right == values.end())
      return true;
    for (std::size_t i = 0; i < samples; ++i) {
      const double a = left->second[i], b = right->second[i];
      if (std::isfinite(a) && std::isfinite(b) && std::abs(a - b) > alike * std::max(std::abs(a), std::abs(b)))
        return false;
    }
    return true;
  }

private:
  std::unordered_map<std::uint32_t, std::array<double, samples>> values; // by node
};

class Parts {
public:
  Parts(const order::Graph &of, NodeId one, NodeId other) : graph(of), leading(of, one, other) {}

  std::optional<std::vector<NodePair>> run(NodeId one, NodeId other) {
    std::vector<NodePair> open{{one, other}}, found;
    order::IndexTable seen;
    while (!open.empty()) {
      const auto [left, right] = open.back();
      open.pop_back();
      if (!leading.mayBeEqual(left, right) || limits::exceeds(limits::Limit::ConformParts, found.size()))
        return std::nullopt;
      if (!seen.insert(left.index).second)
        continue;
      const std::vector<NodePair> below = operandPairs(left, right);
      if (below.empty())
        found.emplace_back(left, right);
      open.insert(open.end(), below.begin(), below.end());
    }
    std::ranges::sort(found);
    const bool all = std::ranges::all_of(found, [&](const NodePair &pair) { return areEqual(pair); });
    return all ? std::optional(std::move(found)) : std::nullopt;
  }

private:
  /// The operands that differ, where the operations are one and their operands may be equal in pairs; empty otherwise.
  std::vector<NodePair> operandPairs(NodeId one, NodeId other) const {
    const order::Node left = graph[one], right = graph[other];
    if (left.op != right.op || left.operandCount != right.operandCount || graph.symbol(one) != graph.symbol(other) || order::isLeaf(left.op) ||
        order::boundLoop(graph, one))
      return {};
    std::vector<NodeId> ours(graph.operands(one).begin(), graph.operands(one).end()),
        theirs(graph.operands(other).begin(), graph.operands(other).end());
    std::vector<NodePair> pairs = differing(ours, theirs);
    if (pairs.empty() && order::isCommutative(left.op)) {
      std::swap(theirs[0], theirs[1]);
      pairs = differing(ours, theirs);
    }
    return pairs;
  }

  std::vector<NodePair> differing(const std::vector<NodeId> &ours, const std::vector<NodeId> &theirs) const {
    std::vector<NodePair> pairs;
    for (std::size_t position = 0; position < ours.size(); ++position) {
      if (!leading.mayBeEqual(ours[position], theirs[position]))
        return {};
      if (!graph.sameValue(ours[position], theirs[position]))
        pairs.emplace_back(ours[position], theirs[position]);
    }
    return pairs;
  }

  /// With what both have in common as inputs; failing that as they are.
  bool areEqual(const NodePair &pair) const {
    const auto all = [](NodeId) { return false; };
    std::unordered_set<std::uint32_t> left;
    for (const NodeId node : order::reachable(graph, pair.first, all))
      left.insert(graph.value(node).index);
    order::Graph cut;
    const auto copied = [&](NodeId root, const std::unordered_set<std::uint32_t> &shared) {
      order::GraphCopy copy(graph, cut);
      copy.replaceBy([&](NodeId node) -> std::optional<NodeId> {
        const std::uint32_t value = graph.value(node).index;
        if (!shared.contains(value) || order::isLeaf(graph[node].op) || graph.mentionsLoop(node) ||
            graph[node].type.format != format::Format::Binary64)
          return std::nullopt;
        return cut.intern({.op = Op::Input, .type = graph[node].type, .symbol = "part", .version = value});
      });
      return copy(root);
    };
    std::unordered_set<std::uint32_t> shared;
    for (const NodeId node : order::reachable(graph, pair.second, all))
      if (left.contains(graph.value(node).index))
        shared.insert(graph.value(node).index);
    const NodeId one = copied(pair.first, shared), other = copied(pair.second, shared);
    return order::equalOverReals(cut, one, other) == order::RealEquality::Equal ||
           order::equalOverReals(graph, pair.first, pair.second) == order::RealEquality::Equal;
  }

  const order::Graph &graph;
  Leading leading;
};

} // namespace

std::optional<std::vector<NodePair>> equalParts(const order::Graph &graph, NodeId one, NodeId other) {
  return Parts(graph, one, other).run(one, other);
}

} // namespace fporder::conform
