#include "rules/engine/analysis.h"
#include "runtime/limits/limits.h"
#include "runtime/order/function_facts.h"
#include "runtime/order/index_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory_resource>
#include <set>
#include <utility>

namespace fporder::rules {

using namespace order;
using format::Format;

static_assert(static_cast<unsigned>(Op::Reduce) < 31, "shapes hold every operation");

Analysis::Analysis(Procedure &procedure)
    : subject(procedure), size(procedure.graph.size()), shapes(size, 0), reachability(procedure.graph),
      visibility(procedure, [this](NodeId node) { return strip(node); }) {}

std::uint32_t Analysis::computeShape(NodeId node) const {
  constexpr std::uint32_t known = std::uint32_t{1} << 31;
  NodeId inner = strip(node);
  std::uint32_t result = inner == node ? known : known | shapeBit(Op::Cast);
  Op op = graph()[inner].op;
  if (isConstant(inner)) {
    result |= shapeBit(Op::Constant);
  } else {
    result |= shapeBit(op);
    std::span<const NodeId> operands = graph().operands(inner);
    auto constant = [&](unsigned position) { return isConstant(operands[position]); };
    auto negative = [&](unsigned position) { return graph()[strip(operands[position])].op == Op::Neg || constant(position); };
    if (op == Op::Add && (negative(0) || negative(1)))
      result |= shapeBit(Op::Sub);
    if (op == Op::Add && graph().sameValue(operands[0], operands[1]))
      result |= shapeBit(Op::Mul);
    if (op == Op::Sub && constant(0))
      result |= shapeBit(Op::Neg);
    if (op == Op::Mul && (constant(0) || constant(1)))
      result |= shapeBit(Op::Div) | shapeBit(Op::Neg);
    if (op == Op::Div && constant(1))
      result |= shapeBit(Op::Mul);
    // What it may be on one path; chains of conditions are followed as far as unification does.
    NodeId choice = inner;
    for (unsigned depth = 0; graph()[choice].op == Op::Select && !limits::reaches(limits::Limit::MatchedChoices, depth); ++depth) {
      NodeId next = choice;
      for (unsigned position : {1u, 2u}) {
        NodeId branch = strip(graph().operand(choice, position));
        if (graph()[branch].op == Op::Select)
          next = branch;
        else
          result |= shape(branch) & ~shapeBit(Op::Constant);
      }
      if (next == choice)
        break;
      choice = next;
    }
    if (op == Op::Call && graph().symbol(inner) == "pow")
      result |= shapeBit(Op::Mul) | shapeBit(Op::Sqrt);
  }
  if (node.index < shapes.size())
    shapes[node.index] = result;
  return result;
}

bool Analysis::isExactCast(NodeId node) const {
  Node stored = graph()[node];
  if (stored.op != Op::Cast)
    return false;
  Format from = graph()[graph().operand(node, 0)].type.format, to = stored.type.format;
  if (from == Format::Dependent || to == Format::Dependent)
    return format::isFloatingPoint(from) && format::isFloatingPoint(to);
  return format::isFloatingPoint(from) && (from == to || format::widensExactly(from, to));
}

NodeId Analysis::strip(NodeId node) const {
  while (isExactCast(node))
    node = graph().operand(node, 0);
  return node;
}

NodeId Analysis::stripConversions(NodeId node) const {
  while (graph()[node].op == Op::Cast && format::isFloatingPoint(graph()[node].type.format) &&
         format::isFloatingPoint(graph()[graph().operand(node, 0)].type.format))
    node = graph().operand(node, 0);
  return node;
}

std::span<const NodeId> Analysis::users(NodeId node) {
  if (userOffsets.empty())
    buildUsers();
  if (node.index >= size)
    return {};
  return {userList.data() + userOffsets[node.index], userOffsets[node.index + 1] - userOffsets[node.index]};
}

void Analysis::buildUsers() {
  userOffsets.assign(size + 1, 0);
  for (std::uint32_t i = 0; i < size; ++i)
    for (NodeId operand : graph().operands({i}))
      ++userOffsets[operand.index + 1];
  for (std::size_t i = 1; i <= size; ++i)
    userOffsets[i] += userOffsets[i - 1];
  userList.resize(userOffsets[size]);
  std::vector<std::uint32_t> next(userOffsets.begin(), userOffsets.end() - 1);
  for (std::uint32_t i = 0; i < size; ++i)
    for (NodeId operand : graph().operands({i}))
      userList[next[operand.index]++] = {i};
}

void Analysis::findCarried() {
  if (std::exchange(carriedKnown, true))
    return;
  std::set<std::pair<NodeId, NodeId>> seenPairs;
  for (const CarriedValue &carried : procedure().carried)
    if (seenPairs.emplace(carried.written, carried.read).second) {
      reads[carried.written].push_back(carried.read);
      writes[carried.read].push_back(carried.written);
    }
}

std::span<const NodeId> Analysis::readElsewhere(NodeId node) {
  findCarried();
  const auto found = reads.find(node);
  return found != reads.end() ? std::span<const NodeId>(found->second) : std::span<const NodeId>();
}

std::span<const NodeId> Analysis::writtenElsewhere(NodeId node) {
  findCarried();
  const auto found = writes.find(node);
  return found != writes.end() ? std::span<const NodeId>(found->second) : std::span<const NodeId>();
}

Sign Analysis::sign(NodeId node) {
  if (signs.empty())
    buildSigns();
  return node.index < signs.size() ? signs[node.index] : signOf(node);
}

void Analysis::buildSigns() {
  signs.reserve(size);
  for (std::uint32_t i = 0; i < size; ++i)
    signs.push_back(signOf({i}));
}

namespace {

Sign product(Sign a, Sign b) {
  return {(a.nonNegative && b.nonNegative) || (a.nonPositive && b.nonPositive), (a.nonNegative && b.nonPositive) || (a.nonPositive && b.nonNegative)};
}

Sign sum(Sign a, Sign b) { return {a.nonNegative && b.nonNegative, a.nonPositive && b.nonPositive}; }

Sign negated(Sign a) { return {a.nonPositive, a.nonNegative}; }

} // namespace

Sign Analysis::signOfCall(const Node &stored, NodeId node) const {
  const std::string_view name = graph().symbol(node);
  const order::FunctionFacts *facts = order::functionFacts(name);
  if (facts && (facts->sign == order::FunctionSign::NonNegative || facts->sign == order::FunctionSign::Positive))
    return {true, false};
  if (stored.operandCount == 0)
    return {};
  NodeId argument = graph().operand(node, 0);
  Sign inner = argument.index < signs.size() ? signs[argument.index] : Sign{};
  if (facts && facts->sign == order::FunctionSign::OfArgument)
    return inner;
  if (name == "pow" && stored.operandCount == 2) {
    std::optional<Number> exponent = constantValue(graph().operand(node, 1));
    bool even = exponent && exponent->isInteger() && std::fmod(exponent->approximate(), 2.0) == 0;
    return {even || inner.nonNegative, false};
  }
  return {};
}

/// Factors that occur twice are squares, wherever the product has them: (-x) * x, (-0.5 * x) * x, a * b * a.
Sign Analysis::signOfProduct(NodeId node) const {
  std::array<std::byte, 512> scratch;
  std::pmr::monotonic_buffer_resource memory(scratch.data(), scratch.size());
  std::pmr::vector<NodeId> work({graph().operand(node, 0), graph().operand(node, 1)}, &memory), factors(&memory);
  Sign sign{true, false};
  while (!work.empty()) {
    NodeId factor = strip(work.back());
    work.pop_back();
    Op op = graph()[factor].op;
    std::span<const NodeId> operands = graph().operands(factor);
    if (op == Op::Neg || (op == Op::Mul && !limits::exceeds(limits::Limit::SignFactors, factors.size() + work.size() + 2))) {
      sign = op == Op::Neg ? negated(sign) : sign;
      work.insert(work.end(), operands.begin(), operands.end());
      continue;
    }
    auto twin = std::ranges::find_if(factors, [&](NodeId other) { return graph().sameValue(other, factor); });
    if (twin == factors.end())
      factors.push_back(factor);
    else
      factors.erase(twin);
  }
  for (NodeId factor : factors)
    sign = product(sign, factor.index < signs.size() ? signs[factor.index] : Sign{});
  return sign;
}

/// Precondition: the operands' signs are known already, or the node lies beyond the sweep and its operands may lie in it.
Sign Analysis::signOf(NodeId node) const {
  Node stored = graph()[node];
  auto of = [&](unsigned position) {
    NodeId operand = graph().operand(node, position);
    return operand.index < signs.size() ? signs[operand.index] : Sign{};
  };
  switch (stored.op) {
  case Op::Constant: {
    const Number &number = graph().number(node);
    return {!number.isNegative(), number.isNegative() || number.isZero()};
  }
  case Op::Add:
    return sum(of(0), of(1));
  case Op::Sub:
    return sum(of(0), negated(of(1)));
  case Op::Mul:
    return signOfProduct(node);
  case Op::Div:
    return product(of(0), of(1));
  case Op::Fma:
    if (graph().sameValue(strip(graph().operand(node, 0)), strip(graph().operand(node, 1))))
      return sum({true, false}, of(2));
    return sum(product(of(0), of(1)), of(2));
  case Op::Sqrt:
  case Op::Abs:
    return {true, false};
  case Op::Cast:
    return of(0);
  case Op::Neg:
    return negated(of(0));
  case Op::CopySign:
    return of(1);
  case Op::Min:
    return {of(0).nonNegative && of(1).nonNegative, of(0).nonPositive || of(1).nonPositive};
  case Op::Max:
    return {of(0).nonNegative || of(1).nonNegative, of(0).nonPositive && of(1).nonPositive};
  case Op::Select:
    if (const auto choice = signedChoice(node); choice && choice->magnitude)
      return {true, false};
    return {of(1).nonNegative && of(2).nonNegative, of(1).nonPositive && of(2).nonPositive};
  case Op::Call:
    return signOfCall(stored, node);
  case Op::Reduce:
    if (graph().reduction(node).kind == ReductionKind::Product)
      return {of(0).nonNegative && of(1).nonNegative, false};
    if (graph().reduction(node).kind == ReductionKind::Max)
      return {of(0).nonNegative || of(1).nonNegative, of(0).nonPositive && of(1).nonPositive};
    if (graph().reduction(node).kind == ReductionKind::Min)
      return {of(0).nonNegative && of(1).nonNegative, of(0).nonPositive || of(1).nonPositive};
    return sum(of(0), of(1));
  default:
    return {};
  }
}

const std::vector<std::uint32_t> &Analysis::loops(NodeId node) {
  static const std::vector<std::uint32_t> none;
  if (loopSet.empty())
    buildLoops();
  return node.index < loopSet.size() ? loopSets[loopSet[node.index]] : none;
}

void Analysis::buildLoops() {
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers{{{}, 0}};
  loopSets.assign(1, {});
  loopSet.assign(size, 0);
  std::vector<std::uint32_t> set;
  for (std::uint32_t i = 0; i < size; ++i) {
    Node stored = graph()[{i}];
    set.clear();
    if (stored.op == Op::LoopIndex)
      set.push_back(stored.version);
    std::uint32_t first = 0;
    bool simple = set.empty() && stored.op != Op::Reduce;
    for (NodeId operand : graph().operands({i})) {
      std::uint32_t other = loopSet[operand.index];
      simple = simple && (other == 0 || first == 0 || other == first);
      first = first ? first : other;
      set.insert(set.end(), loopSets[other].begin(), loopSets[other].end());
    }
    if (simple) {
      loopSet[i] = first;
      continue;
    }
    std::ranges::sort(set);
    set.erase(std::unique(set.begin(), set.end()), set.end());
    if (stored.op == Op::Reduce)
      std::erase(set, graph().reduction({i}).loop);
    auto [entry, isNew] = numbers.emplace(set, static_cast<std::uint32_t>(loopSets.size()));
    if (isNew)
      loopSets.push_back(set);
    loopSet[i] = entry->second;
  }
}

bool Analysis::dependsOn(NodeId outer, NodeId inner) const { return reachability.occursIn(outer, graph().value(strip(inner))); }

/// (p + x) - p for a product, quotient or root p, where nothing goes on to compare the difference with x or the sum, as whoever wants the rounding
/// error must: the value x is wanted, and what is left of it.
bool Analysis::takesTermBack(NodeId difference, NodeId total, NodeId part) {
  Op made = graph()[part].op;
  bool computed = made == Op::Mul || made == Op::Div || made == Op::Sqrt || made == Op::Fma;
  if (!computed || graph()[total].op != Op::Add)
    return false;
  NodeId first = strip(graph().operand(total, 0)), second = strip(graph().operand(total, 1));
  NodeId rest = graph().sameValue(first, part) ? second : first;
  if (dependsOn(part, rest)) // c - (c - a) with c a multiple of a splits a
    return false;
  std::vector<NodeId> pending{difference};
  while (!pending.empty()) {
    NodeId value = pending.back();
    pending.pop_back();
    for (NodeId user : users(value)) {
      Op op = graph()[user].op;
      if (op == Op::Neg || op == Op::Cast)
        pending.push_back(user);
      if (op != Op::Add && op != Op::Sub)
        continue;
      for (NodeId operand : graph().operands(user))
        if (NodeId bare = strip(operand); graph().sameValue(bare, rest) || graph().sameValue(bare, total) || graph().sameValue(bare, part))
          return false;
    }
  }
  return true;
}

/// (a + b) - a, a - (a + b), a - (a - b), fma(a, b, -(a * b)): zero or an operand over the reals, so written only for its rounding error.
bool Analysis::recoversError(NodeId node) {
  Node stored = graph()[node];
  if (stored.op == Op::Fma) {
    NodeId addend = strip(graph().operand(node, 2));
    if (graph()[addend].op == Op::Neg)
      addend = strip(graph().operand(addend, 0));
    if (graph()[addend].op != Op::Mul)
      return false;
    auto same = [&](unsigned i, unsigned j) { return graph().sameValue(strip(graph().operand(node, i)), strip(graph().operand(addend, j))); };
    return (same(0, 0) && same(1, 1)) || (same(0, 1) && same(1, 0));
  }
  if (stored.op != Op::Sub || !format::isFloatingPoint(stored.type.format))
    return false;
  NodeId left = strip(graph().operand(node, 0)), right = strip(graph().operand(node, 1));
  auto holds = [&](NodeId total, NodeId part) {
    Op op = graph()[total].op;
    if (op != Op::Add && op != Op::Sub)
      return false;
    return graph().sameValue(strip(graph().operand(total, 0)), part) || (op == Op::Add && graph().sameValue(strip(graph().operand(total, 1)), part));
  };
  return (holds(left, right) && !takesTermBack(node, left, right)) || holds(right, left);
}

/// (e - 1) * x / log(e), log(u) * x / (u - 1): the rounding error of e or u is in both, and the quotient is free of it. The quotient and the products
/// of its numerator; nothing for other quotients. Source: W. Kahan, in N. J. Higham, Accuracy and Stability of Numerical Algorithms, section 1.14.
std::vector<NodeId> Analysis::compensatedQuotient(NodeId quotient) {
  const NodeId divisor = strip(graph().operand(quotient, 1));
  const auto isLog = [&](NodeId node) { return graph()[node].op == Op::Call && graph().symbol(node) == "log"; };
  const auto lessOne = [&](NodeId node) { // what 1 is subtracted from
    const std::optional<Number> one = graph()[node].op == Op::Sub ? constantValue(graph().operand(node, 1)) : std::nullopt;
    return one && one->isOne() ? strip(graph().operand(node, 0)) : NodeId{};
  };
  const auto belongTogether = [&](NodeId left, NodeId right) {
    const NodeId shifted = lessOne(left);
    return shifted && isLog(right) && graph().sameValue(shifted, strip(graph().operand(right, 0)));
  };
  std::vector<NodeId> members{quotient}, pending{strip(graph().operand(quotient, 0))};
  bool found = false;
  while (!pending.empty() && !limits::reaches(limits::Limit::ConditionNodes, members.size())) {
    const NodeId node = pending.back();
    pending.pop_back();
    found |= belongTogether(node, divisor) || belongTogether(divisor, node);
    if (graph()[node].op != Op::Mul)
      continue;
    members.push_back(node);
    for (const NodeId factor : graph().operands(node))
      pending.push_back(strip(factor));
  }
  return found ? members : std::vector<NodeId>{};
}

void Analysis::buildCompensated() {
  compensatedNodes.assign(size + 1, false);
  auto isSum = [&](NodeId node) {
    Op op = graph()[node].op;
    return op == Op::Add || op == Op::Sub || op == Op::Neg || op == Op::Cast || op == Op::Select || op == Op::Fma || op == Op::Reduce;
  };
  std::vector<NodeId> feeding;
  for (std::uint32_t i = 0; i < size; ++i) {
    NodeId node{i};
    if (graph()[node].op == Op::Div)
      for (const NodeId member : compensatedQuotient(node))
        compensatedNodes[member.index] = true;
    if (recoversError(node)) {
      compensatedNodes[i] = true;
      for (NodeId operand : graph().operands(node))
        feeding.push_back(operand);
    } else if (isSum(node)) {
      std::span<const NodeId> operands = graph().operands(node);
      compensatedNodes[i] = std::ranges::any_of(operands, [&](NodeId operand) { return compensatedNodes[operand.index]; });
    }
  }
  // Backward: the sums whose error is recovered, and what they add up.
  while (!feeding.empty()) {
    NodeId node = feeding.back();
    feeding.pop_back();
    if (compensatedNodes[node.index] && !recoversError(node))
      continue;
    Op op = graph()[node].op;
    bool product = op == Op::Mul && graph()[node].operandCount == 2;
    if (!isSum(node) && !product)
      continue;
    bool seen = compensatedNodes[node.index];
    compensatedNodes[node.index] = true;
    if (seen || product)
      continue;
    for (NodeId operand : graph().operands(node))
      feeding.push_back(operand);
  }
}

const RoundingDirections &Analysis::roundings() {
  if (!roundingDirections)
    roundingDirections.emplace(*this);
  return *roundingDirections;
}

bool Analysis::compensated(NodeId node) {
  if (compensatedNodes.empty())
    buildCompensated();
  return node.index < size && compensatedNodes[node.index];
}

} // namespace fporder::rules
