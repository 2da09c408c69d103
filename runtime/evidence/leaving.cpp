#include "runtime/evidence/leaving.h"

#include "runtime/evidence/slice.h"
#include "runtime/measure/leaf_bounds.h"

#include <algorithm>

namespace fporder::evidence {

using order::NodeId;

bool isElementwise(const order::Procedure &procedure, const order::Effect &effect) {
  if (effect.kind != order::Effect::Kind::Store)
    return effect.kind == order::Effect::Kind::Return;
  const auto isOfLoop = [&](NodeId node) { return procedure.graph.mentionsLoop(node); };
  const bool isRepeated = procedure.onDevice || isOfLoop(effect.node) || std::ranges::any_of(effect.indices, isOfLoop);
  return !effect.storage || (!effect.indices.empty() && isRepeated);
}

bool replacesGiven(const order::Graph &graph, const order::Effect &effect) {
  using Kind = order::Storage::Kind;
  if (effect.kind != order::Effect::Kind::Store || !effect.storage)
    return false;
  order::Storage whole = graph.storage(effect.storage);
  if ((whole.kind == Kind::Element || whole.kind == Kind::At) && whole.of)
    whole = graph.storage(whole.of);
  const bool isGiven = whole.kind == Kind::Pointee || whole.kind == Kind::Referent;
  return isGiven && whole.of && graph.storage(whole.of).kind == Kind::Parameter;
}

bool staysLocal(const order::Graph &graph, const order::Effect &effect) {
  const bool isStored = effect.kind == order::Effect::Kind::Store && effect.storage;
  return isStored && order::rootOf(graph, effect.storage).kind == order::Storage::Kind::Variable;
}

/// What is made of a decision leaves the function in numbers alone.
bool Slicer::staysInside(NodeId decision) const {
  const std::vector<NodeId> made = reached(decision);
  const auto isNumber = [&](const order::Effect *effect) {
    const bool isValue = effect->kind != order::Effect::Kind::Condition && effect->kind != order::Effect::Kind::Subscript;
    return isValue && format::isFloatingPoint(procedure.graph[effect->node].type.format);
  };
  return !made.empty() && std::ranges::all_of(made, [&](NodeId node) {
    const auto here = effects.find(node.index);
    return here == effects.end() || std::ranges::all_of(here->second, isNumber);
  });
}

/// More than an object's own numbers and a call on these takes notice of a decision: a caller, elements of an array, a subscript, a branch or a loop.
/// What is decided of integers alone (of counts) lies where it changes for everyday inputs.
bool Slicer::isNoticed(NodeId decision) const {
  using Kind = order::Effect::Kind;
  const order::Graph &graph = procedure.graph;
  const auto isTaken = [&](const order::Effect *effect) {
    return effect->kind == Kind::Condition || effect->kind == Kind::Subscript || isElementwise(procedure, *effect) || replacesGiven(graph, *effect) ||
           (effect->kind == Kind::Argument && (procedure.onDevice || graph.mentionsLoop(effect->node)));
  };
  const auto isInteger = [&](NodeId input) { return !format::isFloatingPoint(graph[input].type.format); };
  const std::vector<NodeId> made = reached(decision);
  if (made.empty() || std::ranges::all_of(measure::valuesBelow(graph, decision), isInteger))
    return true;
  return std::ranges::any_of(made, [&](NodeId node) {
    const auto here = effects.find(node.index);
    return subscripts.contains(graph.value(node).index) || (here != effects.end() && std::ranges::any_of(here->second, isTaken));
  });
}

} // namespace fporder::evidence
