#include "rules/engine/silence.h"
#include "runtime/limits/limits.h"
#include "runtime/order/roundings.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace fporder::rules {

using namespace order;

namespace {

/// Roundings that are counted at first: far more than patterns have operations. A match that stands on one path of a selection has everything that
/// is computed on the others below it, and need not be counted to its end to be known to round more often than its alternatives.
constexpr unsigned manyRoundings = limits::most(limits::Limit::RoundingsCompared);

/// Nodes that are looked at for a selection.
constexpr std::size_t nodesLookedAt = limits::most(limits::Limit::SelectionNodes);

using LeafTest = std::function<bool(NodeId)>;

enum class Presence : std::uint8_t { No, Yes, Unknown };

/// Whether a selection is computed under `root`, above the leaves.
Presence selects(const Graph &graph, NodeId root, const LeafTest &isLeaf) {
  std::vector<NodeId> found{root};
  const Walked ended = walkOperands(graph, found, nodesLookedAt, [&](NodeId node) {
    if (order::isLeaf(graph[node].op) || isLeaf(node))
      return Walk::Skip;
    return graph[node].op == Op::Select ? Walk::Stop : Walk::Enter;
  });
  return ended == Walked::Whole ? Presence::No : ended == Walked::Stopped ? Presence::Yes : Presence::Unknown;
}

/// Compares orders with the written form, which is looked at no further than that takes.
class Comparison {
public:
  Comparison(Graph &values, NodeId form, const LeafTest &leaf)
      : graph(values), written(form), isLeaf(leaf), roundings(roundingCount(values, form, leaf, manyRoundings)),
        selection(selects(values, form, leaf)) {}

  bool roundsOnce() const { return roundings <= 1; }

  bool roundsMore(NodeId order) {
    const unsigned count = roundingCount(graph, order, isLeaf, manyRoundings);
    if (count < manyRoundings || roundings < manyRoundings)
      return count > roundings;
    return roundingCount(graph, order, isLeaf) > roundingCount(graph, written, isLeaf);
  }

  /// True when the order has the normal form of the written one or of an order asked about before.
  bool isKnown(NodeId order) {
    const ValueId form = normalForm(order);
    // Normal forms keep every selection: one that has none is not the form of an expression with one.
    const bool certainlyOther = selection == Presence::Yes && selects(graph, order, isLeaf) == Presence::No;
    if (!certainlyOther && !writtenForm)
      writtenForm = normalForm(written);
    if ((!certainlyOther && writtenForm == form) || std::ranges::find(known, form) != known.end())
      return true;
    known.push_back(form);
    return false;
  }

private:
  ValueId normalForm(NodeId node) { return graph.value(exactFactorNormalForm(graph, node, isLeaf)); }

  Graph &graph;
  NodeId written;
  const LeafTest &isLeaf;
  unsigned roundings;
  Presence selection;
  std::optional<ValueId> writtenForm;
  std::vector<ValueId> known;
};

} // namespace

std::vector<Candidate> remainingOrders(Graph &graph, const Written &written, std::vector<Candidate> candidates) {
  const LeafTest isLeaf = [&](NodeId node) {
    if (!written.exact.empty() && std::ranges::find(written.exact, graph.value(node)) != written.exact.end())
      return true;
    if (!written.leaves.empty())
      return std::ranges::binary_search(written.leaves, node);
    return node != written.simplified && graph[node].place && !std::ranges::binary_search(written.operations, node);
  };
  Comparison comparison(graph, written.simplified, isLeaf);
  if (comparison.roundsOnce())
    return {};
  std::vector<Candidate> remaining;
  for (Candidate &candidate : candidates)
    if ((candidate.stable || !comparison.roundsMore(candidate.simplified)) && !comparison.isKnown(candidate.simplified))
      remaining.push_back(std::move(candidate));
  return remaining;
}

} // namespace fporder::rules
