#include "rules/engine/visibility.h"

#include <algorithm>

namespace fporder::rules {

using namespace order;

namespace {

template <class T> std::span<const T> found(const IndexMap<std::vector<T>> &index, std::uint32_t key) {
  const std::vector<T> *entry = index.find(key);
  return entry ? std::span<const T>(*entry) : std::span<const T>();
}

} // namespace

std::span<const Effect *const> Visibility::effects(NodeId node) {
  if (!byNode) {
    byNode.emplace();
    for (const Effect &effect : subject.effects)
      (*byNode)[effect.node.index].push_back(&effect);
  }
  return found(*byNode, node.index);
}

std::span<const Effect *const> Visibility::effectsOf(ValueId value) {
  if (!byValue) {
    byValue.emplace();
    for (const Effect &effect : subject.effects)
      if (effect.node)
        (*byValue)[subject.graph.value(bare(effect.node)).index].push_back(&effect);
  }
  return found(*byValue, value.index);
}

std::span<const Definition *const> Visibility::definitionsOf(ValueId value) {
  if (!definitions) {
    definitions.emplace();
    for (const Definition &definition : subject.definitions)
      if (definition.node)
        (*definitions)[subject.graph.value(bare(definition.node)).index].push_back(&definition);
  }
  return found(*definitions, value.index);
}

bool Visibility::isReadByLoop(ValueId value) {
  if (!readByLoop) {
    readByLoop.emplace();
    for (const CarriedValue &carried : subject.carried)
      readByLoop->insert(subject.graph.value(bare(carried.read)).index);
  }
  return readByLoop->contains(value.index);
}

bool Visibility::ranBefore(NodeId operation, std::uint32_t loop) {
  const auto entry = subject.loopEntries.find(loop);
  if (entry == subject.loopEntries.end())
    return false;
  if (!storesBefore) {
    storesBefore.emplace();
    for (const Computation &computation : subject.computations) {
      std::uint32_t &most = (*storesBefore)[computation.node.index];
      most = std::max(most, computation.stores);
    }
  }
  const std::uint32_t *ran = storesBefore->find(operation.index);
  return ran && *ran < entry->second;
}

bool Visibility::reducesAt(PlaceId place, std::uint32_t loop) {
  if (!reductions) {
    reductions.emplace();
    for (const Computation &computation : subject.computations)
      if (const Node stored = subject.graph[computation.node]; stored.op == Op::Reduce && stored.place)
        reductions->emplace(stored.place.index, subject.graph.reduction(computation.node).loop);
  }
  return place && reductions->contains({place.index, loop});
}

std::span<const Effect *const> Visibility::effectsAt(PlaceId place) {
  if (!byPlace) {
    byPlace.emplace();
    for (const Effect &effect : subject.effects)
      if (const PlaceId at = effect.node ? subject.graph[bare(effect.node)].place : PlaceId{})
        (*byPlace)[at.index].push_back(&effect);
  }
  return found(*byPlace, place.index);
}

std::span<const NodeId> Visibility::operandsAt(PlaceId place) {
  if (!operands) {
    operands.emplace();
    for (const Computation &computation : subject.computations)
      if (subject.graph[computation.node].op != Op::Reduce)
        for (const NodeId operand : subject.graph.operands(computation.node))
          if (const PlaceId at = subject.graph[bare(operand)].place)
            (*operands)[at.index].push_back(bare(operand));
  }
  return found(*operands, place.index);
}

} // namespace fporder::rules
