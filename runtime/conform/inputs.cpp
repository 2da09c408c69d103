#include "runtime/conform/inputs.h"

#include "runtime/conform/index_space.h"
#include "runtime/conform/named_values.h"
#include "runtime/conform/outputs.h"
#include "runtime/order/hash_index.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace fporder::conform {

using order::NodeId;
using order::Op;
using order::Storage;

namespace {

std::uint64_t hashOf(std::string_view text) {
  std::uint64_t hash = text.size();
  for (const char c : text)
    hash = order::mixHash(hash, static_cast<unsigned char>(c));
  return hash;
}

/// A value that no code which is seen gives.
bool isMadeUp(Storage::Kind kind) {
  switch (kind) {
  case Storage::Kind::Result:
  case Storage::Kind::Random:
  case Storage::Kind::Unknown:
  case Storage::Kind::Foreign:
  case Storage::Kind::Lane:
  case Storage::Kind::Temporary:
    return true;
  default:
    return false;
  }
}

bool isUnknown(const order::Graph &graph, NodeId leaf) {
  if (graph[leaf].op == Op::Opaque || graph[leaf].op == Op::LoopValue)
    return true;
  const order::StorageId storage = graph.storage(leaf);
  if (!storage)
    return false;
  const Storage &root = order::rootOf(graph, storage);
  if ((root.kind == Storage::Kind::Pointee || root.kind == Storage::Kind::Referent) && root.of)
    return isMadeUp(order::rootOf(graph, root.of).kind); // what a call hands back that is not seen
  return isMadeUp(root.kind) || root.kind == Storage::Kind::WorkItem || root.kind == Storage::Kind::Variable;
}

/// "p->state.w[]" without its path: "w"; "a[][]": "a"; "state['exp_avg']": "exp_avg".
std::string lastWord(std::string_view symbol) {
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  while (!symbol.empty() && !isWord(symbol.back()))
    symbol.remove_suffix(1);
  std::size_t begin = symbol.size();
  while (begin > 0 && isWord(symbol[begin - 1]))
    --begin;
  return std::string(symbol.substr(begin));
}

std::string nameOf(const order::Graph &graph, NodeId leaf) {
  const std::string name = lastName(graph, graph.storage(leaf));
  return lastWord(name.empty() ? graph.symbol(leaf) : std::string_view(name));
}

/// Where the parameter stands among the function's, as far as its storage tells: they are numbered as they are met, which their declaration begins.
std::uint64_t declarationRank(const order::Graph &graph, const Input &input) {
  for (order::StorageId storage = graph.storage(input.leaf); storage; storage = graph.storage(storage).of)
    if (const Storage &part = graph.storage(storage); part.kind == Storage::Kind::Parameter)
      return part.number;
  return UINT64_MAX;
}

class Matching {
public:
  Matching(std::span<const Input> ours, std::span<const Input> theirs) : left(ours), right(theirs) {}

  void pair(const Input &one, const Input &other) { result.implementation[one.key] = result.reference[other.key] = next++; }
  bool isFree(const Input &one) const { return !one.unknown && !result.implementation.contains(one.key); }
  bool isTheirsFree(const Input &other) const { return !other.unknown && !result.reference.contains(other.key); }

  void byStatement(std::span<const StatedPair> stated) {
    for (const auto &[ours, theirs] : stated)
      onlyPair([&](const Input &each) { return foldedName(each.name) == foldedName(ours); },
               [&](const Input &each) { return foldedName(each.name) == foldedName(theirs); });
  }
  void byName() {
    for (const Input &one : left) {
      const auto isOne = [&](const Input &each) { return foldedName(each.name) == foldedName(one.name); };
      onlyPair(isOne, isOne);
    }
  }
  void byPath() {
    for (const Input &one : left) {
      const auto isOne = [&](const Input &each) { return each.spelled == one.spelled && each.array == one.array && each.integer == one.integer; };
      if (!one.spelled.empty())
        onlyPair(isOne, isOne);
    }
  }

  /// What is left, of one kind at a time, where both sides have as many; then numbers without regard to what is an array.
  void byPosition() {
    for (const bool integer : {false, true}) {
      for (const bool array : {false, true})
        inOrder([&](const Input &each) { return each.integer == integer && each.array == array; });
      inOrder([&](const Input &each) { return each.integer == integer; });
    }
  }

  InputMatch finish() {
    for (const Input &one : left)
      rest(one, result.implementation, result.implementationOnly);
    for (const Input &other : right)
      rest(other, result.reference, result.referenceOnly);
    return std::move(result);
  }

private:
  template <class Fits> void inOrder(const Fits &fits) {
    std::vector<const Input *> ours, theirs;
    for (const Input &one : left)
      if (isFree(one) && !one.named && fits(one))
        ours.push_back(&one);
    for (const Input &other : right)
      if (isTheirsFree(other) && !other.named && fits(other))
        theirs.push_back(&other);
    for (std::size_t i = 0; ours.size() == theirs.size() && i < ours.size(); ++i) {
      pair(*ours[i], *theirs[i]);
      result.byPosition.emplace_back(ours[i], theirs[i]);
    }
  }

