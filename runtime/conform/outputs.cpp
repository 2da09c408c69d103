#include "runtime/conform/outputs.h"

#include "runtime/conform/index_space.h"
#include "runtime/order/walk.h"

#include <algorithm>

namespace fporder::conform {

using format::Format;
using order::booleanType;
using order::Effect;
using order::NodeId;
using order::Op;
using order::Storage;

namespace {

/// True for memory that a caller sees.
bool isSeen(const order::Graph &graph, order::StorageId storage) {
  for (bool reached = false; storage; storage = graph.storage(storage).of) {
    const Storage::Kind kind = graph.storage(storage).kind;
    if (kind == Storage::Kind::Parameter)
      return reached;
    if (kind == Storage::Kind::Global || kind == Storage::Kind::This)
      return true;
    reached |= kind == Storage::Kind::Pointee || kind == Storage::Kind::Referent;
    if (!graph.storage(storage).of)
      return reached; // a pointer of unknown origin
  }
  return false;
}

/// True where a condition is on values: on floating-point numbers, elements of arrays, truth values, or a number that is compared for equality with
/// another. What is left compares indices and sizes.
bool isOnValues(const order::Graph &graph, NodeId condition) {
  while (graph[condition].op == Op::Not)
    condition = graph.operand(condition, 0);
  const bool iterates = order::anyUnder(graph, condition, [&](NodeId node) { return isIteration(graph, node); });
  return order::anyUnder(graph, condition, [&](NodeId node) {
    const order::Node data = graph[node];
    const bool compares = data.op == Op::Compare && graph.symbol(node) != "==" && graph.symbol(node) != "!=";
    const bool joins = data.op == Op::And || data.op == Op::Or || data.op == Op::Not;
    const bool truth = order::isLeaf(data.op) && data.op != Op::Constant && data.type.format == Format::Boolean;
    return format::isFloatingPoint(data.type.format) || data.op == Op::Element || truth || (!iterates && node == condition && !compares && !joins);
  });
}

/// Guards of stores as choices.
class Conditions {
public:
  explicit Conditions(order::Procedure &target) : graph(target.graph), asserted(target.asserted) {}

  /// The part of an effect's guard that is on values; invalid without one. What an assertion makes hold is none, nor that there is the array that the
  /// effect stores to.
  NodeId onValues(const Effect &effect) {
    const NodeId guard = effect.guard;
    restsOnAssertion = false;
    const std::string given = order::notNullSymbol(lastName(graph, effect.storage));
    if (!guard)
      return {};
    std::vector<NodeId> parts{guard};
    NodeId kept;
    for (std::size_t next = 0; next < parts.size(); ++next) {
      const NodeId part = parts[next];
      if (graph[part].op == Op::And) {
        parts.push_back(graph.operand(part, 0));
        parts.push_back(graph.operand(part, 1));
      } else if (asserted.contains(graph.value(part).index)) {
        restsOnAssertion = true;
      } else if (order::isLeaf(graph[part].op) && graph.symbol(part) == given) {
        continue;
      } else if (isOnValues(graph, part)) {
        kept = kept ? graph.binary(Op::And, kept, part, booleanType) : part;
      } else {
        ranged = true;
      }
    }
    return kept;
  }

  /// guard ? value : before, where before may be the other choice under the opposite condition.
  NodeId choice(NodeId guard, NodeId value, NodeId before) {
    if (!guard)
      return value;
    const auto opposite = [&](NodeId one, NodeId other) { return graph[one].op == Op::Not && graph.sameValue(graph.operand(one, 0), other); };
    if (graph[before].op == Op::Select) {
      const NodeId first = graph.operand(before, 0), then = graph.operand(before, 1);
      if (opposite(guard, first))
        return select(before, first, then, value);
      if (opposite(first, guard))
        return select(before, guard, value, then);
    }
    if (graph[guard].op == Op::Not)
      return select(value, graph.operand(guard, 0), before, value);
    return select(value, guard, value, before);
  }

  bool ranged = false;
  bool restsOnAssertion = false; // of the effect that was asked for last

private:
  NodeId select(NodeId like, NodeId condition, NodeId then, NodeId otherwise) {
    const NodeId operands[]{condition, then, otherwise};
    return graph.intern({.op = Op::Select, .type = graph[like].type, .operands = operands, .place = graph[like].place});
  }

