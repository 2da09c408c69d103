// What of a procedure an order reaches.
#include "runtime/evidence/slice.h"

#include "runtime/evidence/slice_building.h"
#include "runtime/limits/limits.h"
#include "runtime/measure/conditions.h"
#include "runtime/measure/held.h"
#include "runtime/order/function_facts.h"
#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"

#include <algorithm>

namespace fporder::evidence {

using limits::Limit;
using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t shownExpression = 60; // bytes
const auto everything = [](NodeId) { return false; };

std::string shown(const order::Graph &graph, NodeId node) {
  order::InfixOptions infix;
  infix.forReaders = true;
  infix.maxLength = shownExpression;
  return order::printInfix(graph, node, infix);
}

bool isLarge(const order::Graph &graph, NodeId root) {
  return order::reachableWithin(graph, root, limits::most(Limit::EvidenceNodes), everything).empty();
}

bool contains(std::span<const NodeId> sorted, NodeId node) { return std::ranges::binary_search(sorted, node); }

/// A conversion to an integer, a rounding to an integral value, or a comparison, of a number that rounds.
bool decides(const order::Graph &graph, NodeId node) {
  const order::Node stored = graph[node];
  if (stored.op == Op::Compare)
    return true;
  if (stored.op == Op::Cast)
    return stored.type.format == format::Format::Integer && format::isFloatingPoint(graph[graph.operand(node, 0)].type.format);
  const order::FunctionFacts *facts = stored.op == Op::Call ? order::functionFacts(graph.symbol(node)) : nullptr;
  return facts && facts->integral;
}

std::string described(const order::Effect &effect) {
  switch (effect.kind) {
  case order::Effect::Kind::Store:
    return "what is stored to '" + effect.target + "'";
  case order::Effect::Kind::Return:
    return "the result";
  case order::Effect::Kind::Argument:
    return "an argument of '" + effect.target + "'";
  case order::Effect::Kind::Condition:
    return "a condition";
  case order::Effect::Kind::Subscript:
    return "a subscript";
  }
  return {};
}

/// What a sum adds up, through signs and conversions.
std::vector<NodeId> addends(const order::Graph &graph, NodeId sum) {
  std::vector<NodeId> work{sum}, found;
  while (!work.empty()) {
    const NodeId node = work.back();
    work.pop_back();
    const Op op = graph[node].op;
    if (op == Op::Add || op == Op::Sub || op == Op::Cast || op == Op::Neg)
      work.insert(work.end(), graph.operands(node).begin(), graph.operands(node).end());
    else
      found.push_back(node);
  }
  return found;
}

/// The old value of what is stored to, or a multiple of it.
bool takesUp(const order::Graph &graph, const order::Effect &effect, NodeId addend) {
  std::vector<NodeId> factors{addend};
  for (std::size_t at = 0; at < factors.size(); ++at) {
    if (order::isLeaf(graph[factors[at]].op) && order::storesTo(graph, effect, factors[at]))
      return true;
    const Op op = graph[factors[at]].op;
    if (op == Op::Mul || op == Op::Cast || op == Op::Neg)
      factors.insert(factors.end(), graph.operands(factors[at]).begin(), graph.operands(factors[at]).end());
  }
  return false;
}

bool isSingleOrNarrower(format::Format format) {
  const int single = format::parameters(format::Format::Binary32).precision;
  return format == format::Format::Dependent || (format::isFloatingPoint(format) && format::parameters(format).precision <= single);
}

} // namespace

Slicer::Slicer(const order::Procedure &whole, std::size_t own) : procedure(whole) {
  const order::Graph &graph = whole.graph;
  const auto size = static_cast<std::uint32_t>(own);
  firstUser.assign(size + 2, 0);
  for (std::uint32_t node = 0; node < size; ++node)
    for (const NodeId operand : graph.operands(NodeId{node}))
      ++firstUser[operand.index + 2];
  for (std::uint32_t node = 2; node < size + 2; ++node)
    firstUser[node] += firstUser[node - 1];
  users.resize(firstUser[size + 1]);
  for (std::uint32_t node = 0; node < size; ++node)
    for (const NodeId operand : graph.operands(NodeId{node}))
      users[firstUser[operand.index + 1]++] = NodeId{node};
  for (const order::Effect &effect : whole.effects)
    effects.emplace(effect.node.index, &effect);
}

/// What is computed from a node, itself included, sorted; nothing when it is too much.
std::vector<NodeId> Slicer::reached(NodeId from) const {
  std::vector<NodeId> found{from};
  order::IndexTable seen;
  seen.insert(from.index);
  for (std::size_t at = 0; at < found.size(); ++at) {
    if (found[at].index + 1 >= firstUser.size() || order::isLeaf(procedure.graph[found[at]].op))
      continue;
    for (std::uint32_t user = firstUser[found[at].index]; user < firstUser[found[at].index + 1]; ++user)
      if (seen.insert(users[user].index).second)
        found.push_back(users[user]);
    if (found.size() > limits::most(Limit::EvidenceNodes))
      return {};
  }
  std::ranges::sort(found);
  return found;
}

