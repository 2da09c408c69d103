#include "runtime/describe/forms.h"

#include "runtime/order/infix.h"
#include "runtime/order/walk.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace fporder;
using namespace fporder::describe;
using order::NodeId;

namespace {

/// All facts of an expression about one thing, in the order in which operations run.
std::vector<std::string> about(std::string_view what, std::string_view text) {
  order::Graph graph;
  const order::Parsed<NodeId> parsed = order::parseInfix(text, graph, {format::Format::Binary32, order::Shape::Scalar});
  REQUIRE(std::holds_alternative<NodeId>(parsed));
  const NodeId root = std::get<NodeId>(parsed);
  const Forms forms(graph, root, [&](NodeId node) { return order::printInfix(graph, node, {.forReaders = true}); });
  std::vector<NodeId> found{root};
  order::walkOperands(graph, found, UINT64_MAX, [](NodeId) { return order::Walk::Enter; });
  std::ranges::sort(found);
  std::vector<std::string> texts;
  for (const NodeId node : found)
    if (!order::isLeaf(graph[node].op))
      for (const Fact &fact : forms.at(node))
        if (fact.about == what)
          texts.push_back(fact.text);
  return texts;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("averages: lerp or multiply-add") {
  CHECK(about("average", "b * m + (1 - b) * g") == Texts{"multiply-add: 'b * m + (1 - b) * g'"});
  CHECK(about("average", "(1 - b) * g * g + v * b") == Texts{"multiply-add: '(1 - b) * g * g + v * b'"});
  CHECK(about("average", "0.9 * m + 0.1 * g") == Texts{"multiply-add: '0.9 * m + 0.1 * g'"});
  CHECK(about("average", "m + (1 - b) * (g - m)") == Texts{"lerp: 'm + (1 - b) * (g - m)'"});
  CHECK(about("average", "m - t * (m - g)") == Texts{"lerp: 'm - t * (m - g)'"});
  CHECK(about("average", "fma(t, g - m, m)") == Texts{"lerp, fused: 'fma(t, g - m, m)'"});
  CHECK(about("average", "fma(b, m, (1 - b) * g)") == Texts{"multiply-add, fused: 'fma(b, m, (1 - b) * g)'"});
  // Other things.
  CHECK(about("average", "a * b + c * d").empty());
  CHECK(about("average", "b * m - (1 - b) * g").empty());
  CHECK(about("average", "m + t * (m - g)").empty());
  CHECK(about("average", "0.9 * m + 0.2 * g").empty());
}

TEST_CASE("bias corrections, and what they correct") {
  CHECK(about("bias correction", "m / (1 - pow(b, t))") == Texts{"'1 - pow(b, t)' in 'm / (1 - pow(b, t))'"});
  CHECK(about("bias correction", "1 - b * t").empty());
}

TEST_CASE("an epsilon stands inside or outside of the root") {
  CHECK(about("epsilon", "m / (sqrt(v) + eps)") == Texts{"outside of the root: 'sqrt(v) + eps'"});
  CHECK(about("epsilon", "m / (sqrt(v) / sqrt(c) + 1e-8)") == Texts{"outside of the root: 'sqrt(v) / sqrt(c) + 1e-08'"});
  CHECK(about("epsilon", "m / sqrt(v + 1e-8)") == Texts{"inside of the root: 'v + 1e-08'"});
  CHECK(about("epsilon", "x[i] * rsqrt(v[i] + eps)") == Texts{"inside of the root: 'v[i] + eps'"});
  // Two scalars under a root may be anything.
  CHECK(about("epsilon", "sqrt(a + b)").empty());
  CHECK(about("epsilon", "a + 1e-8").empty());
  CHECK(about("bound", "a / max(sqrt(b * c), 1e-8)") == Texts{"from below: 'max(sqrt(b * c), 1e-08)'"});
}

TEST_CASE("roots") {
  CHECK(about("root", "m / sqrt(v)") == Texts{"'sqrt(v)'"});
  CHECK(about("root", "m * (1 / sqrt(v))") == Texts{"reciprocal, as a quotient: '1 / sqrt(v)'"});
  CHECK(about("root", "m * rsqrt(v)") == Texts{"reciprocal, by rsqrt: 'rsqrt(v)'"});
}

TEST_CASE("quotients: multiplied or divided first") {
  CHECK(about("quotient", "w - lr * m / d") == Texts{"multiplied first, then divided: 'lr * m / d'"});
  CHECK(about("quotient", "w - lr * (m / d)") == Texts{"divided first, then multiplied: 'lr * (m / d)'"});
  CHECK(about("quotient", "a * (1 / c)") == Texts{"reciprocal taken first, then multiplied: 'a * (1 / c)'"});
  CHECK(about("quotient", "a / (b * c)") == Texts{});
  CHECK(about("quotient", "a / b").empty());
  CHECK(about("quotient", "a * b").empty());
  CHECK(about("quotient", "a * b / (c * d / e + f)") ==
        Texts{"multiplied first, then divided: 'c * d / e'", "multiplied first, then divided: 'a * b / (c * d / e + f)'"});
}

TEST_CASE("reductions: terms, counts, schedule, format") {
  CHECK(about("sum", "sum(i, x[i] * y[i], 0, n)") == Texts{"of 'x[i] * y[i]', 'n' terms, in order, in binary32"});
  CHECK(about("sum", "sum<lanes 8>(i, x[i], s, n)") == Texts{"of 'x[i]', 'n' terms, in 8 lanes, in binary32, from 's'"});
  CHECK(about("sum", "sum<fused>(i, x[i] * y[i], 0, n)") == Texts{"of 'x[i] * y[i]', 'n' terms, in order, in binary32, products fused"});
  CHECK(about("sum", "sum<pairwise>(i, x[i])") == Texts{"of 'x[i]', an unknown number of terms, pairwise, in binary32"});
  CHECK(about("sum", "sum(i, sum<continues>(j, a[i][j], 0, m), 0, n)") == Texts{"of 'a[i][j]', 'n', each 'm' terms, in order, in binary32"});
  CHECK(about("max", "max<sequential>(i, x[i])") == Texts{"of 'x[i]', an unknown number of times, in order, in binary32"});
}

TEST_CASE("fused products, conversions, functions") {
  CHECK(about("contraction", "fma(a, b, c)") == Texts{"fused: 'fma(a, b, c)'"});
  CHECK(about("contraction", "a * b + c").empty()); // nothing says that it may be
  CHECK(about("conversion", "cast<binary16>(a * b)") == Texts{"'a * b' from binary32 to binary16"});
  CHECK(about("conversion", "cast<binary64>(a * b)").empty());
  CHECK(about("function", "exp(a - b)") == Texts{"'exp(a - b)'"});
}