  order::Graph &graph;
  const std::unordered_set<std::uint32_t> &asserted;
};

bool sameIndices(const order::Graph &graph, const std::vector<NodeId> &left, const std::vector<NodeId> &right) {
  return std::ranges::equal(left, right, [&](NodeId one, NodeId other) { return graph.sameValue(one, other); });
}

/// What an element holds before the function stores to it: what is read of it for that, where a loop goes over the elements.
NodeId before(order::Procedure &procedure, const Effect &effect) {
  order::Graph &graph = procedure.graph;
  NodeId read;
  const auto isRead = [&](NodeId node) {
    return graph[node].op == Op::Element && isSameArray(graph, graph.storage(node), effect.storage) &&
           procedure.notHeld.contains(graph.value(node).index) &&
           sameIndices(graph, {graph.operands(node).begin(), graph.operands(node).end()}, effect.indices);
  };
  for (const NodeId root : {effect.guard, effect.node})
    if (root && !read && !effect.indices.empty())
      order::anyUnder(graph, root, [&](NodeId node) {
        if (isRead(node))
          read = node;
        return static_cast<bool>(read);
      });
  if (read)
    return read;
  return graph.intern({.op = effect.indices.empty() ? Op::Input : Op::Element,
                       .type = graph[effect.node].type,
                       .operands = effect.indices,
                       .symbol = effect.target,
                       .place = effect.place,
                       .storage = effect.storage});
}

/// What tells outputs apart: the storage, or of what lies nowhere, results, the name that it is returned by.
struct OutputKey {
  order::StorageId storage;
  std::string result;
  bool operator==(const OutputKey &) const = default;
};

OutputKey keyOf(const Effect &effect) { return {effect.storage, effect.kind == Effect::Kind::Return ? effect.target : std::string()}; }

/// "return" of the result, "return[1]" of the second one, or the name of the variable that is returned.
std::string resultName(const std::string &target) { return target.empty() || target.starts_with('[') ? "return" + target : target; }

bool isOutput(const order::Graph &graph, const Effect &effect) {
  if (effect.kind != Effect::Kind::Store && effect.kind != Effect::Kind::Return)
    return false;
  if (!effect.node || !(format::isFloatingPoint(graph[effect.node].type.format) || graph.mayRound(effect.node)))
    return false;
  return effect.kind == Effect::Kind::Return || isSeen(graph, effect.storage);
}

/// True for what a reader knows by its name: no anonymous union, no view of an array as elements of another type.
bool isNamed(const Storage &storage) { return !storage.name.empty() && (storage.kind != Storage::Kind::Member || storage.number % 2 == 0); }

/// True where the last name of a storage's path is that of a structure's member.
bool isMember(const order::Graph &graph, order::StorageId storage) {
  while (storage && !isNamed(graph.storage(storage)))
    storage = graph.storage(storage).of;
  return storage && graph.storage(storage).kind == Storage::Kind::Member;
}

} // namespace

bool isSameArray(const order::Graph &graph, order::StorageId one, order::StorageId other) {
  const auto itself = [&](order::StorageId storage) {
    while (storage && graph.storage(storage).kind == Storage::Kind::Carried)
      storage = graph.storage(storage).of;
    return storage;
  };
  return itself(one) && itself(one) == itself(other);
}

std::string lastName(const order::Graph &graph, order::StorageId storage) {
  for (; storage; storage = graph.storage(storage).of)
    if (isNamed(graph.storage(storage)))
      return graph.storage(storage).name;
  return {};
}

std::vector<Output> outputsOf(order::Procedure &procedure, bool &ranged) {
  order::Graph &graph = procedure.graph;
  Conditions conditions(procedure);
  std::vector<Output> outputs;
  std::vector<OutputKey> keys; // by output
  for (const Effect &effect : procedure.effects) {
    if (!isOutput(graph, effect))
      continue;
    const auto known = std::ranges::find(keys, keyOf(effect));
    const std::size_t number = static_cast<std::size_t>(known - keys.begin());
    if (known == keys.end()) {
      const bool result = effect.kind == Effect::Kind::Return;
      std::string name = result ? resultName(effect.target) : lastName(graph, effect.storage);
      if (name.empty())
        name = effect.target;
      keys.push_back(keyOf(effect));
      outputs.push_back({std::move(name), result && effect.target.empty() ? "the result" : effect.target, {}, isMember(graph, effect.storage)});
    }
    std::vector<Piece> &pieces = outputs[number].pieces;
    const auto same = std::ranges::find_if(pieces, [&](const Piece &piece) { return sameIndices(graph, piece.indices, effect.indices); });
    const NodeId guard = conditions.onValues(effect);
    if (same == pieces.end()) {
      const bool kept = guard && effect.kind == Effect::Kind::Store;
      pieces.push_back({kept ? conditions.choice(guard, effect.node, before(procedure, effect)) : effect.node, effect.indices, effect.place, kept,
                        kept ? effect.node : NodeId{}, effect.storage, conditions.restsOnAssertion});
    } else if (effect.kind == Effect::Kind::Return) {
      // An early return goes before what is returned behind it, whose guard says that it is not reached.
      same->value = conditions.choice(guard, effect.node, same->value);
      same->asserted |= conditions.restsOnAssertion;
    } else {
      const bool kept = same->conditional && guard;
      const NodeId value = conditions.choice(guard, effect.node, same->value);
      const NodeId stored = kept ? conditions.choice(guard, effect.node, same->stored) : NodeId{};
      *same = {value, effect.indices, effect.place, kept, stored, effect.storage, same->asserted || conditions.restsOnAssertion};
    }
  }
  ranged = conditions.ranged;
  return outputs;
}

} // namespace fporder::conform
