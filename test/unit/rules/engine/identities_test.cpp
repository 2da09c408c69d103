// The rules' identities against MPFR, and as what the enumeration of orderings rewrites by.
#include "rules/engine/identities.h"
#include "runtime/enumerate/enumerate.h"
#include "runtime/oracle/real_value.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace fporder;
using namespace fporder::rules;
using order::Graph;
using order::NodeId;

namespace {

constexpr order::ValueType binary64{format::Format::Binary64, order::Shape::Scalar};

NodeId parse(Graph &graph, std::string_view text) {
  const auto parsed = order::parseInfix(text, graph, binary64);
  REQUIRE(std::holds_alternative<NodeId>(parsed));
  return std::get<NodeId>(parsed);
}

const std::vector<enumerate::Identity> &builtIn() {
  static const RuleSet rules = RuleSet::builtIn();
  static const std::vector<enumerate::Identity> result = identities(rules);
  return result;
}

bool conditionsHold(Graph &graph, const enumerate::Identity &identity, const oracle::LeafValues &leaves) {
  return std::ranges::all_of(identity.conditions, [&](const enumerate::SideCondition &condition) {
    const oracle::RealValue value = evaluateReal(graph, parse(graph, condition.expression), leaves);
    if (value.status != oracle::RealValue::Status::Value)
      return false;
    using Kind = enumerate::SideCondition::Kind;
    return condition.kind == Kind::Nonzero ? !value.value.isZero()
                                           : !value.value.isNegative() && (condition.kind == Kind::Nonnegative || !value.value.isZero());
  });
}

bool reaches(std::string_view written, std::string_view wanted) {
  Graph graph;
  const NodeId root = parse(graph, written), target = parse(graph, wanted);
  const enumerate::Enumeration found = enumerate::enumerateOrderings(graph, root, builtIn());
  return std::ranges::any_of(found.orderings, [&](const enumerate::Ordering &each) { return graph.sameValue(each.node, target); });
}

} // namespace

TEST_CASE("identities hold wherever their conditions do, and keep every value that was defined") {
  unsigned compared = 0, evaluated = 0;
  for (const enumerate::Identity &identity : builtIn()) {
    // Reductions of two texts have loops of their own, and elements in them values of their own: verified by the rules' tests.
    if (identity.from.find("sum(") != std::string::npos || identity.from.find("cast") != std::string::npos ||
        identity.to.find("cast") != std::string::npos)
      continue;
    CAPTURE(identity.from);
    CAPTURE(identity.to);
    Graph graph;
    const NodeId from = parse(graph, identity.from), to = parse(graph, identity.to);
    unsigned here = 0;
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
      const oracle::LeafValues leaves = oracle::randomLeaves(seed, seed % 3 == 0 ? -4 : 0.05, seed % 2 == 0 ? 4 : 0.9);
      const oracle::RealValue old = evaluateReal(graph, from, leaves);
      if (old.status != oracle::RealValue::Status::Value || !conditionsHold(graph, identity, leaves))
        continue;
      const oracle::RealValue replaced = evaluateReal(graph, to, leaves);
      CHECK(replaced.status == oracle::RealValue::Status::Value);
      CHECK(agreeingBits(old.value, replaced.value) > 150);
      ++here;
    }
    evaluated += here > 0;
    compared += here;
  }
  CHECK(evaluated > 150);
  CHECK(compared > 2000);
}

TEST_CASE("the orders of rules can be used by e-graphs, but for reductions, casts, maxima and choices") {
  const auto useless = enumerate::unusable(builtIn());
  for (const enumerate::Identity *identity : useless) {
    CAPTURE(identity->name);
    CAPTURE(identity->from);
    CAPTURE(identity->to);
    const std::string both = identity->from + identity->to;
    const auto mentions = [&](const char *word) { return both.find(word) != std::string::npos; };
    CHECK((mentions("sum") || mentions("product") || mentions("cast") || mentions("max") || mentions(" ? ")));
  }
  CHECK(builtIn().size() - useless.size() > 100);
}

TEST_CASE("rules' forms are reached through their identities") {
  CHECK(reaches("(exp(x) - exp(-x)) / (exp(x) + exp(-x))", "tanh(x)"));
  CHECK(reaches("1 - erf(x)", "erfc(x)"));
  CHECK(reaches("log2(1 + z)", "log1p(z) / log(2)"));
  CHECK(reaches("sqrt(p * p + q) - p", "q / (sqrt(p * p + q) + p)"));
  CHECK(reaches("a + t * (b - a)", "(1 - t) * a + t * b"));
  CHECK(reaches("exp(y * log(x))", "pow(x, y)"));
  CHECK(reaches("a * (x * x) + b * x", "(a * x + b) * x"));
}

TEST_CASE("an identity goes back where nothing is lost") {
  const auto has = [](std::string_view from, std::string_view to) {
    return std::ranges::any_of(builtIn(), [&](const enumerate::Identity &each) { return each.from == from && each.to == to; });
  };
  CHECK(has("(a * b) / c", "a * (b / c)"));
  CHECK(has("a * (b / c)", "(a * b) / c"));
  CHECK(has("exp(x) - 1", "expm1(x)"));
  CHECK(has("expm1(x)", "exp(x) - 1"));
  const auto logs = std::ranges::find_if(builtIn(), [](const enumerate::Identity &each) { return each.from == "log(a / b)"; });
  REQUIRE(logs != builtIn().end());
  CHECK_FALSE(logs->conditions.empty()); // a and b may both be negative
}
