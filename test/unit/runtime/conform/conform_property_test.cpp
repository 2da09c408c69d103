// Verdicts on random expressions: rewritten by identities of the field they are never another formula, changed in value they are never equal, and the
// same order means the same bits.
#include "../order/random_rewrites.h"
#include "runtime/eval/evaluator.h"
#include "runtime/measure/input_families.h"
#include "runtime/order/copy.h"
#include "runtime/order/walk.h"
#include "written_procedure.h"

#include <algorithm>
#include <array>

using namespace fporder;
using namespace fporder::conform;

namespace {

/// Both are functions of all that the graph reads.
Conformance comparedNodes(order::Graph &graph, order::NodeId left, order::NodeId right) {
  std::vector<order::NodeId> inputs{left, right};
  order::walkOperands(graph, inputs, UINT64_MAX, [](order::NodeId) { return order::Walk::Enter; });
  std::erase_if(inputs, [&](order::NodeId node) { return graph[node].op != order::Op::Input; });
  const auto alone = [&](order::NodeId node) {
    order::Procedure procedure;
    procedure.name = "f";
    order::Effect &effect = procedure.effects.emplace_back();
    effect.kind = order::Effect::Kind::Return;
    order::GraphCopy copy(graph, procedure.graph);
    effect.node = copy(node);
    for (const order::NodeId input : inputs)
      copy(input);
    return procedure;
  };
  order::Procedure ours = alone(left), theirs = alone(right);
  return compare({{&ours, findProfile("cpu")}, {&theirs, findProfile("cpu")}, {}}).at(0);
}

bool isEqualVerdict(Verdict verdict) { return verdict < Verdict::DifferentFormula; }

/// True where the two have the same bits on all samples on which nothing leaves the range of the format.
bool sameBits(const order::Graph &graph, order::NodeId left, order::NodeId right) {
  const std::array<order::NodeId, 2> roots{left, right};
  const measure::FamilySource inputs({});
  constexpr std::size_t count = 64;
  std::array<std::vector<double>, 2> values{std::vector<double>(count), std::vector<double>(count)};
  std::array<std::vector<std::uint8_t>, 2> events{std::vector<std::uint8_t>(count), std::vector<std::uint8_t>(count)};
  const std::array<eval::Column, 2> columns{eval::Column{values[0], events[0]}, eval::Column{values[1], events[1]}};
  eval::Evaluator(graph, roots).evaluate(inputs, 0, count, columns);
  for (std::size_t i = 0; i < count; ++i)
    if (((events[0][i] | events[1][i]) & (eval::Overflow | eval::Underflow)) == 0 && std::isfinite(values[0][i]) && std::isfinite(values[1][i]) &&
        values[0][i] != values[1][i])
      return false;
  return true;
}

} // namespace

TEST_CASE("rewritten expressions are judged equal, and the same order has the same bits") {
  const unsigned cases = order::propertyCases(100'000, 1'500);
  unsigned judged = 0, same = 0, ordered = 0;
  for (unsigned seed = 0; seed < cases; ++seed) {
    order::Graph graph;
    order::RandomExpressions expressions(graph, seed, {.everything = false, .operations = 8});
    const order::NodeId node = expressions.expression();
    const order::NodeId rewritten = order::Rewriter(graph, seed).rewrite(node);
    if (order::judge(graph, node, rewritten, seed) != order::Judgement::Agree)
      continue;
    ++judged;
    const Conformance found = comparedNodes(graph, node, rewritten);
    INFO("seed " << seed << ": " << order::printInfix(graph, node) << " and " << order::printInfix(graph, rewritten) << ": " << found.message);
    REQUIRE(isEqualVerdict(found.verdict));
    if (found.verdict == Verdict::SameOrder)
      REQUIRE(sameBits(graph, node, rewritten));
    same += found.verdict == Verdict::SameOrder ? 1 : 0;
    ordered += found.verdict == Verdict::DifferentOrder ? 1 : 0;
  }
  MESSAGE(judged << " judged of " << cases << ", " << same << " the same order, " << ordered << " another one");
  CHECK(judged > cases / 3);
  CHECK(ordered > judged / 10);
  CHECK(same > judged / 20);
}

TEST_CASE("expressions that differ in value are never judged equal") {
  const unsigned cases = order::propertyCases(100'000, 1'500);
  unsigned different = 0, formula = 0;
  for (unsigned seed = 0; seed < cases; ++seed) {
    order::Graph graph;
    order::RandomExpressions expressions(graph, seed, {.everything = false, .operations = 6});
    const order::NodeId node = expressions.expression();
    const order::NodeId other = order::perturbed(graph, node, expressions);
    if (order::judge(graph, node, other, seed) != order::Judgement::Differ)
      continue;
    ++different;
    const Conformance found = comparedNodes(graph, node, other);
    INFO("seed " << seed << ": " << order::printInfix(graph, node) << " and " << order::printInfix(graph, other));
    REQUIRE_FALSE(isEqualVerdict(found.verdict));
    formula += found.verdict == Verdict::DifferentFormula ? 1 : 0;
  }
  MESSAGE(different << " differ, " << formula << " shown so");
  CHECK(formula > different / 2);
}
