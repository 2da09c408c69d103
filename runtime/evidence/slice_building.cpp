#include "runtime/evidence/slice_building.h"

#include "runtime/eval/evaluator.h"
#include "runtime/limits/limits.h"
#include "runtime/measure/leaf_bounds.h"
#include "runtime/order/function_facts.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

namespace fporder::evidence {

using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t pairedLeaves = 8; // of one role
constexpr unsigned deepestIndex = limits::most(limits::Limit::EvidenceIndex);

/// Expressions of one graph with some nodes in other nodes' place.
class Replacement {
public:
  explicit Replacement(order::Graph &whole) : graph(whole) {}
  void put(NodeId node, NodeId instead) { made[node.index] = instead; }
  NodeId operator()(NodeId root) {
    for (const NodeId node : order::reachable(graph, root, [&](NodeId each) { return made.contains(each.index); })) {
      if (made.contains(node.index))
        continue;
      std::vector<NodeId> operands(graph.operands(node).begin(), graph.operands(node).end());
      bool changed = false;
      for (NodeId &operand : operands)
        if (const auto other = made.find(operand.index); other != made.end() && other->second != operand)
          operand = other->second, changed = true;
      made[node.index] = changed ? graph.withOperands(node, operands) : node;
    }
    return made.at(root.index);
  }

private:
  order::Graph &graph;
  std::unordered_map<std::uint32_t, NodeId> made;
};

bool isNumber(const order::Graph &graph, NodeId leaf) { return format::isFloatingPoint(graph[leaf].type.format); }

bool isOne(const order::Graph &graph, NodeId node) {
  if (graph[node].op != Op::Constant || !isNumber(graph, node))
    return false;
  return std::abs(graph.number(node).approximate()) == 1;
}

NodeId withoutSign(const order::Graph &graph, NodeId node) {
  while (graph[node].op == Op::Neg || graph[node].op == Op::Cast)
    node = graph.operand(node, 0);
  return node;
}

NodeId withoutCasts(const order::Graph &graph, NodeId node) {
  while (graph[node].op == Op::Cast && isNumber(graph, node))
    node = graph.operand(node, 0);
  return node;
}

/// w of a factor 1 - w; invalid where it is none.
NodeId complemented(const order::Graph &graph, NodeId factor) {
  const NodeId difference = withoutCasts(graph, factor);
  if (graph[difference].op != Op::Sub || !isOne(graph, graph.operand(difference, 0)) || graph.number(graph.operand(difference, 0)).approximate() < 0)
    return {};
  return withoutCasts(graph, graph.operand(difference, 1));
}

/// The factors of a product of products; of a fused sum those of its product.
std::vector<NodeId> factorsOf(const order::Graph &graph, NodeId product, NodeId sum) {
  const auto isProduct = [&](NodeId node) { return graph[node].op == Op::Mul || (graph[node].op == Op::Fma && node == sum); };
  std::vector<NodeId> found{withoutCasts(graph, product)};
  order::IndexTable seen;
  for (std::size_t at = 0; at < found.size(); ++at)
    if (isProduct(found[at]) && seen.insert(found[at].index).second)
      for (const NodeId factor : graph.operands(found[at]).first(2))
        found.push_back(withoutCasts(graph, factor));
  std::erase_if(found, isProduct);
  return found;
}

/// The weights of a mean that `sum` is, by what it computes: w of w x + (1 - w) y and of x + (1 - w) (y - x). They are fractions.
std::vector<NodeId> weightsOf(const order::Graph &graph, NodeId sum) {
  const bool fused = graph[sum].op == Op::Fma;
  if (graph[sum].op != Op::Add && !fused)
    return {};
  const NodeId parts[] = {fused ? sum : graph.operand(sum, 0), graph.operand(sum, fused ? 2 : 1)};
  std::vector<NodeId> found;
  for (const auto &[product, other] : {std::pair(parts[0], parts[1]), std::pair(parts[1], parts[0])}) {
    const std::vector<NodeId> factors = factorsOf(graph, product, sum), beside = factorsOf(graph, other, sum);
    const auto moves = [&](NodeId factor) {
      return graph[factor].op == Op::Sub && graph.sameValue(withoutCasts(graph, graph.operand(factor, 1)), withoutCasts(graph, other));
    };
    for (const NodeId factor : factors)
      if (const NodeId weight = complemented(graph, factor); weight)
        if (std::ranges::any_of(beside, [&](NodeId each) { return graph.sameValue(each, weight); }) || std::ranges::any_of(factors, moves))
          found.push_back(weight);
  }
  return found;
}

/// The operations under `roots`, themselves included, that are under no divisor: divisors of the size of what they divide would leave it near one.
std::vector<NodeId> withoutDivisors(const order::Graph &graph, const std::vector<NodeId> &roots) {
  std::vector<NodeId> found = roots;
  order::IndexTable seen;
  for (std::size_t at = 0; at < found.size(); ++at) {
    if (!seen.insert(found[at].index).second || order::isLeaf(graph[found[at]].op))
      continue;
    const std::span<const NodeId> operands = graph.operands(found[at]);
    found.insert(found.end(), operands.begin(), graph[found[at]].op == Op::Div ? operands.begin() + 1 : operands.end());
  }
  std::erase_if(found, [&](NodeId node) { return !order::isLeaf(graph[node].op); });
  return found;
}

/// The products that `node` adds up or subtracts from one another, two of them at least with those of the sum that it continues.
std::vector<NodeId> addedProducts(const order::Graph &graph, NodeId node) {
  const Op op = graph[node].op;
  const auto isProduct = [&](NodeId each) { return graph[withoutSign(graph, each)].op == Op::Mul; };
  const auto addsProduct = [&](NodeId each) {
    const NodeId sum = withoutSign(graph, each);
    return graph[sum].op == Op::Fma ||
           ((graph[sum].op == Op::Add || graph[sum].op == Op::Sub) && std::ranges::any_of(graph.operands(sum), isProduct));
  };
  std::vector<NodeId> found;
  if (op == Op::Reduce) {
    std::ranges::copy_if(order::termsOf(graph, node), std::back_inserter(found), isProduct);
  } else if (op == Op::Fma && (isProduct(graph.operand(node, 2)) || addsProduct(graph.operand(node, 2)))) {
    found.assign({graph.operand(node, 0), graph.operand(node, 1)});
    if (isProduct(graph.operand(node, 2)))
      found.push_back(graph.operand(node, 2));
  } else if ((op == Op::Add || op == Op::Sub) &&
             std::ranges::all_of(graph.operands(node), [&](NodeId each) { return isProduct(each) || addsProduct(each); })) {
    std::ranges::copy_if(graph.operands(node), std::back_inserter(found), isProduct);
  }
  return found;
}

/// What tells the values of leaves apart, as a text. The elements that sums read from an array are one value if their indices are the same but for
/// the sums' own loops, numbered as they occur.
class Identities {
public:
  Identities(const order::Graph &whole, const std::set<std::uint32_t> &loopsOfSums) : graph(whole), bound(loopsOfSums) {}

