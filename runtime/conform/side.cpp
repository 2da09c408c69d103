#include "runtime/conform/side.h"

#include "runtime/conform/flat_sums.h"
#include "runtime/conform/split_numbers.h"
#include "runtime/limits/limits.h"
#include "runtime/measure/held.h"
#include "runtime/order/infix.h"
#include "runtime/order/substitution.h"
#include "runtime/order/walk.h"

#include <algorithm>

namespace fporder::conform {

using order::NodeId;

namespace {

constexpr std::size_t mostReasons = limits::most(limits::Limit::ConformReasons);

std::vector<std::string> reasonsUnder(const order::Procedure &procedure, NodeId root) {
  std::vector<std::string> reasons;
  for (const NodeId node : measure::computedUnder(procedure, {&root, 1})) {
    const auto [first, last] = procedure.assumedNodes.equal_range(node.index);
    for (auto each = first; each != last && reasons.size() < mostReasons; ++each)
      if (const std::string &reason = procedure.assumptions[each->second].reason; std::ranges::find(reasons, reason) == reasons.end())
        reasons.push_back(reason);
  }
  return reasons;
}

/// The elements that a piece reads of those that it stores to.
bool isOwn(const order::Graph &graph, NodeId node, const Piece &piece) {
  return graph[node].op == order::Op::Element && isSameArray(graph, graph.storage(node), piece.storage) &&
         std::ranges::equal(graph.operands(node), piece.indices, [&](NodeId one, NodeId other) { return graph.sameValue(one, other); });
}

/// What is not held under `root` are the piece's own elements: in place, each iteration makes of its own elements what it stores there.
bool readsOnlyItself(const order::Procedure &procedure, NodeId root, const Piece &piece) {
  const std::vector<NodeId> computed = measure::computedUnder(procedure, {&root, 1});
  return !piece.indices.empty() && measure::notHeldUnder(procedure, root, measure::Unfollowed::Read).empty() &&
         std::ranges::all_of(computed, [&](NodeId node) {
           return !procedure.notHeld.contains(procedure.graph.value(node).index) || isOwn(procedure.graph, node, piece);
         });
}

/// Whatever was written to the array before, what an iteration reads of its own elements is the input: in one version. `own`: nodes of `graph`.
NodeId withOwnElements(order::Graph &graph, NodeId value, const std::set<NodeId> &own) {
  return order::substituted(graph, value, [&](NodeId node) -> std::optional<NodeId> {
    if (!own.contains(node))
      return std::nullopt;
    const auto operands = graph.operands(node);
    const std::vector<NodeId> indices(operands.begin(), operands.end());
    return graph.intern({.op = order::Op::Element,
                         .type = graph[node].type,
                         .operands = indices,
                         .symbol = graph.symbol(node),
                         .place = graph[node].place,
                         .storage = graph.storage(node)});
  });
}

Site siteAt(const order::Graph &graph, order::PlaceId place) {
  if (!place)
    return {};
  const order::Place &found = graph.place(place);
  return {found.file ? graph.file(found.file) : std::string(), found};
}

} // namespace

std::string spelledPieces(const PreparedSide &side, std::size_t output, std::size_t maxLength) {
  const order::Graph &graph = side.subject().graph;
  std::string text;
  for (const PreparedPiece &piece : side.pieces(output)) {
    text += order::printInfix(graph, piece.piece.value, {.showExactCasts = true, .maxLength = maxLength});
    for (const NodeId index : piece.piece.indices)
      text += " [" + order::printInfix(graph, index, {.showExactCasts = true, .maxLength = maxLength}) + "]";
    text += "\n";
  }
  return text;
}

Site siteOf(const order::Graph &graph, NodeId node) {
  Site site;
  if (node)
    order::anyUnder(graph, node, [&](NodeId at) {
      if (!graph[at].place || (order::isLeaf(graph[at].op) && !order::isLeaf(graph[node].op)))
        return false;
      site = siteAt(graph, graph[at].place);
      return site.place.line != 0;
    });
  return site;
}

PreparedSide::PreparedSide(const Side &given, std::span<const NamedValue> named) : side(given), closed(std::make_unique<measure::Subject>()) {
  allNames = inputNames(side.procedure->graph);
  allComputed = computedNames(*side.procedure);
  all = outputsOf(*side.procedure, hasRanges);
  takeAsInputs(*side.procedure, all, named);
  std::vector<NodeId> roots;
  for (const Output &output : all)
    for (const Piece &piece : output.pieces) {
      roots.push_back(piece.value);
      if (piece.stored)
        roots.push_back(piece.stored);
      roots.insert(roots.end(), piece.indices.begin(), piece.indices.end());
    }
  measure::ClosedLoops copy(*side.procedure, *closed, roots, /*closes=*/true, format::Format::Dependent);
  for (const Output &output : all) {
    prepared.emplace_back();
    stored.emplace_back();
    for (const Piece &piece : output.pieces)
      prepare(piece, piece.value, copy, prepared.back());
    if (output.pieces.size() > 1 && std::ranges::any_of(output.pieces, &Piece::conditional))
      for (const Piece &piece : output.pieces)
        prepare(piece, piece.stored ? piece.stored : piece.value, copy, stored.back());
    dropOverwritten(prepared.back());
    for (PreparedPiece &piece : prepared.back())
      piece.alone = prepared.back().size() == 1;
  }
}

/// What a later loop writes to all of the same elements is what the caller sees.
void PreparedSide::dropOverwritten(std::vector<PreparedPiece> &pieces) {
  for (std::size_t i = 0; i < pieces.size();) {
    const bool overwritten = std::any_of(pieces.begin() + static_cast<std::ptrdiff_t>(i) + 1, pieces.end(),
                                         [&](const PreparedPiece &later) { return !later.conditional && coverSameElements(pieces[i], later); });
    if (overwritten)
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
}

/// How often the loops run that indices are of, in the order of the indices; none where that is not known of all, or where they are no loops'.
std::vector<NodeId> PreparedSide::countsAround(std::vector<NodeId> indices) const {
  const order::Procedure &procedure = *side.procedure;
  std::vector<NodeId> counts;
  bool known = true;
  order::walkOperands(closed->graph, indices, UINT64_MAX, [&](NodeId node) {
    if (!isIteration(closed->graph, node))
      return order::Walk::Enter;
    const auto origin = procedure.loopOrigins.find(closed->graph[node].version);
    const auto carrying = procedure.carryingLoops.find(closed->graph[node].version);
    const bool loop = closed->graph[node].op == order::Op::LoopIndex;
    const NodeId count = loop && origin != procedure.loopOrigins.end() && origin->second.count ? origin->second.count
                         : loop && carrying != procedure.carryingLoops.end()                   ? carrying->second.count
                                                                                               : NodeId{};
    known &= static_cast<bool>(count);
    counts.push_back(count);
    return order::Walk::Enter;
  });
  return known ? counts : std::vector<NodeId>{};
}

/// A value by which counts of loops are known to be equal; UINT64_MAX where it is not known how often the loop runs.
std::uint64_t PreparedSide::countOf(std::uint32_t loop) const {
  const order::Procedure &procedure = *side.procedure;
  const auto origin = procedure.loopOrigins.find(loop);
  const auto carrying = procedure.carryingLoops.find(loop);
  if (origin != procedure.loopOrigins.end() && origin->second.trips)
    return static_cast<std::uint64_t>(*origin->second.trips) << 1 | 1;
  const NodeId count = origin != procedure.loopOrigins.end() && origin->second.count ? origin->second.count
                       : carrying != procedure.carryingLoops.end()                   ? carrying->second.count
                                                                                     : NodeId{};
  return count ? std::uint64_t{procedure.graph.value(count).index} << 1 : UINT64_MAX;
}

/// The same indices by coordinates, of loops that run equally often.
bool PreparedSide::coverSameElements(const PreparedPiece &one, const PreparedPiece &other) {
  order::Graph &graph = closed->graph;
  if (one.piece.indices.empty() || IndexSpace(graph, one.piece.indices).own() != IndexSpace(graph, other.piece.indices).own())
    return false;
  const auto counts = [&](const PreparedPiece &piece) {
    std::vector<std::uint64_t> found;
    std::vector<NodeId> nodes = piece.piece.indices;
    order::walkOperands(graph, nodes, UINT64_MAX, [&](NodeId node) {
      if (graph[node].op != order::Op::LoopIndex)
        return order::Walk::Enter;
      found.push_back(countOf(graph[node].version));
      return order::Walk::Enter;
    });
    return found;
  };
  const std::vector<std::uint64_t> ours = counts(one);
  return ours == counts(other) && std::ranges::find(ours, UINT64_MAX) == ours.end();
}

void PreparedSide::prepare(const Piece &piece, NodeId value, measure::ClosedLoops &copy, std::vector<PreparedPiece> &into) {
  PreparedPiece made;
  made.root = value;
  made.notHeld = measure::notHeldUnder(*side.procedure, value);
  made.assumed = reasonsUnder(*side.procedure, value);
  made.conditional = piece.conditional;
  made.asserted = piece.asserted;
  made.site = siteAt(side.procedure->graph, piece.place);
  made.piece.subject = closed.get();
  made.piece.value = copy(value);
  for (const NodeId index : piece.indices)
    made.piece.indices.push_back(copy(index));
  if (!made.notHeld.empty() && readsOnlyItself(*side.procedure, value, piece)) {
    made.assumed.push_back("no iteration writes an element that another one reads: " + made.notHeld);
    made.notHeld.clear();
    std::set<NodeId> own;
    for (const NodeId node : measure::computedUnder(*side.procedure, {&value, 1}))
      if (isOwn(side.procedure->graph, node, piece))
        own.insert(copy(node));
    made.piece.value = withOwnElements(closed->graph, made.piece.value, own);
  }
  if (made.notHeld.empty())
    made.notHeld = copy.failure();
  if (std::ranges::any_of(made.piece.indices, [&](NodeId index) {
        return order::anyUnder(closed->graph, index, [&](NodeId node) { return isGivenNumber(closed->graph, node); });
      }))
    made.assumed.emplace_back("a function that is not seen calls the closure that it is given once for each element");
  for (const NodeId count : countsAround(made.piece.indices))
    made.piece.counts.push_back(copy(count));
  made.flat = made.piece;
  made.flat.value = flatSums(closed->graph, made.piece.value, made.flatness);
  made.forms = joinedLoops(closed->graph, made.piece, made.flat.value);
  const std::vector<ElementForm> split = splitNumbers(closed->graph, made.piece, made.flat.value);
  made.forms.insert(made.forms.end(), split.begin(), split.end());
  into.push_back(std::move(made));
}

std::vector<Input> PreparedSide::inputs(std::size_t output) const {
  std::vector<NodeId> roots;
  for (const std::vector<PreparedPiece> *pieces : {&prepared[output], &stored[output]})
    for (const PreparedPiece &piece : *pieces)
      for (const NodeId root : {piece.piece.value, piece.flat.value})
        roots.push_back(root);
  for (const PreparedPiece &piece : prepared[output]) {
    roots.insert(roots.end(), piece.piece.indices.begin(), piece.piece.indices.end());
    roots.insert(roots.end(), piece.piece.counts.begin(), piece.piece.counts.end());
  }
  return inputsUnder(closed->graph, roots);
}

} // namespace fporder::conform
