#include "runtime/conform/named_values.h"

#include "runtime/conform/index_space.h"
#include "runtime/conform/inputs.h"
#include "runtime/order/substitution.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

namespace fporder::conform {

using order::NodeId;
using order::Op;
using order::Storage;

namespace {

constexpr std::uint64_t takenNumber = std::numeric_limits<std::uint64_t>::max(); // Storage::number: no parameter has it

bool isComputed(const order::Graph &graph, NodeId value) {
  return value && format::isFloatingPoint(graph[value].type.format) && graph[value].op != Op::Constant && graph[value].op != Op::Element;
}

order::StorageId storageOf(order::Graph &graph, const std::string &name) {
  return graph.addStorage({.kind = Storage::Kind::Parameter, .number = takenNumber, .name = name});
}

} // namespace

bool isIterated(const order::Graph &graph, NodeId value) {
  return order::anyUnder(graph, value, [&](NodeId node) { return isIteration(graph, node) || graph[node].op == Op::LoopValue; });
}

std::vector<NamedValue> namedValues(const order::Procedure &procedure, const std::set<std::string> &names,
                                    const std::function<bool(NodeId)> &wanted) {
  const order::Graph &graph = procedure.graph;
  std::map<std::string, std::optional<NamedValue>> found; // nothing: the name is of several values
  for (const order::Definition &definition : procedure.definitions) {
    const std::string name = foldedName(definition.name);
    if (!definition.node || !names.contains(name))
      continue;
    const auto [known, isNew] = found.try_emplace(name, NamedValue{definition.name, definition.node});
    if (!isNew && known->second && !graph.sameValue(known->second->value, definition.node))
      known->second.reset();
  }
  std::vector<NamedValue> values;
  for (const auto &[name, value] : found)
    if (value && isComputed(graph, value->value) && wanted(value->value))
      values.push_back(*value);
  return values;
}

std::set<std::string> computedNames(const order::Procedure &procedure) {
  std::set<std::string> names;
  for (const order::Definition &definition : procedure.definitions)
    if (isComputed(procedure.graph, definition.node) && !order::isLeaf(procedure.graph[definition.node].op))
      names.insert(foldedName(definition.name));
  return names;
}

void takeAsInputs(order::Procedure &procedure, std::vector<Output> &outputs, std::span<const NamedValue> values) {
  if (values.empty())
    return;
  order::Graph &graph = procedure.graph;
  std::map<std::uint32_t, NodeId> inputs; // by value
  for (const NamedValue &named : values)
    inputs[graph.value(named.value).index] =
        graph.intern({.op = Op::Input, .type = graph[named.value].type, .symbol = named.name, .storage = storageOf(graph, named.name)});
  const auto instead = [&](NodeId node) -> std::optional<NodeId> {
    const std::uint32_t value = graph.value(node).index;
    if (const auto input = inputs.find(value); input != inputs.end())
      return input->second;
    // What is known of a node by its value (that it is not held, what a loop leaves) is not known of a changed one.
    return procedure.notHeld.contains(value) || procedure.loopResults.contains(value) ? std::optional(node) : std::nullopt;
  };
  const auto taken = [&](NodeId root) {
    const NodeId made = order::substituted(graph, root, instead);
    if (made == root)
      return made;
    std::set<std::size_t> assumed;
    for (const NodeId node : order::reachable(graph, root, [&](NodeId at) { return instead(at).has_value(); }))
      for (auto [each, last] = procedure.assumedNodes.equal_range(node.index); each != last && !inputs.contains(graph.value(node).index); ++each)
        assumed.insert(each->second);
    for (const std::size_t each : assumed)
      procedure.assumedNodes.emplace(made.index, static_cast<std::uint32_t>(each));
    return made;
  };
  for (Output &output : outputs)
    for (Piece &piece : output.pieces) {
      piece.value = taken(piece.value);
      if (piece.stored)
        piece.stored = taken(piece.stored);
    }
}

bool isTakenValue(const order::Graph &graph, NodeId leaf) {
  const order::StorageId storage = graph.storage(leaf);
  return storage && graph.storage(storage).kind == Storage::Kind::Parameter && graph.storage(storage).number == takenNumber;
}

} // namespace fporder::conform
