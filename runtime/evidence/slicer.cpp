// What of a procedure an order reaches.
#include "runtime/evidence/slice.h"

#include "runtime/evidence/leaving.h"
#include "runtime/evidence/slice_building.h"
#include "runtime/limits/limits.h"
#include "runtime/measure/conditions.h"
#include "runtime/measure/held.h"
#include "runtime/measure/leaf_bounds.h"
#include "runtime/order/assembled.h"
#include "runtime/order/function_facts.h"
#include "runtime/order/infix.h"
#include "runtime/order/integral_values.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <iterator>

namespace fporder::evidence {

using limits::Limit;
using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t shownExpression = 60; // bytes
std::string shown(const order::Graph &graph, NodeId node) {
  order::InfixOptions infix;
  infix.forReaders = true;
  infix.maxLength = shownExpression;
  return order::printInfix(graph, node, infix);
}

bool isLarge(const order::Graph &graph, NodeId root) { return order::reachableWithin(graph, root, limits::most(Limit::EvidenceNodes)).empty(); }

bool contains(std::span<const NodeId> sorted, NodeId node) { return std::ranges::binary_search(sorted, node); }

bool roundsToIntegral(const order::Graph &graph, NodeId node) {
  const order::FunctionFacts *facts = graph[node].op == Op::Call ? order::functionFacts(graph.symbol(node)) : nullptr;
  return facts && facts->integral;
}

/// A conversion to an integer, a rounding to an integral value, or a comparison, of a number that rounds. What is whole already is decided: the
/// conversion in (int)(ceil(x) + 1) decides nothing.
bool decides(const order::Graph &graph, NodeId node) {
  const order::Node stored = graph[node];
  if (stored.op == Op::Compare)
    return true;
  const bool converts = stored.op == Op::Cast && stored.type.format == format::Format::Integer;
  if (!converts && !roundsToIntegral(graph, node))
    return false;
  const NodeId number = graph.operand(node, 0);
  return format::isFloatingPoint(graph[number].type.format) && !order::isIntegral(graph, number);
}

std::string described(const order::Effect &effect) {
  switch (effect.kind) {
  case order::Effect::Kind::Store:
    return "what is stored to '" + effect.target + "'";
  case order::Effect::Kind::Return:
    return effect.target.empty() ? "the result" : "'" + effect.target + "' of the result";
  case order::Effect::Kind::Argument:
    return effect.target.empty() ? "an argument of a call" : "an argument of '" + effect.target + "'";
  case order::Effect::Kind::Condition:
    return "a condition";
  case order::Effect::Kind::Subscript:
    return "a subscript";
  }
  return {};
}

/// The numbers among `from` (sorted) of which a value is put together; the value itself where it is none put together.
std::vector<NodeId> assembledOf(const order::Graph &graph, NodeId value, std::span<const NodeId> from) {
  std::vector<NodeId> work{value}, found;
  for (std::size_t at = 0; at < work.size() && at < limits::most(Limit::EvidenceNodes); ++at) {
    const NodeId node = work[at];
    const bool assembled =
        graph[node].op == Op::Call && (graph.symbol(node) == order::assembledLanes || graph.symbol(node) == order::assembledComplex);
    if (!assembled)
      found.push_back(node);
    else
      std::ranges::copy_if(graph.operands(node), std::back_inserter(work), [&](NodeId part) { return contains(from, part); });
  }
  return found;
}

/// What a sum adds up, through signs and conversions, each once; nothing when it is too much.
std::vector<NodeId> addends(const order::Graph &graph, NodeId sum) {
  std::vector<NodeId> work{sum}, found;
  order::IndexTable seen;
  while (!work.empty()) {
    const NodeId node = work.back();
    work.pop_back();
    if (!seen.insert(node.index).second)
      continue;
    if (seen.size() > limits::most(Limit::EvidenceNodes))
      return {};
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
  order::IndexTable seen;
  for (std::size_t at = 0; at < factors.size() && at < limits::most(Limit::EvidenceNodes); ++at) {
    if (!seen.insert(factors[at].index).second)
      continue;
    if (order::isLeaf(graph[factors[at]].op) && order::storesTo(graph, effect, factors[at]))
      return true;
    const Op op = graph[factors[at]].op;
    if (op == Op::Mul || op == Op::Cast || op == Op::Neg)
      factors.insert(factors.end(), graph.operands(factors[at]).begin(), graph.operands(factors[at]).end());
  }
  return false;
}

/// A term is a number, its products and quotients, signs and conversions: its last bits are the term's.
bool isFactorOf(const order::Graph &graph, NodeId number, NodeId term) {
  std::vector<NodeId> factors{term};
  order::IndexTable seen;
  for (std::size_t at = 0; at < factors.size() && at < limits::most(Limit::EvidenceNodes); ++at) {
    if (factors[at] == number)
      return true;
    const Op op = graph[factors[at]].op;
    if (seen.insert(factors[at].index).second && (op == Op::Mul || op == Op::Div || op == Op::Neg || op == Op::Cast))
      factors.insert(factors.end(), graph.operands(factors[at]).begin(), graph.operands(factors[at]).end());
  }
  return false;
}

bool isSingleOrNarrower(format::Format format) {
  const int single = format::parameters(format::Format::Binary32).precision;
  return format == format::Format::Dependent || (format::isFloatingPoint(format) && format::parameters(format).precision <= single);
}

/// It holds a value that is made, in a way that is not followed, of an input of the order which the order does not take up itself.
bool asksUnseen(const order::Procedure &procedure, NodeId condition, NodeId order) {
  if (procedure.madeFrom.empty())
    return false;
  const order::Graph &graph = procedure.graph;
  const std::vector<NodeId> own = measure::valuesBelow(graph, order);
  return std::ranges::any_of(measure::valuesBelow(graph, condition), [&](NodeId leaf) {
    const auto made = procedure.madeFrom.find(graph.value(leaf).index);
    return made != procedure.madeFrom.end() && std::ranges::find(own, leaf) == own.end() && measure::sharesInputs(graph, order, made->second);
  });
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
    for (const NodeId operand : graph.operands(NodeId{node})) {
      users[firstUser[operand.index + 1]++] = NodeId{node};
      if (graph[NodeId{node}].op == Op::Element)
        subscripts.insert(graph.value(operand).index);
    }
  for (const order::Effect &effect : whole.effects) {
    effects[effect.node.index].push_back(&effect);
    for (const NodeId index : effect.indices)
      subscripts.insert(graph.value(index).index);
  }
}

std::span<const NodeId> Slicer::usersOf(NodeId node) const {
  if (std::size_t{node.index} + 1 >= firstUser.size())
    return {};
  return std::span(users).subspan(firstUser[node.index], firstUser[node.index + 1] - firstUser[node.index]);
}

/// What is computed from a node, itself included, sorted; nothing when it is too much.
std::vector<NodeId> Slicer::reached(NodeId from) const {
  std::vector<NodeId> found{from};
  order::IndexTable seen;
  seen.insert(from.index);
  for (std::size_t at = 0; at < found.size(); ++at) {
    if (order::isLeaf(procedure.graph[found[at]].op))
      continue;
    for (const NodeId user : usersOf(found[at]))
      if (seen.insert(user.index).second)
        found.push_back(user);
    if (found.size() > limits::most(Limit::EvidenceNodes))
      return {};
  }
  std::ranges::sort(found);
  return found;
}

bool Slicer::isAddedToState(NodeId written) {
  const std::vector<NodeId> from = reached(written);
  return std::ranges::any_of(procedure.effects, [&](const order::Effect &effect) {
    const NodeId term = contains(from, effect.node) ? addedToState(effect, from) : NodeId{};
    return term && isFactorOf(procedure.graph, written, term);
  });
}

bool Slicer::leavesAsElement(NodeId written) const {
  const order::Graph &graph = procedure.graph;
  const auto isPowerOfTwo = [&](NodeId factor) { return graph[factor].op == Op::Constant && graph.number(factor).isPowerOfTwo(); };
  const auto keepsBits = [&](NodeId node) {
    const order::Node stored = graph[node];
    const bool isAssembled = stored.op == Op::Call && graph.symbol(node) == order::assembledLanes;
    const bool isScaled =
        stored.op == Op::Mul ? std::ranges::any_of(graph.operands(node), isPowerOfTwo) : stored.op == Op::Div && isPowerOfTwo(graph.operand(node, 1));
    return isAssembled || isScaled || stored.op == Op::Add || stored.op == Op::Sub || stored.op == Op::Neg || stored.op == Op::Cast ||
           stored.op == Op::Select || stored.op == Op::Min || stored.op == Op::Max;
  };
  const auto isElement = [&](const order::Effect *effect) { return isElementwise(procedure, *effect) && !staysLocal(graph, *effect); };
  std::vector<NodeId> work{written};
  order::IndexTable seen;
  for (std::size_t at = 0; at < work.size() && at < limits::most(Limit::EvidenceNodes); ++at) {
    if (const auto here = effects.find(work[at].index); here != effects.end() && std::ranges::any_of(here->second, isElement))
      return true;
    for (const NodeId user : usersOf(work[at]))
      if (keepsBits(user) && format::isFloatingPoint(graph[user].type.format) && seen.insert(user.index).second)
        work.push_back(user);
  }
  return false;
}

/// No bit is meant of what is made of random numbers.
bool Slicer::isMeant(NodeId order) const {
  const order::Graph &graph = procedure.graph;
  const auto isRandom = [&](NodeId node) {
    return order::isLeaf(graph[node].op) && graph.storage(node) && order::rootOf(graph, graph.storage(node)).kind == order::Storage::Kind::Random;
  };
  return std::ranges::none_of(order::reachable(graph, order), isRandom) &&
         std::ranges::none_of(graph.operands(order), [&](NodeId operand) { return graph.onlyConstants(operand); });
}

const Slicer::State &Slicer::stateOf(const order::Effect &effect) {
  const auto [known, isNew] = states.try_emplace(&effect);
  State &state = known->second;
  const order::Graph &graph = procedure.graph;
  if (!isNew || effect.kind != order::Effect::Kind::Store || !isSingleOrNarrower(graph[effect.node].type.format))
    return state;
  state.terms = addends(graph, effect.node);
  const auto old = std::ranges::find_if(state.terms, [&](NodeId term) { return takesUp(graph, effect, term); });
  if (old == state.terms.end())
    state.terms.clear();
  else
    state.old = *old;
  return state;
}

/// A sum over a loop is no term that one iteration adds. A state that is kept in a narrower format than its terms loses their last bits.
NodeId Slicer::addedToState(const order::Effect &effect, std::span<const NodeId> from) {
  const State &state = stateOf(effect);
  const auto term = std::ranges::find_if(state.terms, [&](NodeId each) { return contains(from, each); });
  if (term == state.terms.end() || *term == state.old || procedure.graph[*term].op == Op::Reduce)
    return {};
  const auto formatOf = [&](NodeId node) { return procedure.graph[node].type.format; };
  return format::isNarrow(formatOf(effect.node)) && formatOf(effect.node) != formatOf(*term) ? NodeId{} : *term;
}

const std::string &Slicer::whyNot(NodeId node) {
  const auto [known, isNew] = notEvaluated.try_emplace(node.index);
  if (isNew)
    known->second =
        isLarge(procedure.graph, node) ? "what leads to it is too long" : measure::notHeldUnder(procedure, node, measure::Unfollowed::Carried);
  return known->second;
}

/// Why orders of one expression are not to be compared: the graph does not hold what a leaf of one is, and what another one has in its place is read
/// otherwise.
std::string Slicer::whyNotCompared(const Candidate &candidate) const {
  const order::Graph &graph = procedure.graph;
  const auto leaves = [&](NodeId order) {
    std::vector<order::ValueId> values;
    for (const NodeId leaf : measure::valuesBelow(graph, order))
      values.push_back(graph.value(leaf));
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    return values;
  };
  const std::vector<order::ValueId> own = leaves(candidate.written);
  const bool alike = std::ranges::all_of(candidate.others, [&](NodeId other) { return leaves(other) == own; });
  return alike ? std::string() : measure::notHeldUnder(procedure, candidate.written);
}

/// The first places that can be evaluated, in the order of the nodes.
std::vector<Slicer::Target> Slicer::targets(const Candidate &candidate, Slice &slice) {
  const order::Graph &graph = procedure.graph;
  const std::vector<NodeId> from = reached(candidate.written);
  if (from.empty())
    slice.notEvaluated = "too much is computed from it";
  const bool meant = isMeant(candidate.written), ofCarried = !isKnown(candidate.written);
  std::vector<Target> found;
  const auto add = [&](Point::Kind kind, NodeId node, NodeId guard, bool elementwise, const auto &words) {
    if (const std::string &why = whyNot(node); !why.empty())
      slice.notEvaluated = why;
    else if (!ofCarried && !isKnown(node))
      slice.notEvaluated = "it meets a value that a loop carries in a way that is not followed";
    else
      found.push_back({kind, words(), node, guard, elementwise, kind == Point::Kind::Decision && staysInside(node)});
  };
  const auto addEffect = [&](const order::Effect &effect) {
    const format::Format format = graph[effect.node].type.format;
    const bool elements = isElementwise(procedure, effect);
    const bool keeps = meant && !staysLocal(graph, effect) && (elements || replacesGiven(graph, effect));
    if (format::isFloatingPoint(format) || format == format::Format::Unknown)
      for (const NodeId number : assembledOf(graph, effect.node, from))
        add(Point::Kind::Output, number, effect.guard, elements, [&] { return described(effect); });
    if (const NodeId term = keeps ? addedToState(effect, from) : NodeId{}; term && isFactorOf(graph, candidate.written, term))
      add(Point::Kind::State, term, effect.guard, false, [&] { return "what is added to '" + effect.target + "'"; });
  };
  for (const NodeId node : from) {
    if (found.size() >= limits::most(Limit::EvidenceOutputs))
      break;
    if (decides(graph, node))
      add(Point::Kind::Decision, node, {}, graph[node].op == Op::Compare || isNoticed(node), [&] { return "'" + shown(graph, node) + "'"; });
    if (const auto here = effects.find(node.index); here != effects.end())
      std::ranges::for_each(here->second, [&](const order::Effect *effect) { addEffect(*effect); });
  }
  if (found.size() > limits::most(Limit::EvidenceOutputs))
    found.resize(limits::most(Limit::EvidenceOutputs));
  if (!found.empty())
    slice.notEvaluated.clear();
  else if (slice.notEvaluated.empty())
    slice.notEvaluated = "its value is not followed to what leaves the function";
  return found;
}

/// Whether a value can be evaluated without what loops carry in a way that is not followed, which may depend on an order's inputs.
bool Slicer::isKnown(NodeId node) {
  const auto [known, isNew] = withoutCarried.try_emplace(node.index);
  if (isNew)
    known->second = whyNot(node).empty() && measure::notHeldUnder(procedure, node, measure::Unfollowed::Read).empty();
  return known->second;
}

/// Those of a guard that can be evaluated; nothing where another one concerns an order's inputs, since the samples that count are not known then.
std::optional<std::vector<NodeId>> Slicer::conditions(NodeId guard, NodeId order) {
  std::vector<NodeId> found = measure::conjuncts(procedure.graph, guard, limits::most(Limit::EvidenceConditions)), unknown;
  if (std::ranges::any_of(found, [&](NodeId condition) { return asksUnseen(procedure, condition, order); }))
    return std::nullopt;
  std::erase_if(found, [&](NodeId condition) {
    const bool known = isKnown(condition);
    if (!known)
      unknown.push_back(condition);
    return !known;
  });
  if (measure::sharesInputs(procedure.graph, order, unknown))
    return std::nullopt;
  return found;
}

/// Why the orders cannot be evaluated; empty where they can be.
std::string Slicer::whyNotEvaluated(const Candidate &candidate) {
  const order::Graph &graph = procedure.graph;
  if (isLarge(graph, candidate.written) || std::ranges::any_of(candidate.others, [&](NodeId other) { return isLarge(graph, other); }))
    return "it is too long";
  const std::string &why = whyNot(candidate.written);
  return why.empty() ? whyNotCompared(candidate) : why;
}

/// The slice to those of the targets whose conditions are known.
void Slicer::build(const Candidate &candidate, std::span<const Target> found, Slice &slice) {
  const std::optional<std::vector<NodeId>> held = conditions(candidate.guard, candidate.written);
  if (!held)
    slice.notEvaluated = unknownCondition;
  else if (held->size() > limits::most(Limit::EvidenceConditions))
    slice.notEvaluated = "it runs under too many conditions";
  if (!slice.notEvaluated.empty())
    return;
  SliceBuilding building(procedure, candidate, *held, slice);
  for (const Target &target : found)
    if (std::optional<std::vector<NodeId>> under = conditions(target.guard, candidate.written))
      building.add({target.kind, target.what, target.node, target.elementwise, target.inside, *std::move(under)});
  building.finish();
}

Slice Slicer::operator()(const Candidate &candidate) {
  Slice slice;
  slice.notEvaluated = whyNotEvaluated(candidate);
  if (slice.notEvaluated.empty())
    build(candidate, targets(candidate, slice), slice);
  return slice;
}

Slice Slicer::ofValue(const Candidate &candidate) {
  Slice slice;
  slice.notEvaluated = whyNotEvaluated(candidate);
  const Target value{Point::Kind::Output, "the value", candidate.written};
  if (slice.notEvaluated.empty())
    build(candidate, {&value, 1}, slice);
  return slice;
}

} // namespace fporder::evidence
