// Values that leave the function with far fewer digits than another order of their operations gives them, whatever their form.
//
// The search is runtime/evidence/root_search.h. What the order does not compute as it is written makes up the match.
#include "rules/engine/hook.h"
#include "rules/engine/identities.h"

#include "runtime/evidence/root_search.h"
#include "runtime/limits/limits.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <cstdio>

namespace fporder::rules {

namespace {

using namespace order;

/// Rounding operations under `root` that `other` does not have.
std::vector<NodeId> changedOperations(const Graph &graph, NodeId root, NodeId other) {
  const auto nodesOf = [&](NodeId node) {
    return reachableWithin(graph, node, limits::most(limits::Limit::EvidenceNodes), [](NodeId) { return false; });
  };
  std::vector<ValueId> kept;
  for (const NodeId node : nodesOf(other))
    kept.push_back(graph.value(node));
  std::ranges::sort(kept);
  std::vector<NodeId> changed = nodesOf(root);
  std::erase_if(changed, [&](NodeId node) { return !graph.mayRound(node) || std::ranges::binary_search(kept, graph.value(node)); });
  return changed;
}

/// Sums in another order are sum-order's, which says what speaks for it.
bool regroupsSums(const Graph &graph, const std::vector<NodeId> &changed) {
  return std::ranges::all_of(changed, [&](NodeId node) {
    const Op op = graph[node].op;
    return op == Op::Add || op == Op::Sub || op == Op::Neg || op == Op::Select || op == Op::Cast;
  });
}

std::string bits(double count) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", count);
  return text;
}

} // namespace

void betterOrder(RuleContext &context) {
  if (!context.options().search)
    return;
  const Graph &graph = context.graph();
  for (const evidence::FoundOrder &found :
       evidence::searchRoots(context.procedure(), builtInIdentities, context.options().seed, *context.options().search)) {
    Draft draft;
    draft.root = found.root;
    draft.operations = changedOperations(graph, found.root, found.order);
    if (!context.options().search->exhaustive && regroupsSums(graph, draft.operations))
      continue;
    draft.orders.push_back(
        {found.order, "loses " + bits(found.left) + " bits where the written order loses " + bits(found.lost) + ": " + std::string(found.family),
         true});
    draft.proven = true;
    context.report(std::move(draft));
  }
}

} // namespace fporder::rules
