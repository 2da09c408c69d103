#include "runtime/order/roundings.h"

#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"
#include "test/unit/runtime/order/random_expressions.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace fporder::order;
using fporder::format::Format;

namespace {

constexpr ValueType binary32{Format::Binary32, Shape::Scalar};

NodeId parsed(Graph &graph, std::string_view text) { return std::get<NodeId>(parseInfix(text, graph, binary32)); }

unsigned countOf(std::string_view text) {
  Graph graph;
  return roundingCount(graph, parsed(graph, text));
}

bool sameForm(std::string_view left, std::string_view right) {
  Graph graph;
  const NodeId first = exactFactorNormalForm(graph, parsed(graph, left));
  const NodeId second = exactFactorNormalForm(graph, parsed(graph, right));
  return graph.sameValue(first, second);
}

} // namespace

TEST_CASE("operations that cannot round are not counted") {
  CHECK(countOf("a * b / c") == 2);
  CHECK(countOf("2 * a / c") == 1);
  CHECK(countOf("a * b / 4") == 1);
  CHECK(countOf("-abs(a) * 0.5") == 0);
  CHECK(countOf("a * (1 / 180)") == 1);
  CHECK(countOf("a * (1 / 4)") == 0);
  CHECK(countOf("a * 0.1") == 1);
  CHECK(countOf("(a * b) * (a * b)") == 2);
  CHECK(countOf("(a * b) * (b * a)") == 2);
  CHECK(countOf("(a + a) * b") == 1);
  CHECK(countOf("cast<binary64>(a) * b") == 1);
  CHECK(countOf("cast<binary16>(a) * b") == 2);
  CHECK(countOf("max(a, b) + copysign(a, b)") == 1);
  CHECK(countOf("fma(a, b, c) + sqrt(x)") == 3);
  CHECK(countOf("sum(i, a[i + 1])") == 2);
  CHECK(countOf("a < b * c ? a : b") == 1);
}

TEST_CASE("leaves named by the caller are not entered") {
  Graph graph;
  const NodeId product = parsed(graph, "a * b");
  const NodeId quotient = graph.binary(Op::Div, product, parsed(graph, "c"), binary32);
  CHECK(roundingCount(graph, quotient) == 2);
  CHECK(roundingCount(graph, quotient, [&](NodeId node) { return node == product; }) == 1);
}

TEST_CASE("roundings are counted as often as their operations run") {
  const auto countRun = [](std::string_view text) {
    Graph graph;
    const NodeId root = parsed(graph, text);
    std::optional<std::uint32_t> loop;
    for (const NodeId node : reachable(graph, root, [](NodeId) { return false; }))
      loop = boundLoop(graph, node) ? boundLoop(graph, node) : loop;
    return roundingsRun(graph, root, [&](NodeId node) { return loop && (boundLoop(graph, node) || dependsOnLoop(graph, node, *loop)) ? 7.0 : 1.0; });
  };
  CHECK(countRun("s * sum(i, a[i] * b[i])") == 15);
  CHECK(countRun("sum(i, (s * a[i]) * b[i])") == 21);
  CHECK(countRun("2 * sum(i, a[i])") == 7);
  CHECK(countRun("(a * b) * (a * b)") == 2);
}

TEST_CASE("powers of two and signs move to the root") {
  CHECK(sameForm("(2 * a) / c", "2 * (a / c)"));
  CHECK(sameForm("(-a) * b", "-(a * b)"));
  CHECK(sameForm("a * 4 / c", "a / (c * 0.25)"));
  CHECK(sameForm("6 * a", "2 * (3 * a)"));
  CHECK(sameForm("(a + b) / 2", "0.5 * a + b / 2"));
  CHECK(sameForm("a - b", "-(b - a)"));
  CHECK(sameForm("-a - b", "-(a + b)"));
  CHECK(sameForm("sqrt(4 * x)", "2 * sqrt(x)"));
  CHECK(sameForm("sqrt(8 * x)", "2 * sqrt(2 * x)"));
  CHECK(sameForm("fma(-2 * a, b, -c)", "-fma(b, 2 * a, c)"));
  CHECK(sameForm("max(-a, -b)", "-min(a, b)"));
  CHECK(sameForm("abs(-2 * a)", "2 * abs(a)"));
  CHECK(sameForm("cast<binary32>(-2 * a)", "-2 * cast<binary32>(a)"));
  CHECK(sameForm("sum(i, 2 * x)", "2 * sum(i, x)") == false); // two loops
  CHECK_FALSE(sameForm("cast<binary16, up>(-a)", "-cast<binary16, up>(a)"));
  CHECK_FALSE(sameForm("a * b / c", "a * (b / c)"));
  CHECK_FALSE(sameForm("3 * a / c", "3 * (a / c)"));
  CHECK_FALSE(sameForm("sqrt(2 * x)", "2 * sqrt(x)"));
  CHECK_FALSE(sameForm("a * 0", "b * 0"));
}

TEST_CASE("new nodes carry no place and depth costs no stack") {
  Graph graph;
  Place place;
  place.line = 7;
  const PlaceId id = graph.addPlace(place);
  const NodeId negated = graph.unary(Op::Neg, graph.input("a", binary32, id), binary32, id);
  const NodeId form = exactFactorNormalForm(graph, graph.binary(Op::Mul, negated, graph.input("b", binary32, id), binary32, id));
  CHECK_FALSE(bool(graph[form].place));
  std::string deep = "x";
  for (int level = 0; level < 100'000; ++level)
    deep += " * 2 + y";
  const NodeId root = parsed(graph, deep);
  CHECK(roundingCount(graph, root) == 100'000);
  CHECK(bool(exactFactorNormalForm(graph, root)));
  std::string powers = "x";
  for (int level = 0; level < 3'000; ++level)
    powers += " * 0x1p1000";
  CHECK(bool(exactFactorNormalForm(graph, parsed(graph, powers))));
}

TEST_CASE("a count that is bounded is the least of the bound and the count") {
  for (std::uint64_t seed = 1; seed <= propertyCases(400, 40); ++seed) {
    Graph graph;
    RandomExpressions expressions(graph, seed, {.everything = seed % 2 == 0, .operations = seed % 4 == 0 ? 4000U : 40U});
    const NodeId root = expressions.expression(), leaf = expressions.some();
    const auto isLeaf = [&](NodeId node) { return node == leaf; };
    const unsigned all = roundingCount(graph, root, isLeaf);
    for (const unsigned most : {0U, 1U, 2U, 5U, 64U, 300U, all, all + 1})
      REQUIRE(roundingCount(graph, root, isLeaf, most) == std::min(all, most));
  }
}