  std::string of(NodeId leaf) {
    const std::span<const NodeId> indices = graph.operands(leaf);
    if (graph[leaf].op != Op::Element || !graph.mentionsLoop(leaf))
      return "value " + std::to_string(graph.value(leaf).index);
    loops.clear();
    std::string text = graph.storage(leaf) ? "array " + std::to_string(graph.storage(leaf).index) : "name " + std::string(graph.symbol(leaf));
    for (const NodeId index : indices)
      text += '[' + form(index, 0) + ']';
    return text;
  }

private:
  std::string form(NodeId node, unsigned depth) {
    const order::Node stored = graph[node];
    if (stored.op == Op::LoopIndex && bound.contains(stored.version))
      return '#' + std::to_string(loops.emplace(stored.version, loops.size()).first->second);
    if (!graph.mentionsLoop(node) || graph.operands(node).empty() || depth == deepestIndex)
      return std::to_string(graph.value(node).index);
    std::string text = std::to_string(static_cast<unsigned>(stored.op)) + '(';
    if (stored.op == Op::Call || stored.op == Op::Element)
      text += graph.symbol(node);
    for (const NodeId operand : graph.operands(node))
      text += ' ' + form(operand, depth + 1);
    return text + ')';
  }

  const order::Graph &graph;
  const std::set<std::uint32_t> &bound;
  std::map<std::uint32_t, std::size_t> loops; // by number: as they occur in this leaf
};

} // namespace

SliceBuilding::SliceBuilding(const order::Procedure &whole, const Candidate &orders, std::span<const NodeId> held, Slice &made)
    : procedure(whole), candidate(orders), conditions(held.begin(), held.end()), slice(made) {}