  /// Pairs the one free input of ours with the one of theirs, unless there are several.
  template <class IsOurs, class IsTheirs> void onlyPair(const IsOurs &isOurs, const IsTheirs &isTheirs) {
    const Input *one = nullptr, *other = nullptr;
    for (const Input &each : left)
      if (isFree(each) && isOurs(each)) {
        if (one)
          return;
        one = &each;
      }
    for (const Input &each : right)
      if (isTheirsFree(each) && isTheirs(each)) {
        if (other)
          return;
        other = &each;
      }
    if (one && other)
      pair(*one, *other);
  }

  void rest(const Input &each, std::map<std::uint64_t, std::uint32_t> &numbers, std::vector<const Input *> &without) {
    if (!numbers.try_emplace(each.key, next).second)
      return;
    ++next;
    without.push_back(&each);
    result.unknown |= each.unknown;
  }

  std::span<const Input> left, right;
  InputMatch result;
  std::uint32_t next = 1;
};

} // namespace

std::uint64_t inputKey(const order::Graph &graph, NodeId leaf) {
  const order::Node data = graph[leaf];
  const order::StorageId storage = graph.storage(leaf);
  // Each word is mixed into what is spread already: equal sums of small numbers are no equal keys.
  std::uint64_t key = order::mixHash(hashOf(storage ? "storage" : graph.symbol(leaf)), storage ? std::uint64_t{storage.index} + 1 : 0);
  key = order::mixHash(key, data.version);
  return order::mixHash(key, data.op == Op::Opaque ? 1 : 0);
}

std::vector<Input> inputsUnder(const order::Graph &graph, std::span<const NodeId> roots) {
  std::vector<NodeId> found(roots.begin(), roots.end());
  std::vector<Input> inputs;
  std::map<std::uint64_t, std::size_t> known;
  const auto visit = [&](NodeId node) {
    const Op op = graph[node].op;
    if (!order::isLeaf(op) || op == Op::Constant || isIteration(graph, node))
      return order::Walk::Enter;
    // What a recurrence carries is its own.
    if (op == Op::LoopValue)
      return order::Walk::Enter;
    const std::uint64_t key = inputKey(graph, node);
    const auto [at, isNew] = known.try_emplace(key, inputs.size());
    if (isNew)
      inputs.push_back({key, nameOf(graph, node), std::string(graph.symbol(node)), graph[node].type.format == format::Format::Integer,
                        op == Op::Element, isUnknown(graph, node), false, node});
    return order::Walk::Enter;
  };
  order::walkOperands(graph, found, UINT64_MAX, visit);
  std::vector<std::size_t> sequence(inputs.size());
  for (std::size_t i = 0; i < sequence.size(); ++i)
    sequence[i] = i;
  std::ranges::sort(sequence, {}, [&](std::size_t i) { return std::pair(declarationRank(graph, inputs[i]), i); });
  std::vector<Input> sorted;
  for (const std::size_t i : sequence)
    sorted.push_back(std::move(inputs[i]));
  return sorted;
}

std::set<std::string> inputNames(const order::Graph &graph) {
  std::set<std::string> names;
  for (std::uint32_t index = 0; index < graph.size(); ++index)
    if (const NodeId node{index}; (graph[node].op == Op::Input || graph[node].op == Op::Element) && !isIteration(graph, node) &&
                                  !isUnknown(graph, node) && !isTakenValue(graph, node))
      names.insert(foldedName(nameOf(graph, node)));
  return names;
}

std::string foldedName(std::string_view name) {
  std::string folded;
  for (const char c : name)
    if (c != '_')
      folded += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return folded;
}

InputMatch matchInputs(std::span<const Input> implementation, std::span<const Input> reference, std::span<const StatedPair> stated, MatchBy by,
                       std::span<const TriedPair> tried) {
  Matching matching(implementation, reference);
  matching.byStatement(stated);
  for (const auto &[one, other] : tried)
    if (matching.isFree(*one) && matching.isTheirsFree(*other))
      matching.pair(*one, *other);
  if (by == MatchBy::Path) {
    matching.byPath();
    return matching.finish();
  }
  if (by == MatchBy::NameOrPosition) {
    matching.byPath(); // of several by one name, those that are reached in one way
    matching.byName();
  }
  matching.byPosition();
  return matching.finish();
}

} // namespace fporder::conform
