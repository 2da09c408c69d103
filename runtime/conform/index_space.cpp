#include "runtime/conform/index_space.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>

namespace fporder::conform {

using order::integerType;
using order::NodeId;
using order::Op;

namespace {

bool iterates(const order::Graph &graph, const Polynomial &polynomial, std::uint32_t atom) { return isIteration(graph, polynomial.node(atom)); }

/// The sizes that a product multiplies what iterates by.
Monomial sizesOf(const order::Graph &graph, const Polynomial &polynomial, const Monomial &monomial) {
  Monomial sizes;
  std::ranges::copy_if(monomial, std::back_inserter(sizes), [&](std::uint32_t atom) { return !iterates(graph, polynomial, atom); });
  return sizes;
}

/// A sum of products without their sizes, and without the constant that divides all of them.
std::optional<Polynomial> withoutSizes(const order::Graph &graph, const Polynomial &whole, const std::vector<const Monomial *> &group) {
  std::int64_t divisor = 0;
  for (const Monomial *monomial : group)
    divisor = std::gcd(divisor, whole.terms().at(*monomial));
  std::optional<Polynomial> sum = Polynomial();
  for (const Monomial *monomial : group) {
    std::optional<Polynomial> product = Polynomial::constant(whole.terms().at(*monomial) / divisor);
    for (const std::uint32_t atom : *monomial)
      if (product && iterates(graph, whole, atom))
        product = product->times(Polynomial::atom(graph, whole.node(atom)));
    sum = sum && product ? sum->plus(*product) : std::nullopt;
  }
  return sum;
}

/// An atom that iterates and stands alone in a sum, with coefficient 1 or -1.
std::optional<std::pair<std::uint32_t, std::int64_t>> soleAtom(const order::Graph &graph, const Polynomial &sum) {
  for (const auto &[monomial, coefficient] : sum.terms()) {
    if (monomial.size() != 1 || (coefficient != 1 && coefficient != -1) || !iterates(graph, sum, monomial[0]))
      continue;
    const bool elsewhere = std::ranges::any_of(
        sum.terms(), [&](const auto &term) { return term.first != monomial && std::ranges::find(term.first, monomial[0]) != term.first.end(); });
    if (!elsewhere)
      return std::pair(monomial[0], coefficient);
  }
  return std::nullopt;
}

} // namespace

/// An integer of which nothing is known but that each iteration has its own.
bool isGivenNumber(const order::Graph &graph, NodeId leaf) {
  const order::Node node = graph[leaf];
  const order::StorageId storage = node.op == Op::Element && node.type.format == format::Format::Integer ? graph.storage(leaf) : order::StorageId{};
  return storage && order::rootOf(graph, storage).kind == order::Storage::Kind::Unknown &&
         std::ranges::all_of(graph.operands(leaf), [&](NodeId index) { return graph[index].op == Op::LoopIndex; });
}

bool isIteration(const order::Graph &graph, NodeId leaf) {
  if (graph[leaf].op == Op::LoopIndex || isGivenNumber(graph, leaf))
    return true;
  const order::StorageId storage = graph[leaf].op == Op::Input ? graph.storage(leaf) : order::StorageId{};
  return storage && order::rootOf(graph, storage).kind == order::Storage::Kind::WorkItem;
}

IndexSpace::IndexSpace(order::Graph &graph, std::span<const NodeId> indices) {
  std::vector<Polynomial> given;
  for (const NodeId index : indices) {
    given.push_back(polynomialOf(graph, index));
    addGroups(graph, rewritten(given.back()));
  }
  for (const Polynomial &index : given)
    ownIndices.push_back(rewritten(index));
}

/// A coordinate for each size in the index, that with most sizes first: rows before columns.
void IndexSpace::addGroups(order::Graph &graph, const Polynomial &index) {
  std::map<Monomial, std::vector<const Monomial *>> groups;
  for (const auto &[monomial, coefficient] : index.terms())
    if (std::ranges::any_of(monomial, [&](std::uint32_t atom) { return iterates(graph, index, atom); }))
      groups[sizesOf(graph, index, monomial)].push_back(&monomial);
  std::vector<const std::vector<const Monomial *> *> ordered;
  for (const auto &[sizes, group] : groups)
    ordered.push_back(&group);
  std::ranges::sort(ordered, [&](const auto *one, const auto *other) {
    const Monomial left = sizesOf(graph, index, *one->front()), right = sizesOf(graph, index, *other->front());
    return left.size() != right.size() ? left.size() > right.size() : left < right;
  });
  for (const auto *group : ordered) {
    const std::optional<Polynomial> sum = withoutSizes(graph, index, *group);
    const auto atom = sum ? soleAtom(graph, rewritten(*sum)) : std::nullopt;
    if (!atom)
      continue;
    const NodeId leaf = graph.intern({.op = Op::Input, .type = integerType, .symbol = "#" + std::to_string(leaves.size())});
    const Polynomial coordinate = Polynomial::atom(graph, leaf);
    // sum = rest + s * atom is the coordinate, hence atom = s * (coordinate - rest).
    std::optional<Polynomial> rest = rewritten(*sum).substituted(atom->first, Polynomial());
    std::optional<Polynomial> value = rest ? coordinate.plus(*rest, -1) : std::nullopt;
    if (value && atom->second < 0)
      value = Polynomial().plus(*value, -1);
    if (!value)
      continue;
    leaves.push_back(leaf);
    solved.push_back({atom->first, *value});
  }
}

Polynomial IndexSpace::rewritten(const Polynomial &polynomial) const {
  Polynomial result = polynomial;
  for (const Coordinate &each : solved)
    if (std::optional<Polynomial> next = result.substituted(each.solvedFor, each.value))
      result = std::move(*next);
  return result;
}

bool IndexSpace::isOwn(std::span<const Polynomial> rewrittenIndices) const { return std::ranges::equal(rewrittenIndices, ownIndices); }

} // namespace fporder::conform
