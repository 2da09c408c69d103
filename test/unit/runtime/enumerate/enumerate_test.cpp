#include "runtime/enumerate/enumerate.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

using namespace fporder;
using namespace fporder::enumerate;
using order::Graph;
using order::NodeId;
using order::Op;

namespace {

constexpr order::ValueType binary64{format::Format::Binary64, order::Shape::Scalar};

NodeId parse(Graph &graph, std::string_view text) {
  const auto parsed = order::parseInfix(text, graph, binary64);
  REQUIRE(std::holds_alternative<NodeId>(parsed));
  return std::get<NodeId>(parsed);
}

/// The shape of an ordering with commutative operands sorted; small expressions only.
std::string shape(const Graph &graph, NodeId node) {
  if (graph[node].operandCount == 0)
    return graph[node].op == Op::Constant ? graph.number(node).exactText() : std::string(graph.symbol(node));
  std::vector<std::string> parts;
  for (const NodeId operand : graph.operands(node))
    parts.push_back(shape(graph, operand));
  if (isCommutative(graph[node].op))
    std::ranges::sort(parts);
  std::string text = "(" + std::string(name(graph[node].op));
  for (const std::string &part : parts)
    text += " " + part;
  return text + ")";
}

std::set<std::string> shapes(const Graph &graph, const Enumeration &found) {
  std::set<std::string> result;
  for (const Ordering &ordering : found.orderings)
    result.insert(shape(graph, ordering.node));
  return result;
}

/// Every way to combine the leaves of `set` by a commutative `operation`: brute force over all splits.
std::set<std::string> allGroupings(unsigned set, const char *operation) {
  if ((set & (set - 1)) == 0)
    return {std::string(1, static_cast<char>('a' + std::countr_zero(set)))};
  std::set<std::string> result;
  for (unsigned left = (set - 1) & set; left != 0; left = (left - 1) & set) {
    if (left < (set & ~left))
      continue;
    for (const std::string &first : allGroupings(left, operation))
      for (const std::string &second : allGroupings(set & ~left, operation))
        result.insert("(" + std::string(operation) + " " + std::min(first, second) + " " + std::max(first, second) + ")");
  }
  return result;
}

Enumeration enumerated(Graph &graph, std::string_view text, std::size_t most = 64) {
  EnumerateOptions options;
  options.limits.orderings = most;
  return enumerateOrderings(graph, parse(graph, text), {}, options);
}

bool lists(Graph &graph, const Enumeration &found, std::string_view text) {
  const NodeId wanted = parse(graph, text);
  return std::ranges::any_of(found.orderings, [&](const Ordering &ordering) { return graph.sameValue(ordering.node, wanted); });
}

} // namespace

TEST_CASE("sums and products: every grouping, (2n - 3)!! of them, and nothing else") {
  std::string sum = "a", product = "a";
  std::size_t expected = 1;
  for (unsigned terms = 2; terms <= 6; ++terms) {
    sum += std::string(" + ") + static_cast<char>('a' + terms - 1);
    product += std::string(" * ") + static_cast<char>('a' + terms - 1);
    expected *= terms > 2 ? 2 * terms - 3 : 1;
    Graph graph;
    const Enumeration sums = enumerated(graph, sum, 2000), products = enumerated(graph, product, 2000);
    CHECK(sums.orderings.size() == expected);
    CHECK(products.orderings.size() == expected);
    CHECK(shapes(graph, sums) == allGroupings((1U << terms) - 1, "add"));
    CHECK(shapes(graph, products) == allGroupings((1U << terms) - 1, "mul"));
    CHECK(sums.leftOut == 0);
    CHECK(sums.leftOutExact);
    CHECK_FALSE(sums.limitReached);
  }
  CHECK(expected == 945);
}

TEST_CASE("what is not listed is counted") {
  Graph graph;
  for (const std::size_t most : {1U, 2U, 10U, 104U, 105U, 106U}) {
    const Enumeration found = enumerated(graph, "a + b + c + d + e", most);
    CHECK(found.orderings.size() == std::min<std::size_t>(most, 105));
    CHECK(found.leftOut == 105 - found.orderings.size());
    CHECK(found.limitReached == (most < 105));
  }
  const Enumeration many = enumerated(graph, "a + b + c + d + e + f + g + h", 50); // 135,135 groupings
  CHECK(many.orderings.size() == 50);
  CHECK(many.leftOut >= 1000);
  CHECK_FALSE(many.leftOutExact);
  CHECK(many.limitReached);
}

TEST_CASE("a * b / c: three orders with one product and one quotient, the reciprocal's beside them") {
  Graph graph;
  const Enumeration found = enumerated(graph, "a * b / c");
  const std::set<std::string> all = shapes(graph, found);
  std::set<std::string> without = all;
  std::erase_if(without, [](const std::string &each) { return each.find("(div 1 ") != std::string::npos; });
  CHECK(without == std::set<std::string>{"(div (mul a b) c)", "(mul (div b c) a)", "(mul (div a c) b)"});
  CHECK(all.size() == 6);
  CHECK(lists(graph, found, "a * (1 / c) * b"));
  CHECK(lists(graph, found, "a * b * (1 / c)"));
}