void SliceBuilding::add(Wanted point) {
  std::erase_if(point.under, [&](NodeId condition) { return std::ranges::find(conditions, condition) != conditions.end(); });
  wanted.push_back(std::move(point));
}

void SliceBuilding::copyPoints() {
  std::vector<NodeId> all{candidate.written};
  all.insert(all.end(), candidate.others.begin(), candidate.others.end());
  all.insert(all.end(), conditions.begin(), conditions.end());
  for (const Wanted &each : wanted) {
    all.push_back(each.root);
    all.insert(all.end(), each.under.begin(), each.under.end());
  }
  measure::ClosedLoops copy(procedure, subject, all, true, candidate.open);
  written = copy(candidate.written);
  for (const NodeId other : candidate.others)
    others.push_back(copy(other));
  for (const NodeId condition : conditions)
    slice.conditions.push_back(copy(condition));
  for (const Wanted &each : wanted) {
    slice.points.push_back({each.kind, each.what, copy(each.root), {}, procedure.graph[each.root].op == Op::Compare, each.elementwise, each.inside});
    for (const NodeId condition : each.under)
      slice.points.back().conditions.push_back(copy(condition));
  }
  slice.notEvaluated = copy.failure();
  slice.conditions.insert(slice.conditions.end(), subject.conditions.begin(), subject.conditions.end()); // iterations that are reached
  for (const NodeId other : others) {
    Replacement replaced(subject.graph);
    replaced.put(written, other);
    for (Point &point : slice.points)
      point.others.push_back(replaced(point.written));
  }
}

std::vector<NodeId> SliceBuilding::roots() const {
  std::vector<NodeId> all{written};
  all.insert(all.end(), others.begin(), others.end());
  all.insert(all.end(), slice.conditions.begin(), slice.conditions.end());
  for (const Point &point : slice.points) {
    all.push_back(point.written);
    all.insert(all.end(), point.others.begin(), point.others.end());
    all.insert(all.end(), point.conditions.begin(), point.conditions.end());
  }
  for (const auto &[loop, count] : runs)
    all.push_back(count);
  return all;
}

/// Where a condition asks what has no model for an order's inputs, it is not known which samples count. What is an operand of the order itself is one
/// value in both.
void SliceBuilding::dropUnderUnknown(std::span<const NodeId> unknown) {
  const order::Graph &graph = subject.graph;
  const std::vector<NodeId> own = order::reachable(graph, written);
  std::vector<NodeId> ofInputs;
  std::ranges::copy_if(unknown, std::back_inserter(ofInputs),
                       [&](NodeId node) { return std::ranges::find(own, node) == own.end() && measure::sharesInputs(graph, written, {&node, 1}); });
  if (ofInputs.empty())
    return;
  const auto isOpen = [&](NodeId condition) {
    const std::vector<NodeId> below = order::reachable(graph, condition);
    return std::ranges::any_of(ofInputs, [&](NodeId node) { return std::ranges::find(below, node) != below.end(); });
  };
  if (std::ranges::any_of(slice.conditions, isOpen))
    slice.points.clear();
  std::erase_if(slice.points, [&](const Point &point) { return std::ranges::any_of(point.conditions, isOpen); });
  if (slice.points.empty())
    slice.notEvaluated = unknownCondition;
}

/// What has no model is a value of its own.
void SliceBuilding::freeUnknown() {
  order::Graph &graph = subject.graph;
  Replacement replaced(graph);
  std::uint32_t number = 0;
  const std::vector<NodeId> all = roots();
  const eval::Evaluator evaluator(graph, all);
  std::vector<NodeId> unfollowed;
  for (const eval::NotEvaluated &unknown : evaluator.notEvaluated()) {
    if (unknown.node == written || std::ranges::find(others, unknown.node) != others.end())
      slice.notEvaluated = unknown.why;
    if (!order::isLeaf(graph[unknown.node].op))
      unfollowed.push_back(unknown.node);
  }
  dropUnderUnknown(unfollowed);
  for (const NodeId node : unfollowed)
    replaced.put(node, graph.input("(unknown)", graph[node].type, {}, ++number));
  for (NodeId &condition : slice.conditions)
    condition = replaced(condition);
  for (Point &point : slice.points) {
    point.written = replaced(point.written);
    for (NodeId &other : point.others)
      other = replaced(other);
    for (NodeId &condition : point.conditions)
      condition = replaced(condition);
  }
  std::erase_if(slice.points, [](const Point &point) {
    return !point.others.empty() && std::ranges::all_of(point.others, [&](NodeId other) { return other == point.written; });
  });
  if (slice.points.empty() && slice.notEvaluated.empty())
    slice.notEvaluated = "its value is not followed to what leaves the function";
}

