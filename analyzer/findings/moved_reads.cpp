#include "analyzer/findings/moved_reads.h"

#include "runtime/limits/limits.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace fporder::findings {

namespace {

using order::NodeId;

constexpr std::size_t mostNodes = limits::most(limits::Limit::FixReads); // under one operation; larger expressions are not followed

/// Where in the log of stores `leaf` can have been read at the earliest: in the iteration that it belongs to, else anywhere.
std::uint32_t earliestRead(const order::Procedure &procedure, NodeId leaf, std::uint32_t until) {
  std::uint32_t earliest = 0;
  if (procedure.graph.mentionsLoop(leaf))
    for (const auto &[loop, entry] : procedure.loopEntries)
      if (entry <= until && entry > earliest && order::dependsOnLoop(procedure.graph, leaf, loop))
        earliest = entry;
  return earliest;
}

bool mayHaveChanged(const order::Procedure &procedure, NodeId leaf, std::uint32_t until) {
  const auto from = procedure.readFrom.find(procedure.graph.value(leaf).index);
  if (from == procedure.readFrom.end())
    return false;
  const format::Format read = procedure.graph[leaf].type.format;
  const auto changes = [&](const order::MemoryStore &store) {
    // Objects of different floating-point types are not one; of integers the types are not told apart here.
    const bool otherType = format::isFloatingPoint(read) && format::isFloatingPoint(store.format) && read != store.format &&
                           read != format::Format::Dependent && store.format != format::Format::Dependent;
    return store.root != from->second && !otherType && order::mayOverlap(procedure.memoryRoots[store.root], procedure.memoryRoots[from->second]);
  };
  const auto stores = procedure.stores.begin();
  return std::any_of(stores + earliestRead(procedure, leaf, until), stores + until, changes);
}

class Moves {
public:
  Moves(const order::Procedure &subject, const OperandTexts &split, const order::Computation &at)
      : procedure(subject), graph(subject.graph), texts(split), root(at) {}

  bool operator()(NodeId order);

private:
  /// The leaves under a value; nothing where they are too many to be followed.
  std::optional<std::vector<NodeId>> leavesOf(NodeId node) const;
  bool collect();
  bool anyChanged(NodeId node, const std::set<order::ValueId> *among) const;
  bool isNamedAs(const SpelledOperand &operand, NodeId node) const;

  const order::Procedure &procedure;
  const order::Graph &graph;
  const OperandTexts &texts;
  const order::Computation &root;
  std::set<order::ValueId> before;     // values that other statements computed with
  std::set<order::ValueId> readByText; // of these, what may have changed and was read there, not by a variable that the new text has as well
};

std::optional<std::vector<NodeId>> Moves::leavesOf(NodeId node) const {
  std::vector<NodeId> found = order::reachableWithin(graph, node, mostNodes);
  if (found.empty())
    return std::nullopt;
  std::erase_if(found, [&](NodeId each) { return !order::isLeaf(graph[each].op); });
  return found;
}

/// A leaf under `node`, among those given if any, may have changed; taken for granted where they are too many.
bool Moves::anyChanged(NodeId node, const std::set<order::ValueId> *among) const {
  const auto leaves = leavesOf(node);
  return !leaves || std::ranges::any_of(*leaves, [&](NodeId leaf) {
    return (!among || among->contains(graph.value(leaf))) && mayHaveChanged(procedure, leaf, root.stores);
  });
}

/// The other statement has a variable there by which the new text names the value too.
bool Moves::isNamedAs(const SpelledOperand &operand, NodeId node) const {
  const auto piece = texts.pieces.find(graph.value(node));
  return piece != texts.pieces.end() && !piece->second.readsMemory && piece->second.text == operand.text;
}

/// Nothing is known where there is too much to follow.
bool Moves::collect() {
  for (const NodeId operation : texts.elsewhere) {
    const std::vector<NodeId> nodes = order::reachableWithin(graph, operation, mostNodes);
    if (nodes.empty())
      return false;
    for (const NodeId node : nodes)
      before.insert(graph.value(node));
  }
  for (const SpelledOperand &operand : texts.elsewhereOperands) {
    NodeId node = operand.node;
    while (graph[node].op == order::Op::Cast)
      node = graph.operand(node, 0);
    const auto isSame = [&](NodeId operation) { return graph.sameValue(operation, node); };
    if (isNamedAs(operand, node) || std::ranges::any_of(texts.elsewhere, isSame)) // what such an operation takes up is looked at by itself
      continue;
    const auto leaves = leavesOf(node);
    if (!leaves)
      return false;
    for (const NodeId leaf : *leaves)
      if (mayHaveChanged(procedure, leaf, root.stores))
        readByText.insert(graph.value(leaf));
  }
  return true;
}

bool Moves::operator()(NodeId order) {
  if (procedure.stores.empty())
    return false;
  if (!collect())
    return true;
  const auto isPiece = [&](NodeId node) { return texts.pieces.contains(graph.value(node)); };
  return std::ranges::any_of(order::reachable(graph, order, isPiece), [&](NodeId node) {
    const auto piece = texts.pieces.find(graph.value(node));
    if (piece == texts.pieces.end())
      return false;
    if (piece->second.spelledApart && anyChanged(node, nullptr))
      return true;
    const std::set<order::ValueId> &changed = piece->second.readsMemory ? before : readByText;
    return !changed.empty() && anyChanged(node, &changed);
  });
}

} // namespace

bool movesRead(const order::Procedure &procedure, const OperandTexts &texts, NodeId order, const order::Computation &root) {
  return Moves(procedure, texts, root)(order);
}

} // namespace fporder::findings