TEST_CASE("signs, powers of two and the order of operands are no orderings of their own") {
  for (const char *text : {"(a + b) / 2", "2 * x - 2", "a - b", "-(a * b)", "(4 * a) * b", "a * b", "a * b * 0.5"}) {
    Graph graph;
    CAPTURE(std::string(text));
    CHECK(enumerated(graph, text).orderings.size() == 1);
  }
  Graph graph;
  CHECK(enumerated(graph, "-a / b * 0.5").orderings.size() == 2); // and the reciprocal's
  CHECK(enumerated(graph, "2 * a * b * c").orderings.size() == 3);
  CHECK(enumerated(graph, "-a - b - c").orderings.size() == 3);
}

TEST_CASE("forms that lose less are reached from those that lose more") {
  static constexpr std::pair<const char *, const char *> forms[]{
      {"sqrt(x + 1) - sqrt(x)", "1 / (sqrt(x + 1) + sqrt(x))"},
      {"a * a - b * b", "(a - b) * (a + b)"},
      {"1 - x * x", "(1 - x) * (1 + x)"},
      {"log(x + 1) - log(x)", "log1p(1 / x)"},
      {"exp(x) - 1", "expm1(x)"},
      {"log(1 - y)", "log1p(-y)"},
      {"1 - cos(x)", "2 * (sin(0.5 * x) * sin(0.5 * x))"},
      {"sqrt(x * x + y * y)", "hypot(x, y)"},
      {"exp(x) / (1 + exp(x))", "1 / (1 + exp(-x))"},
      {"1 / (x + 1) - 1 / x", "-(1 / (x * (x + 1)))"},
      {"sqrt(x / (y * y))", "sqrt(x) / abs(y)"},
      {"(1 - cos(x)) / sin(x)", "tan(0.5 * x)"},
      {"sin(x) - sin(y)", "2 * (sin(0.5 * (x - y)) * cos(0.5 * (x + y)))"},
      {"a * b + a * c", "a * (b + c)"},
      {"a / c + b / c", "(a + b) / c"},
      {"x * x * x * x", "(x * x) * (x * x)"},
      {"a / b / c", "a / (b * c)"},
      {"exp(a) - exp(b)", "exp(b) * expm1(a - b)"},
      {"w - lr * m / (sqrt(v) + eps)", "w - lr * (m / (sqrt(v) + eps))"},
  };
  for (const auto &[written, better] : forms) {
    Graph graph;
    const Enumeration found = enumerated(graph, written);
    CAPTURE(std::string(written));
    CAPTURE(std::string(better));
    CHECK(lists(graph, found, better));
    CHECK(found.separated == 0);
    CHECK(found.orderings.front().proof == Proof::Written);
  }
}

TEST_CASE("domains: an identity is used only where it keeps the values") {
  Graph graph;
  CHECK_FALSE(lists(graph, enumerated(graph, "sqrt(a * b)"), "sqrt(a) * sqrt(b)"));
  CHECK(lists(graph, enumerated(graph, "sqrt(a) * sqrt(b)"), "sqrt(a * b)"));
  CHECK(lists(graph, enumerated(graph, "sqrt((a * a + 1) * exp(b))"), "sqrt(a * a + 1) * sqrt(exp(b))"));
  CHECK_FALSE(lists(graph, enumerated(graph, "log(a / b)"), "log(a) - log(b)"));
  CHECK(lists(graph, enumerated(graph, "sqrt(x * x)"), "abs(x)"));
  EnumerateOptions options;
  options.leafFacts = [](NodeId) { return Facts{true, false, true}; };
  CHECK(lists(graph, enumerateOrderings(graph, parse(graph, "log(a / b)"), {}, options), "log(a) - log(b)"));
}

TEST_CASE("fused multiply-adds are formed where the target contracts, and taken apart anywhere") {
  Graph graph;
  CHECK_FALSE(lists(graph, enumerated(graph, "a * b + c"), "fma(a, b, c)"));
  EnumerateOptions options;
  options.fuse = true;
  CHECK(lists(graph, enumerateOrderings(graph, parse(graph, "a * b - c * d"), {}, options), "fma(a, b, -(c * d))"));
  CHECK(lists(graph, enumerated(graph, "fma(a, b, c)"), "a * b + c"));
  const NodeId a = graph.input("a", binary64), b = graph.input("b", binary64), c = graph.input("c", binary64);
  const order::Environment contracts{.contraction = order::Contraction::Statement};
  const NodeId sum = graph.binary(Op::Add, graph.binary(Op::Mul, a, b, binary64, {}, contracts), c, binary64, {}, contracts);
  const Enumeration found = enumerateOrderings(graph, sum);
  CHECK(std::ranges::any_of(found.orderings, [&](const Ordering &each) { return graph[each.node].op == Op::Fma; }));
}

