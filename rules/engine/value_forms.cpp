// What a value is by its form, and what becomes of it: weights, signs chosen by a condition, integers kept in floating point, random numbers, tests.
#include "rules/engine/analysis.h"
#include "runtime/limits/limits.h"
#include "runtime/order/integral_values.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace fporder::rules {

using namespace order;
using format::Format;

namespace {

bool isFloating(const Graph &graph, NodeId node) { return format::isFloatingPoint(graph[node].type.format); }

/// The factors of a product, signs and exact conversions left out; a value that is no product is its only factor, a quotient is one beside those of
/// its numerator.
std::vector<NodeId> factorsOf(const Analysis &analysis, NodeId node) {
  const Graph &graph = analysis.graph();
  std::vector<NodeId> work{node}, factors;
  while (!work.empty()) {
    const NodeId factor = analysis.strip(work.back());
    work.pop_back();
    const Op op = graph[factor].op;
    if (op == Op::Neg || (op == Op::Mul && !limits::reaches(limits::Limit::ConditionNodes, work.size() + factors.size())))
      work.insert(work.end(), graph.operands(factor).begin(), graph.operands(factor).end());
    else
      factors.push_back(factor);
    if (op == Op::Div && isFloating(graph, factor) && factors.size() < limits::most(limits::Limit::ConditionNodes))
      work.push_back(graph.operand(factor, 0));
  }
  return factors;
}

bool isRandomNumber(const Graph &graph, NodeId leaf) {
  const StorageId storage = graph.storage(leaf);
  return storage && rootOf(graph, storage).kind == Storage::Kind::Random;
}

/// `s` of a comparison of s with zero, and whether the comparison holds where s is positive.
struct SignTest {
  NodeId value;
  bool positive = false;
};

std::optional<SignTest> signTest(const Analysis &analysis, NodeId condition) {
  const Graph &graph = analysis.graph();
  if (graph[condition].op != Op::Compare || graph[condition].operandCount != 2)
    return std::nullopt;
  const std::string_view symbol = graph.symbol(condition);
  const bool less = symbol.starts_with('<');
  if (!less && !symbol.starts_with('>'))
    return std::nullopt;
  for (unsigned side = 0; side < 2; ++side)
    if (const auto bound = analysis.constantValue(graph.operand(condition, side)); bound && bound->isZero())
      return SignTest{analysis.strip(graph.operand(condition, 1 - side)), less == (side == 0)};
  return std::nullopt;
}

} // namespace

std::optional<SignedChoice> Analysis::signedChoice(NodeId node) const {
  const Graph &values = graph();
  if (values[node].op == Op::CopySign)
    return SignedChoice{values.operand(node, 1), false, false};
  if (values[node].op != Op::Select)
    return std::nullopt;
  const NodeId first = strip(values.operand(node, 1)), second = strip(values.operand(node, 2));
  const auto signOfBranch = [&](NodeId branch) { return branch.index < signs.size() ? signs[branch.index] : Sign{}; };
  const auto negates = [&](NodeId negation, NodeId value) {
    return values[negation].op == Op::Neg && values.sameValue(strip(values.operand(negation, 0)), value);
  };
  const Sign a = signOfBranch(first), b = signOfBranch(second);
  const bool rises = a.nonNegative && b.nonPositive, falls = a.nonPositive && b.nonNegative;
  const bool mirrored = negates(first, second) || negates(second, first);
  const std::optional<SignTest> test = signTest(*this, values.operand(node, 0));
  if (test && (rises || falls))
    return SignedChoice{test->value, rises != test->positive, false};
  if (!mirrored)
    return std::nullopt;
  if (!test)
    return SignedChoice{};
  const NodeId where = test->positive ? first : second; // the branch taken where the tested value is positive
  return values.sameValue(where, test->value) ? SignedChoice{{}, false, true} : SignedChoice{};
}

bool Analysis::isComplement(NodeId difference, NodeId term) {
  const Graph &values = graph();
  std::vector<NodeId> work{difference};
  std::unordered_set<std::uint32_t> seen;
  bool joined = false;
  for (std::size_t at = 0; at < work.size(); ++at)
    for (const NodeId user : users(work[at])) {
      if (!seen.insert(user.index).second || !isFloating(values, user))
        continue;
      const Op op = values[user].op;
      const auto others = values.operands(user);
      const bool sum = op == Op::Add || op == Op::Sub || op == Op::Fma;
      const auto weighs = [&](NodeId each) { return each != work[at] && dependsOn(each, term); };
      if (sum && at > 0 && std::ranges::any_of(others, weighs))
        joined = true;
      else if (op == Op::Fma && std::ranges::any_of(others, weighs))
        joined = true;
      else if ((op == Op::Mul || op == Op::Cast || (sum && at > 0)) && !limits::reaches(limits::Limit::ConditionNodes, work.size()))
        work.push_back(user);
      else
        return false;
    }
  return joined;
}