void SliceBuilding::addEdges() {
  order::Graph &graph = subject.graph;
  for (Point &point : slice.points) {
    if (point.kind != Point::Kind::Decision || point.branch || graph.operands(point.written).empty())
      continue;
    const NodeId number = graph.operand(point.written, 0);
    const order::ValueType type = graph[number].type;
    const NodeId twice = graph.binary(Op::Add, number, number, type);
    point.fromEdge = graph.binary(Op::Sub, twice, graph.call("rint", {&twice, 1}, type), type);
  }
}

/// Indices of loops around the slice that are values in it stay below how often their loops run.
void SliceBuilding::addRuns() {
  order::Graph &graph = subject.graph;
  std::map<std::uint32_t, NodeId> known;
  for (const NodeId leaf : measure::valuesBelow(graph, roots())) {
    const std::uint32_t loop = graph[leaf].version;
    if (graph[leaf].op != Op::LoopIndex)
      continue;
    if (const auto times = subject.loopCounts.find(loop); times != subject.loopCounts.end())
      known[loop] = times->second;
    else if (const auto trips = subject.tripCounts.find(loop); trips != subject.tripCounts.end())
      known[loop] = graph.constant(order::Number::fromInteger(trips->second), graph[leaf].type);
  }
  for (const auto &[loop, count] : known)
    if (const eval::Evaluator evaluator(graph, {&count, 1}); evaluator.notEvaluated().empty())
      runs.emplace(loop, count);
}

/// The values of the elements of the constant array that a leaf is read from; null for others.
const std::vector<double> *SliceBuilding::tableOf(NodeId leaf) const {
  const order::StorageId storage = subject.graph.storage(leaf);
  if (!storage || procedure.tables.empty())
    return nullptr;
  const order::Storage &root = order::rootOf(subject.graph, storage);
  const auto table = std::ranges::find_if(procedure.tables, [&](const auto &each) {
    const order::Storage &global = procedure.graph.storage(order::StorageId{each.first});
    return global.kind == root.kind && global.declaration == root.declaration && global.name == root.name;
  });
  return table == procedure.tables.end() ? nullptr : &table->second;
}

std::vector<NodeId> SliceBuilding::leavesAsTheyOccur() const {
  const order::Graph &graph = subject.graph;
  const auto isLeaf = [&](NodeId node) { return order::isLeaf(graph[node].op); };
  std::vector<NodeId> found = roots();
  order::walkOperands(graph, found, UINT64_MAX, [&](NodeId node) { return isLeaf(node) ? order::Walk::Skip : order::Walk::Enter; });
  std::erase_if(found, [&](NodeId node) { return !isLeaf(node) || graph[node].op == Op::Constant; });
  return found;
}

void SliceBuilding::addLeaves() {
  const order::Graph &graph = subject.graph;
  const std::vector<NodeId> nodes = order::reachable(graph, roots());
  std::set<std::uint32_t> bound;
  for (const NodeId node : nodes)
    if (const std::optional<std::uint32_t> loop = order::boundLoop(graph, node))
      bound.insert(*loop);
  Identities identities(graph, bound);
  std::map<std::string, std::uint64_t> numbers; // those of identities, as the leaves occur: the same however the source is cut into statements
  for (const NodeId leaf : leavesAsTheyOccur()) {
    LeafFacts &facts = slice.leaves[leaf.index];
    facts.identity = numbers.emplace(identities.of(leaf), numbers.size()).first->second;
    facts.table = tableOf(leaf);
    if (const auto times = runs.find(graph[leaf].version); graph[leaf].op == Op::LoopIndex && times != runs.end())
      facts.runs = times->second;
  }
  for (const auto &[leaf, bounds] : measure::boundsFrom(graph, slice.conditions))
    if (const auto known = slice.leaves.find(leaf); known != slice.leaves.end())
      known->second.bounds = bounds;
  addRoles(nodes);
}

