// Values that leave the function with far fewer digits than another order of their operations gives them, whatever their form.
//
// The search is runtime/evidence/root_search.h. What the order does not compute as it is written makes up the match.
#include "rules/engine/hook.h"
#include "rules/engine/identities.h"

#include "runtime/evidence/root_search.h"
#include "runtime/limits/limits.h"
#include "runtime/measure/leaf_bounds.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

namespace fporder::rules {

namespace {

using namespace order;

/// Rounding operations under `root` that `other` does not have; all when it is invalid.
std::vector<NodeId> changedOperations(const Graph &graph, NodeId root, NodeId other) {
  const auto nodesOf = [&](NodeId node) {
    return reachableWithin(graph, node, limits::most(limits::Limit::EvidenceNodes), [](NodeId) { return false; });
  };
  std::vector<ValueId> kept;
  if (other)
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

/// One expression of another function, which is reported by itself, takes part twice, for two values: of a class that takes values one by one, say.
/// No edit there is an order of this expression alone.
bool repeatsOtherFunction(const Graph &graph, const std::vector<NodeId> &changed) {
  const auto textOf = [&](PlaceId id) {
    const Place place = id ? graph.place(id) : Place();
    return std::tuple(place.file.index, place.beginOffset, place.endOffset);
  };
  std::vector<std::pair<decltype(textOf({})), decltype(textOf({}))>> seen; // a macro's operations stand apart in its definition
  for (const NodeId node : changed)
    if (const PlaceId id = graph[node].place; id && graph.place(id).analysedAlone)
      seen.emplace_back(textOf(id), textOf(graph.place(id).macroDefinition));
  std::ranges::sort(seen);
  return std::ranges::adjacent_find(seen) != seen.end();
}

/// The order takes its inputs at other places than they are written: that they are the same there must be known, or named as assumed.
std::vector<Binding> inputsOf(const Graph &graph, NodeId root) {
  std::vector<Binding> inputs;
  for (const NodeId leaf : measure::valuesBelow(graph, root))
    inputs.push_back({"input" + std::to_string(inputs.size() + 1), leaf});
  return inputs;
}

std::string bits(double count) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", count);
  return text;
}

/// What the function stores and returns, for --measure-function, but for what is reported already.
void reportWhole(RuleContext &context, std::vector<NodeId> reported) {
  const Graph &graph = context.graph();
  const order::Procedure &procedure = context.procedure();
  if (std::ranges::none_of(context.options().whole, [&](const std::string &name) { return isFunction(procedure.name, name); }))
    return;
  for (const Effect &effect : procedure.effects) {
    const bool leaves = effect.kind == Effect::Kind::Store || effect.kind == Effect::Kind::Return;
    if (!leaves || isLeaf(graph[effect.node].op) || !format::isFloatingPoint(graph[effect.node].type.format) ||
        std::ranges::find(reported, effect.node) != reported.end())
      continue;
    reported.push_back(effect.node);
    Draft draft;
    draft.root = effect.node;
    draft.operations = changedOperations(graph, effect.node, {});
    draft.message = "measured as a whole: '{match}'";
    draft.proven = true;
    context.report(std::move(draft));
  }
}

} // namespace

void betterOrder(RuleContext &context) {
  if (!context.options().search)
    return;
  const Graph &graph = context.graph();
  std::vector<NodeId> reported;
  for (const evidence::FoundOrder &found :
       evidence::searchRoots(context.procedure(), builtInIdentities, context.options().seed, *context.options().search)) {
    Draft draft;
    draft.root = found.root;
    draft.bindings = inputsOf(graph, found.root);
    draft.operations = changedOperations(graph, found.root, found.order);
    if (!context.options().search->exhaustive && (regroupsSums(graph, draft.operations) || repeatsOtherFunction(graph, draft.operations)))
      continue;
    draft.orders.push_back(
        {found.order, "loses " + bits(found.left) + " bits where the written order loses " + bits(found.lost) + ": " + std::string(found.family),
         true});
    draft.proven = true;
    reported.push_back(found.root);
    context.report(std::move(draft));
  }
  reportWhole(context, std::move(reported));
}

} // namespace fporder::rules