/// No bit is meant of what is made of random numbers.
bool Slicer::isMeant(NodeId order) const {
  const order::Graph &graph = procedure.graph;
  const auto isRandom = [&](NodeId node) {
    return order::isLeaf(graph[node].op) && graph.storage(node) && order::rootOf(graph, graph.storage(node)).kind == order::Storage::Kind::Random;
  };
  return std::ranges::none_of(order::reachable(graph, order, everything), isRandom) &&
         std::ranges::none_of(graph.operands(order), [&](NodeId operand) { return graph.onlyConstants(operand); });
}

void Slicer::addState(const order::Effect &effect, std::span<const NodeId> from, std::vector<Target> &found) const {
  const order::Graph &graph = procedure.graph;
  if (effect.kind != order::Effect::Kind::Store || !isSingleOrNarrower(graph[effect.node].type.format))
    return;
  const std::vector<NodeId> terms = addends(graph, effect.node);
  const auto state = std::ranges::find_if(terms, [&](NodeId term) { return takesUp(graph, effect, term); });
  const auto term = std::ranges::find_if(terms, [&](NodeId each) { return contains(from, each); });
  if (state != terms.end() && term != terms.end() && *state != *term)
    found.push_back({Point::Kind::State, "what is added to '" + effect.target + "'", *term, effect.guard});
}

std::vector<Slicer::Target> Slicer::targets(const Candidate &candidate, Slice &slice) const {
  const order::Graph &graph = procedure.graph;
  const std::vector<NodeId> from = reached(candidate.written);
  if (from.empty())
    slice.notEvaluated = "too much is computed from it";
  const bool meant = isMeant(candidate.written);
  std::vector<Target> found;
  for (const NodeId node : from) {
    if (decides(graph, node))
      found.push_back({Point::Kind::Decision, "'" + shown(graph, node) + "'", node});
    const auto [first, last] = effects.equal_range(node.index);
    std::vector<const order::Effect *> here;
    for (auto effect = first; effect != last; ++effect)
      here.push_back(effect->second);
    std::ranges::sort(here);
    for (const order::Effect *effect : here) {
      const format::Format format = graph[node].type.format;
      if (format::isFloatingPoint(format) || format == format::Format::Unknown)
        found.push_back({Point::Kind::Output, described(*effect), node, effect->guard});
      if (meant)
        addState(*effect, from, found);
    }
  }
  std::erase_if(found, [&](const Target &target) {
    std::string why = isLarge(graph, target.node) ? "what leads to it is too long" : measure::notHeldUnder(procedure, target.node);
    if (why.empty())
      return false;
    slice.notEvaluated = std::move(why);
    return true;
  });
  if (found.size() > limits::most(Limit::EvidenceOutputs))
    found.resize(limits::most(Limit::EvidenceOutputs));
  if (!found.empty())
    slice.notEvaluated.clear();
  else if (slice.notEvaluated.empty())
    slice.notEvaluated = "its value is not followed to what leaves the function";
  return found;
}

std::vector<NodeId> Slicer::conditions(NodeId guard) const {
  std::vector<NodeId> found = measure::conjuncts(procedure.graph, guard, limits::most(Limit::EvidenceConditions));
  std::erase_if(found, [&](NodeId condition) { return isLarge(procedure.graph, condition) || !measure::notHeldUnder(procedure, condition).empty(); });
  return found;
}

Slice Slicer::operator()(const Candidate &candidate) const {
  Slice slice;
  const order::Graph &graph = procedure.graph;
  slice.notEvaluated = measure::notHeldUnder(procedure, candidate.written);
  if (!slice.notEvaluated.empty())
    return slice;
  if (isLarge(graph, candidate.written) || std::ranges::any_of(candidate.others, [&](NodeId other) { return isLarge(graph, other); })) {
    slice.notEvaluated = "it is too long";
    return slice;
  }
  const std::vector<Target> found = targets(candidate, slice);
  const std::vector<NodeId> held = conditions(candidate.guard);
  if (held.size() > limits::most(Limit::EvidenceConditions))
    slice.notEvaluated = "it runs under too many conditions";
  if (!slice.notEvaluated.empty())
    return slice;
  SliceBuilding building(procedure, candidate, held, slice);
  for (const Target &target : found)
    building.add(target.kind, target.what, target.node, conditions(target.guard));
  building.finish();
  return slice;
}

} // namespace fporder::evidence