/// What the leaves of the slice, whose nodes these are, are used for.
void SliceBuilding::addRoles(std::span<const NodeId> nodes) {
  const order::Graph &graph = subject.graph;
  std::vector<NodeId> angles, arguments, factors, counts;
  for (const NodeId node : nodes) {
    if (graph[node].op == Op::Call && !graph.operands(node).empty()) {
      const order::FunctionFacts *facts = order::functionFacts(graph.symbol(node));
      const bool periodic = facts && (facts->course == order::Course::SineOrCosine || facts->course == order::Course::Tangent);
      (periodic ? angles : arguments).push_back(graph.operand(node, 0));
    }
    slice.ones |= (graph[node].op == Op::Add || graph[node].op == Op::Sub) &&
                  std::ranges::any_of(graph.operands(node), [&](NodeId each) { return isOne(graph, each); });
    std::ranges::copy(addedProducts(graph, node), std::back_inserter(factors));
    if (order::boundLoop(graph, node))
      if (const NodeId trips = order::reduceOperands(graph, node).trips; trips && graph[trips].op != Op::Constant)
        counts.push_back(trips);
  }
  const auto mark = [&](const std::vector<NodeId> &uses, bool LeafFacts::*fact) {
    for (const NodeId leaf : measure::valuesBelow(graph, uses))
      if (const auto known = slice.leaves.find(leaf.index); known != slice.leaves.end())
        known->second.*fact = true;
  };
  mark(angles, &LeafFacts::angle);
  mark(withoutDivisors(graph, arguments), &LeafFacts::argument);
  mark(factors, &LeafFacts::factor);
  mark(counts, &LeafFacts::counts);
  std::vector<NodeId> asWritten;
  for (const Point &point : slice.points)
    asWritten.push_back(point.written);
  for (const NodeId node : order::reachable(graph, asWritten))
    for (const NodeId leaf : weightsOf(graph, node))
      if (const auto known = slice.leaves.find(leaf.index); known != slice.leaves.end()) {
        const measure::Bounds bounds = known->second.bounds;
        if (bounds.low <= 1 && bounds.high >= 0) // the program may ask for more than a fraction
          known->second.bounds = {std::max(bounds.low, 0.0), std::min(bounds.high, 1.0)};
      }
}

void SliceBuilding::addPairs() {
  const order::Graph &graph = subject.graph;
  std::map<std::tuple<format::Format, Op, std::size_t>, std::vector<std::uint64_t>> roles; // format, kind of leaf, number of indices
  std::vector<std::pair<std::uint64_t, std::uint32_t>> leaves;                             // by identity
  for (const auto &[leaf, facts] : slice.leaves)
    leaves.emplace_back(facts.identity, leaf);
  std::ranges::sort(leaves);
  for (const auto &[identity, index] : leaves) {
    const NodeId leaf{index};
    std::vector<std::uint64_t> &role = roles[{graph[leaf].type.format, graph[leaf].op, graph.operands(leaf).size()}];
    if (isNumber(graph, leaf) && role.size() < pairedLeaves && std::ranges::find(role, identity) == role.end())
      role.push_back(identity);
  }
  for (const auto &[role, members] : roles)
    for (std::size_t second = 1; second < members.size(); ++second)
      for (std::size_t first = 0; first < second; ++first)
        slice.pairs.emplace_back(members[first], members[second]);
}

void SliceBuilding::addLoops() {
  const order::Graph &graph = subject.graph;
  for (const NodeId node : order::reachable(graph, roots()))
    if (order::boundLoop(graph, node)) {
      slice.loops.push_back(node);
      const NodeId trips = order::reduceOperands(graph, node).trips;
      slice.openLoops |= !trips || graph[trips].op != Op::Constant;
    }
}

void SliceBuilding::finish() {
  copyPoints();
  if (slice.notEvaluated.empty())
    freeUnknown();
  if (slice.notEvaluated.empty()) {
    slice.conditions = measure::connectedTo(subject.graph, written, std::move(slice.conditions));
    for (Point &point : slice.points)
      point.conditions = measure::connectedTo(subject.graph, written, std::move(point.conditions));
    addEdges();
    addRuns();
    addLeaves();
    addPairs();
    addLoops();
  } else {
    slice.points.clear();
  }
  slice.graph = std::move(subject.graph);
}

} // namespace fporder::evidence
