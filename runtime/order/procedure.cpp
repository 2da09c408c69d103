#include "runtime/order/procedure.h"

#include <algorithm>

namespace fporder::order {

bool mayOverlap(const MemoryRoot &left, const MemoryRoot &right) {
  if (left.restricted || right.restricted)
    return false;
  const auto reaches = [](const MemoryRoot &pointer, const MemoryRoot &object) {
    return pointer.pointed && (object.pointed || (object.shared && !(pointer.fromParameter && object.fromParameter)));
  };
  return reaches(left, right) || reaches(right, left);
}

bool storesTo(const Graph &graph, const Effect &effect, NodeId leaf) {
  if (effect.kind != Effect::Kind::Store)
    return false;
  if (std::ranges::find(effect.replaced, graph.value(leaf)) != effect.replaced.end())
    return true;
  const Designation read = designated(graph, leaf);
  return effect.storage && effect.storage == read.storage &&
         std::ranges::equal(effect.indices, read.indices, {}, [&](NodeId index) { return graph.value(index); });
}

void Procedure::assume(NodeId node, const Assumption &assumption) {
  const std::uint32_t position = assumptions.add(assumption);
  const auto [first, last] = assumedNodes.equal_range(node.index);
  if (std::none_of(first, last, [&](const auto &known) { return known.second == position; }))
    assumedNodes.emplace(node.index, position);
}

PlaceId shownPlace(const Procedure &procedure, NodeId node) {
  const Graph &graph = procedure.graph;
  const PlaceId own = graph[node].place;
  if (!own || graph[node].op != Op::Reduce)
    return own;
  const auto known = procedure.loopCalls.find(graph.reduction(node).loop);
  const std::uint32_t around = known == procedure.loopCalls.end() ? 0 : known->second;
  std::uint32_t calls = 0;
  for (PlaceId call = graph.place(own).inlinedAt; call; call = graph.place(call).inlinedAt)
    ++calls;
  PlaceId shown = own;
  for (PlaceId at = own; calls > around; --calls, at = graph.place(at).inlinedAt)
    if (graph.place(at).analysedAlone)
      shown = graph.place(at).inlinedAt;
  return shown;
}

} // namespace fporder::order