bool Analysis::sharesComputedFactor(NodeId left, NodeId right) const {
  const std::vector<NodeId> mine = factorsOf(*this, left), others = factorsOf(*this, right);
  return std::ranges::any_of(mine, [&](NodeId factor) {
    return !isLeaf(graph()[factor].op) && std::ranges::any_of(others, [&](NodeId other) { return graph().sameValue(factor, other); });
  });
}

bool Analysis::isIntegral(NodeId node) const {
  return order::isIntegral(graph(), node, [&](NodeId each) { return isConstant(each) ? constantValue(each) : std::nullopt; });
}

bool Analysis::drawnAtRandom(NodeId node) const {
  return walkOperands(graph(), node, limits::Limit::ConditionNodes, [&](NodeId each) {
           if (isRandomNumber(graph(), each))
             return Walk::Stop;
           return isLeaf(graph()[each].op) ? Walk::Skip : Walk::Enter;
         }) == Walked::Stopped;
}

/// A comparison of `value` that only picks it or its negation: |x|, max(x, 0) and clamps written out.
bool Analysis::onlyChooses(NodeId comparison, NodeId value) {
  const Graph &values = graph();
  const auto isValue = [&](NodeId arm) {
    arm = strip(arm);
    const std::optional<Number> factor = values[arm].op == Op::Mul ? constantValue(values.operand(arm, 1)) : std::nullopt;
    const bool negates = values[arm].op == Op::Neg || (factor && *factor == Number::fromInteger(-1));
    return values.sameValue(negates ? strip(values.operand(arm, 0)) : arm, strip(value));
  };
  bool chooses = false;
  std::vector<NodeId> work{comparison};
  for (std::size_t at = 0; at < work.size() && !limits::reaches(limits::Limit::ConditionNodes, at); ++at)
    for (const NodeId user : users(work[at])) {
      const Op op = values[user].op;
      if (op == Op::Not || op == Op::And) // of the paths on which the branches are evaluated
        work.push_back(user);
      else if (op == Op::Select && (isValue(values.operand(user, 1)) || isValue(values.operand(user, 2))))
        chooses = true;
      else
        return false;
    }
  return chooses;
}

bool Analysis::onlyTested(NodeId node, bool tolerance) {
  const Graph &values = graph();
  std::vector<NodeId> work{node};
  bool tested = false;
  for (std::size_t at = 0; at < work.size(); ++at) {
    const NodeId value = work[at];
    if (!visibility.effects(value).empty() || limits::exceeds(limits::Limit::ConditionNodes, work.size()))
      return false;
    for (const NodeId user : users(value)) {
      const Op op = values[user].op;
      const auto otherOf = [&] { return values.operand(user, values.operand(user, 0) == value ? 1 : 0); };
      if (op == Op::Compare) {
        const std::optional<Number> limit = tolerance ? constantValue(otherOf()) : std::nullopt;
        const bool decides = isConstant(otherOf()) && (!tolerance || (limit && !limit->isZero()));
        tested = tested || decides;
        if (!decides && !onlyChooses(user, value))
          return false;
      } else if ((op == Op::Sub || op == Op::Add) && !tolerance && isConstant(otherOf()) && onlyTested(user, true)) {
        tested = true;                                                                                              // |x - c| < epsilon
      } else if ((op == Op::Div && values.operand(user, 0) == value && !(values.operand(user, 1) == value)) ||      // relative to something
                 (op == Op::Mul && (isConstant(values.operand(user, 0)) || isConstant(values.operand(user, 1)))) || // in percent
                 (op == Op::Select && values.operand(user, 0) != value) || op == Op::Abs || op == Op::Neg || op == Op::Sqrt || op == Op::Min ||
                 op == Op::Max || isExactCast(user) || (tolerance && op == Op::Cast && isFloating(values, user))) {
        work.push_back(user);
      } else {
        return false;
      }
    }
  }
  return tested;
}

} // namespace fporder::rules
