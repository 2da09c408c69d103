#include "runtime/measure/held.h"

#include "runtime/order/traversal.h"

#include <algorithm>
#include <map>
#include <set>

namespace fporder::measure {

using order::NodeId;
using order::Op;

namespace {

const order::LoopPhi *phiAmong(const order::Graph &graph, const order::CarryingLoop &loop, NodeId node) {
  const auto found = std::ranges::find_if(loop.phis, [&](const order::LoopPhi &phi) { return graph.sameValue(phi.value, node); });
  return found == loop.phis.end() ? nullptr : &*found;
}

/// True for what the graph has a name for only, and for a sum of which it is not known how often its loop runs, or what it adds. Recursion is as deep
/// as loops are nested.
bool isNameOnly(const order::Procedure &procedure, NodeId node) {
  const order::Graph &graph = procedure.graph;
  const Op op = graph[node].op;
  if (op == Op::LoopValue)
    return true;
  if (op == Op::Cast)
    return isNameOnly(procedure, graph.operand(node, 0));
  if (!order::isLeaf(op) && op != Op::Reduce)
    return false;
  if (procedure.notHeld.contains(graph.value(node).index))
    return true;
  if (op != Op::Reduce)
    return false;
  if (const NodeId trips = order::reduceOperands(graph, node).trips)
    for (const NodeId number : order::reachable(graph, trips, [](NodeId) { return false; }))
      if (graph[number].op != Op::LoopIndex && procedure.notHeld.contains(graph.value(number).index))
        return true;
  const auto terms = order::termsOf(graph, node);
  return std::ranges::any_of(
      terms, [&](NodeId term) { return order::continuesSum(graph, term) ? isNameOnly(procedure, term) : graph[term].op == Op::LoopValue; });
}

/// A walk over what is computed: values, and what decides only which elements are read and how often loops run.
class HeldTypes {
public:
  explicit HeldTypes(const order::Procedure &from) : procedure(from), graph(from.graph) {}

  void add(NodeId node, bool valued) {
    if (node && (valued ? seenValued : seenOther).insert(node.index).second)
      pending.push_back({node, valued});
  }

  /// Calls `visit(node, valued, carried)` for each node, twice where it is wanted in both ways.
  template <class Visit> void run(const Visit &visit) {
    for (std::size_t at = 0; at < pending.size(); ++at) {
      const auto [node, valued] = pending[at];
      const Carried carried = carriedBy(procedure, node);
      visit(node, valued, carried);
      if (carried)
        addLoop(carried, valued);
      if (!carried || graph[node].op == Op::Element) // an element is one by its index
        addOperands(node, valued && !carried);
    }
  }

private:
  void addLoop(const Carried &carried, bool valued) {
    for (const NodeId value : {carried.phi->initial, carried.phi->next, carried.loop->enters, carried.loop->stays})
      add(value, valued);
    for (const NodeId number : {carried.loop->index, carried.loop->first, carried.loop->step, carried.loop->count})
      add(number, false);
  }

  void addOperands(NodeId node, bool valued) {
    const auto operands = graph.operands(node);
    const Op op = graph[node].op;
    for (std::size_t position = 0; position < operands.size(); ++position)
      add(operands[position], valued && !order::isLeaf(op) && (op != Op::Reduce || position < order::tripsOperand));
  }

  struct Pending {
    NodeId node;
    bool valued;
  };
  const order::Procedure &procedure;
  const order::Graph &graph;
  std::vector<Pending> pending;
  order::IndexTable seenValued, seenOther;
};

} // namespace

const order::LoopResult *loopResult(const order::Procedure &procedure, NodeId node) {
  const auto result = procedure.loopResults.find(procedure.graph.value(node).index);
  if (result == procedure.loopResults.end() || !procedure.carryingLoops.contains(result->second.loop) || !isNameOnly(procedure, node))
    return nullptr;
  return &result->second;
}

Carried carriedBy(const order::Procedure &procedure, NodeId node) {
  const order::Graph &graph = procedure.graph;
  const order::Node data = graph[node];
  if (data.op == Op::LoopValue) {
    if (const auto loop = procedure.carryingLoops.find(data.version); loop != procedure.carryingLoops.end())
      if (const order::LoopPhi *phi = phiAmong(graph, loop->second, node))
        return {loop->first, &loop->second, phi, false};
  } else if (data.op == Op::Element && procedure.notHeld.contains(graph.value(node).index)) {
    for (const auto &[number, loop] : procedure.carryingLoops)
      if (const order::LoopPhi *phi = phiAmong(graph, loop, node))
        return {number, &loop, phi, false};
  }
  if (const order::LoopResult *result = loopResult(procedure, node)) {
    const order::CarryingLoop &loop = procedure.carryingLoops.at(result->loop);
    return {result->loop, &loop, phiAmong(graph, loop, result->phi), true};
  }
  return {};
}

std::vector<NodeId> computedUnder(const order::Procedure &procedure, std::span<const NodeId> roots) {
  HeldTypes walk(procedure);
  for (const NodeId root : roots)
    walk.add(root, true);
  std::vector<NodeId> found;
  walk.run([&](NodeId node, bool, const Carried &) { found.push_back(node); });
  std::ranges::sort(found);
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  return found;
}

std::string notHeldUnder(const order::Procedure &procedure, NodeId root, Unfollowed unfollowed) {
  const order::Graph &graph = procedure.graph;
  if (order::continuesSum(graph, root))
    return "its terms join the accumulator of the loop around it";
  std::vector<std::uint32_t> followed; // loops whose indices their reductions tell
  std::map<NodeId, std::string> reasons;
  std::string carried;
  HeldTypes walk(procedure);
  walk.add(root, true);
  std::set<std::uint32_t> held; // loops of recurrences, which are met before what they carry
  walk.run([&](NodeId node, bool valued, const Carried &by) {
    if (graph[node].op == Op::Recurrence)
      held.insert(graph[node].version);
    if ((by && valued) || ((graph[node].op == Op::LoopValue || graph[node].op == Op::LoopIndex) && held.contains(graph[node].version)))
      return;
    const auto why = procedure.notHeld.find(graph.value(node).index);
    const bool matters = unfollowed == Unfollowed::NotHeld ? valued || why != procedure.notHeld.end() : unfollowed == Unfollowed::Read && valued;
    if (graph[node].op == Op::LoopValue && carried.empty() && matters)
      carried =
          why != procedure.notHeld.end() ? why->second : "'" + std::string(graph.symbol(node)) + "' carries a value from one iteration to the next";
    const Op op = graph[node].op;
    const bool isInput =
        unfollowed != Unfollowed::NotHeld && (op == Op::Input || op == Op::Element || op == Op::LoopValue || (op == Op::LoopIndex && !valued));
    if (why != procedure.notHeld.end() && !isInput)
      reasons.emplace(node, why->second);
    if (graph[node].op == Op::Reduce && order::reduceOperands(graph, node).first)
      followed.push_back(graph.reduction(node).loop);
  });
  if (!carried.empty())
    return carried;
  for (const auto &[node, why] : reasons)
    if (graph[node].op != Op::LoopIndex || std::ranges::find(followed, graph[node].version) == followed.end())
      return why;
  return {};
}

} // namespace fporder::measure
