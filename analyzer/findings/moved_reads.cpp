#include "analyzer/findings/moved_reads.h"

#include "runtime/limits/limits.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

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

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool hasWord(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !isWordCharacter(text[at - 1])) && (end == text.size() || !isWordCharacter(text[end])))
      return true;
  }
  return false;
}

/// Every operation of another statement that takes up a value names it as `text` does.
bool isNamedThere(const order::Procedure &procedure, const OperandTexts &texts, const SourceFile &source, NodeId value, std::string_view text) {
  const order::Graph &graph = procedure.graph;
  return std::ranges::all_of(texts.elsewhere, [&](NodeId operation) {
    if (std::ranges::none_of(graph.operands(operation), [&](NodeId operand) { return graph.sameValue(operand, value); }))
      return true;
    const order::PlaceId id = graph[operation].place;
    if (!id || graph.place(id).endOffset > source.text().size() || graph.place(id).beginOffset > graph.place(id).endOffset)
      return false;
    const order::Place &place = graph.place(id);
    return hasWord(source.text().substr(place.beginOffset, place.endOffset - place.beginOffset), text);
  });
}

} // namespace

bool movesRead(const order::Procedure &procedure, const OperandTexts &texts, const SourceFile &source, NodeId order, const order::Computation &root) {
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
    if (piece == texts.pieces.end() || (!piece->second.readsMemory && isNamedThere(procedure, texts, source, node, piece->second.text)))
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