TEST_CASE("casts, reductions and integers stay, what they are applied to is reordered") {
  Graph graph;
  const Enumeration cast = enumerated(graph, "cast<binary16>(a + b + c)");
  CHECK(cast.orderings.size() == 3);
  for (const Ordering &ordering : cast.orderings)
    CHECK(graph[ordering.node].op == Op::Cast);
  CHECK(enumerated(graph, "cast<binary16>(a + b) + c").orderings.size() == 1);
  CHECK(enumerated(graph, "sum(i, a[i] * b * c[i])").orderings.size() == 3);
  const order::ValueType integer{format::Format::Integer, order::Shape::Scalar};
  const NodeId i = graph.input("i", integer), j = graph.input("j", integer);
  CHECK(enumerateOrderings(graph, graph.binary(Op::Add, graph.binary(Op::Add, i, j, integer), i, integer)).orderings.size() == 1);
}

TEST_CASE("orderings that were found otherwise belong to the class") {
  Graph graph;
  const NodeId written = parse(graph, "s * sum(i, a[i] * b[i])"), sum = graph.operand(written, 1);
  const NodeId term = graph.operand(sum, 1), scale = graph.operand(written, 0);
  const NodeId scaled = graph.binary(Op::Mul, graph.binary(Op::Mul, scale, graph.operand(term, 0), binary64), graph.operand(term, 1), binary64);
  const NodeId operands[]{graph.operand(sum, 0), scaled};
  const NodeId other = graph.withOperands(sum, operands); // s moved into the sum: no e-graph sees that by itself
  EnumerateOptions options;
  options.known = std::span(&other, 1);
  std::set<std::string> texts;
  for (const Ordering &ordering : enumerateOrderings(graph, written, {}, options).orderings) {
    texts.insert(order::printInfix(graph, ordering.node));
    CHECK(ordering.proof != Proof::Points);
  }
  CHECK(texts.contains("s * sum(i, a[i] * b[i])"));
  CHECK(texts.contains("sum(i, s * a[i] * b[i])"));
  CHECK(texts.size() == 4);
}

TEST_CASE("an identity that is wrong changes nothing that is listed") {
  const Identity wrong{"wrong", "a + b", "a + 2 * b", {}, "", false};
  Graph graph;
  const NodeId root = parse(graph, "x + y + z");
  const Enumeration found = enumerateOrderings(graph, root, std::span(&wrong, 1));
  CHECK(found.separated > 0);
  for (const Ordering &ordering : found.orderings) {
    std::string text = shape(graph, ordering.node);
    CHECK(text.find("mul") == std::string::npos);
  }
}

TEST_CASE("roots of any size come back at once, and say that they were cut") {
  Graph graph;
  NodeId deep = graph.input("x", binary64);
  for (unsigned level = 0; level < 100'000; ++level)
    deep = graph.binary(level % 3 == 0 ? Op::Mul : Op::Add, deep, graph.input("y" + std::to_string(level % 7), binary64), binary64);
  const Enumeration found = enumerateOrderings(graph, deep);
  CHECK(found.limitReached);
  CHECK(std::ranges::find(found.limits, "operations") != found.limits.end());
  CHECK(found.orderings.front().node == deep);
  CHECK(found.orderings.size() > 1);
}

TEST_CASE("the same question has the same answer") {
  std::vector<std::string> answers[2];
  for (std::vector<std::string> &answer : answers) {
    Graph graph;
    for (const Ordering &ordering : enumerated(graph, "sqrt(x + 1) - sqrt(x) + a * b / c").orderings)
      answer.push_back(order::printInfix(graph, ordering.node));
  }
  CHECK(answers[0] == answers[1]);
}

TEST_CASE("the basic identities can all be used") { CHECK(unusable(basicIdentities()).empty()); }

TEST_CASE("side conditions: what the new form needs and the old one does not give") {
  using Kind = SideCondition::Kind;
  CHECK(sideConditions("a * (b + c)", "a * b + a * c").empty());
  CHECK(sideConditions("sqrt(a) * sqrt(b)", "sqrt(a * b)").empty());
  CHECK(sideConditions("log(a) - log(b)", "log(a / b)").empty());
  CHECK(sideConditions("exp(y * log(x))", "pow(x, y)").empty());
  CHECK(sideConditions("x", "exp(log(x))") == std::vector<SideCondition>{{Kind::Positive, "x"}});
  CHECK(sideConditions("a", "a / b * b") == std::vector<SideCondition>{{Kind::Nonzero, "b"}});
  CHECK(sideConditions("a / b", "1 / (b / a)") == std::vector<SideCondition>{{Kind::Nonzero, "a"}, {Kind::Nonzero, "b / a"}});
  CHECK(sideConditions("log1p(x)", "log(1 + x)").empty());
  CHECK(sideConditions("sqrt(a * b)", "sqrt(a) * sqrt(b)") == std::vector<SideCondition>{{Kind::Nonnegative, "a"}, {Kind::Nonnegative, "b"}});
}
