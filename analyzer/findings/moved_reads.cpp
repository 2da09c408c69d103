#include "analyzer/findings/moved_reads.h"

#include "runtime/limits/limits.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <set>

namespace fporder::findings {

namespace {

using order::NodeId;

constexpr std::size_t mostNodes = limits::most(limits::Limit::FixReads); // under one operation; larger expressions are not followed

const auto everything = [](NodeId) { return false; };

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

} // namespace

bool movesRead(const order::Procedure &procedure, const OperandTexts &texts, NodeId order, const order::Computation &root) {
  const order::Graph &graph = procedure.graph;
  std::set<order::ValueId> before; // values that other statements computed with
  if (procedure.stores.empty())
    return false;
  for (const NodeId operation : texts.elsewhere) {
    const std::vector<NodeId> nodes = order::reachableWithin(graph, operation, mostNodes, everything);
    if (nodes.empty())
      return true;
    for (const NodeId node : nodes)
      before.insert(graph.value(node));
  }
  if (before.empty())
    return false;
  const auto isPiece = [&](NodeId node) { return texts.pieces.contains(graph.value(node)); };
  for (const NodeId node : order::reachable(graph, order, isPiece)) {
    const auto piece = texts.pieces.find(graph.value(node));
    if (piece == texts.pieces.end() || !piece->second.readsMemory)
      continue;
    const std::vector<NodeId> read = order::reachableWithin(graph, node, mostNodes, everything);
    if (read.empty())
      return true;
    for (const NodeId leaf : read)
      if (before.contains(graph.value(leaf)) && mayHaveChanged(procedure, leaf, root.stores))
        return true;
  }
  return false;
}

} // namespace fporder::findings
