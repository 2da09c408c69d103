#include "runtime/order/infix.h"
#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

using namespace fporder;
using test::procedureOf;
using test::RuleDirectory;

namespace {

rules::RuleSet withKeys(const std::string &keys, const std::string &family = "cancellation") {
  RuleDirectory directory;
  directory.rule(family, "own-rule", "FPO900", keys);
  return directory.load();
}

/// How often the pattern is found in the statements.
std::size_t found(const std::string &pattern, const std::string &statements, const std::string &more = "") {
  rules::RuleSet set = withKeys("match: '" + pattern + "'\n" + more);
  order::Procedure procedure = procedureOf(statements);
  return set.match(procedure).size();
}

std::string bound(const order::Procedure &procedure, const rules::Match &match, std::string_view name) {
  for (const rules::Binding &binding : match.bindings)
    if (binding.variable == name)
      return order::printInfix(procedure.graph, binding.node);
  return "";
}

} // namespace

TEST_CASE("patterns match structure, with commuted operands and no others") {
  CHECK(found("(a * b) / c", "x * y / z") == 1);
  CHECK(found("(a * b) / c", "x / (y * z)") == 0);
  CHECK(found("a + b * c", "x * y + z") == 1);
  CHECK(found("a + b * c", "z + x * y") == 1);
  CHECK(found("a - b * c", "z - x * y") == 1);
  CHECK(found("a - b * c", "x * y - z") == 0);
  CHECK(found("a / b", "x / y") == 1);
  CHECK(found("a * (b * c)", "(x * y) * z") == 1); // the product commutes
  CHECK(found("(a + b) + c", "x + (y + z)") == 1);
  CHECK(found("(a - b) - c", "x - (y - z)") == 0);
  CHECK(found("fma(a, b, c)", "fma(x, y, z)") == 1);
  CHECK(found("fma(a, b, c)", "x * y + z") == 0);
  CHECK(found("a * b + c", "fma(x, y, z)") == 0);
  CHECK(found("exp(x) - 1", "exp(y / 2) - 1") == 1);
  CHECK(found("exp(x) - 1", "exp2(y) - 1") == 0);
  CHECK(found("max(a, 0) / b", "max(0, y) / z") == 1);
}

TEST_CASE("rounding conversions between the operations are looked through where the document says so") {
  const std::string stored = "s = cast<binary16>(x * x); t = cast<binary16>(y * y); cast<binary32>(s) - cast<binary32>(t)";
  CHECK(found("a * a - b * b", stored) == 0);
  CHECK(found("a * a - b * b", stored, "through-casts: true\n") == 1);
  CHECK(found("a * a - b * b", "cast<integer>(x * x) - cast<integer>(y * y)", "through-casts: true\n") == 0);
  CHECK(found("(a * b) / c", "cast<binary16>(x + y) / z", "through-casts: true\n") == 0);

  rules::RuleSet set = withKeys("match: 'a * a - b * b'\norders: ['(a - b) * (a + b)']\nthrough-casts: true\n");
  order::Procedure procedure = procedureOf(stored);
  const std::vector<rules::Match> matches = set.match(procedure);
  REQUIRE(matches.size() == 1);
  REQUIRE(matches[0].orders.size() == 2); // the written form is the first
  const order::NodeId written = matches[0].orders[0].node, other = matches[0].orders[1].node;
  CHECK(order::printInfix(procedure.graph, other) == "(x - y) * (x + y)");
  CHECK(procedure.graph[other].type.format == procedure.graph[written].type.format);
}

TEST_CASE("the same name is the same value") {
  CHECK(found("x * x - y * y", "a * a - b * b") == 1);
  CHECK(found("x * x - y * y", "a * a - b * c") == 0);
  CHECK(found("a * b + a * c", "p * q + r * p") == 1);
  CHECK(found("a * b + a * c", "q * p + p * r") == 1);
  CHECK(found("a * b + a * c", "q * p + s * r") == 0);
  CHECK(found("x * x - y * y", "s = a + b; s * s - (b + a) * c") == 0);
  CHECK(found("x * x - c", "s = a + b; s * (b + a) - c") == 1);
}

TEST_CASE("values are followed through statements") {
  CHECK(found("(a * b) / c", "t = x * y; u = t / z") == 1);
  CHECK(found("(a * b) / c", "t = x * y; t = x + y; u = t / z") == 0);
  CHECK(found("(a * b) / c", "t = x * y; u = t; t = 1; v = u / z") == 1);
}

TEST_CASE("signs: differences and negations in their spellings") {
  CHECK(found("a * b - c", "x * y + (-z)") == 1);
  CHECK(found("a * b - c", "-z + x * y") == 1);
  CHECK(found("a * b - c", "x * y + z") == 0);
  CHECK(found("exp(x) - 1", "exp(x) + -1") == 1);
  CHECK(found("exp(x) - 1", "-1 + exp(x)") == 1);
  CHECK(found("exp(-x) + 1", "1 + exp(-y)") == 1);
  CHECK(found("exp(-x) + 1", "1 + exp(0 - y)") == 1);
  CHECK(found("exp(-x) + 1", "1 + exp(y * -1)") == 1);
  CHECK(found("exp(-x) + 1", "1 + exp(y)") == 0);
}

TEST_CASE("powers, square roots and scaling in their spellings") {
  CHECK(found("sqrt(x * x + y * y)", "sqrt(pow(a, 2) + b * b)") == 1);
  CHECK(found("sqrt(x * x + y * y)", "pow(pow(a, 2) + pow(b, 2), 0.5)") == 1);
  CHECK(found("sqrt(x * x + y * y)", "sqrt(pow(a, 3) + b * b)") == 0);
  CHECK(found("(a - b) / 2", "(x - y) * 0.5") == 1);
  CHECK(found("0.5 * (a - b)", "(x - y) / 2") == 1);
  CHECK(found("0.5 * (a - b)", "(x - y) / 4") == 0);
  CHECK(found("a - 2 * b", "x - (y + y)") == 1);
}

TEST_CASE("constants match by value, in the format they meet") {
  CHECK(found("x + 0.1", "y + 0.1") == 1);
  rules::RuleSet set = withKeys("match: x * 0.1\n");
  test::ProcedureBuilder builder(format::Format::Binary32);
  order::Procedure procedure = builder.run("y * 0x1.99999ap-4").take(); // the binary32 nearest to 0.1
  CHECK(set.match(procedure).size() == 1);
  CHECK(found("x + 1/3", "y + 1/3") == 1);
  CHECK(found("x + 2", "y + (1 + 1)") == 1);
  CHECK(found("x + 2", "y + z") == 0);
}

TEST_CASE("what the compiler folds is no operation") {
  CHECK(found("(a * b) / c", "(3 * 4) / 5") == 0);
  CHECK(found("(a * b) / c", "(3 * 0.1) / x") == 0); // one division at run time
  CHECK(found("(a * b) / c", "(x * 0.1) / 3") == 1);
}

TEST_CASE("conversions") {
  CHECK(found("(a * b) / c", "cast<binary128>(x * y) / z") == 1); // a widening cast is looked through
  CHECK(found("(a * b) / c", "cast<binary16>(x * y) / z") == 0);
  CHECK(found("cast(a * b) / c", "cast<binary16>(x * y) / z") == 1);
  CHECK(found("cast<bfloat16>(a * b) / c", "cast<binary16>(x * y) / z") == 0);
  CHECK(found("cast<binary16>(a * b) / c", "cast<binary16>(x * y) / z") == 1);
  CHECK(found("cast(cast(x))", "cast<binary16>(cast<binary32>(x * y))") == 1);
  CHECK(found("cast(a * b) / c", "cast<integer>(x * y) / z") == 0);
}

TEST_CASE("integer operations never match") {
  rules::RuleSet set = withKeys("match: (a * b) / c\n");
  order::Procedure procedure = test::procedureOf("x * y / z", format::Format::Integer);
  CHECK(set.match(procedure).empty());
}

TEST_CASE("a template's dependent operations match") {
  rules::RuleSet set = withKeys("match: (a * b) / c\n");
  order::Procedure procedure = test::procedureOf("x * y / z", format::Format::Dependent);
  CHECK(set.match(procedure).size() == 1);
}

TEST_CASE("reductions") {
  CHECK(found("sum(i, x * x) / n - m * m", "s = sum(k, a[k] * a[k]); q = s / n - m * m") == 1);
  CHECK(found("sum(i, x * x) / n - m * m", "s = sum(k, a[k] * b[k]); q = s / n - m * m") == 0);
  CHECK(found("sum(i, x)", "sum(k, a[k])") == 1);
  CHECK(found("sum(i, x)", "sum(k, a[k], 3)") == 0);
  CHECK(found("sum(i, x, s)", "sum(k, a[k], 3)") == 1);
  CHECK(found("sum(i, x)", "product(k, a[k])") == 0);
  CHECK(found("sum<unordered>(i, x)", "sum(k, a[k])") == 0);
  CHECK(found("sum<unordered>(i, x)", "sum<unordered>(k, a[k])") == 1);
  CHECK(found("sum(i, x)", "sum<unordered>(k, a[k])") == 1);
  CHECK(found("sum(i, sum(j, x * y))", "sum(k, sum(l, a[k] * b[l]))") == 1);
}

TEST_CASE("a name in two sums is the same value up to the loop") {
  const std::string norms = "(sum(i, x * x) + sum(i, y * y)) - 2 * sum(i, x * y)";
  CHECK(found(norms, "p = sum(i, a[i] * a[i]); q = sum(j, b[j] * b[j]); r = sum(k, b[k] * a[k]); d = p + q - 2 * r") == 1);
  CHECK(found(norms, "p = sum(i, a[i] * a[i]); q = sum(j, b[j] * b[j]); r = sum(k, b[k] * c[k]); d = p + q - 2 * r") == 0);
  CHECK(found(norms, "p = sum(i, a[i] * a[i]); q = sum(j, b[j] * b[j]); r = sum(k, b[k] * a[0]); d = p + q - 2 * r") == 0);
  CHECK(found("sum(i, x * x) - sum(i, x) * sum(i, x)", "sum(i, a[i] * a[i]) - sum(i, a[i]) * sum(i, a[i])") == 1);
}

TEST_CASE("orders are built in the matched loop") {
  rules::RuleSet set = withKeys("match: '(sum(i, x * x) + sum(i, y * y)) - 2 * sum(i, x * y)'\norders: ['sum(i, (x - y) * (x - y))']\n");
  order::Procedure procedure =
      test::procedureOf("p = sum(i, a[i] * a[i]); q = sum(j, b[j] * b[j]); r = sum(k, b[k] * a[k]); d = p + q - 2 * r", format::Format::Binary32);
  std::vector<rules::Match> matches = set.match(procedure);
  REQUIRE(matches.size() == 1);
  REQUIRE(matches[0].orders.size() == 2);
  order::NodeId order = matches[0].orders[1].node;
  REQUIRE(procedure.graph[order].op == order::Op::Reduce);
  std::uint32_t loop = procedure.graph.reduction(order).loop;
  order::NodeId square = procedure.graph.operand(order, 1), difference = procedure.graph.operand(square, 0);
  for (unsigned i = 0; i < 2; ++i) {
    order::NodeId element = procedure.graph.operand(difference, i);
    REQUIRE(procedure.graph[element].op == order::Op::Element);
    CHECK(procedure.graph[procedure.graph.operand(element, 0)].version == loop);
  }
  CHECK(procedure.graph[order].type.format == format::Format::Binary32);
  CHECK(procedure.graph[square].type.format == format::Format::Binary32);
}

TEST_CASE("backtracking finds the way of matching for which the conditions hold") {
  CHECK(found("(a * b) / c", "x * 3 / z", "where: constant(a)\n") == 1);
  CHECK(found("(a * b) / c", "3 * x / z", "where: constant(a)\n") == 1);
  CHECK(found("(a * b) / c", "x * y / z", "where: constant(a)\n") == 0);
  CHECK(found("(a + b) + (c + d)", "(w + x) + (y + 3)", "where: constant(b)\n") == 1);
}

TEST_CASE("bindings, operations and orders of a match") {
  rules::RuleSet set = withKeys("match: (a * b) / c\norders: [a * (b / c), {to: (a / c) * b, note: other}]\n", "ordering");
  order::Procedure procedure = procedureOf("t = x * y; u = t / (p + q)", format::Format::Binary32);
  std::vector<rules::Match> matches = set.match(procedure);
  REQUIRE(matches.size() == 1);
  const rules::Match &match = matches[0];
  CHECK(bound(procedure, match, "c") == "p + q");
  REQUIRE(match.operations.size() == 2);
  CHECK(match.operations.back() == match.root);
  REQUIRE(match.orders.size() == 3);
  CHECK(match.orders[0].written);
  CHECK(match.orders[0].node == match.root);
  CHECK(order::printInfix(procedure.graph, match.orders[1].node) == "x * (y / (p + q))");
  CHECK(match.orders[2].note == "other");
  CHECK(procedure.graph[match.orders[1].node].type.format == format::Format::Binary32);
  CHECK(!procedure.graph[match.orders[1].node].place);
  CHECK(match.message == "found (x * y) / (p + q)");
}

TEST_CASE("one expression is one finding of a rule") {
  const std::string product = "match: (a * b) * c\norders: [a * (b * c)]\n";
  auto count = [&](const std::string &statements) {
    rules::RuleSet set = withKeys(product);
    order::Procedure procedure = procedureOf(statements);
    return set.match(procedure).size();
  };
  CHECK(count("a * b * c * d * e * f") == 1);
  CHECK(count("t = a * b * c; u = t + 1; v = u * a * d") == 2);
  std::string longProduct = "x";
  for (int i = 0; i < 20000; ++i)
    longProduct += " * y" + std::to_string(i);
  CHECK(count(longProduct) == 1);
}

TEST_CASE("conditions on values") {
  auto holds = [](const std::string &condition, const std::string &statements) {
    return found("p / q", statements, "where: '" + condition + "'\n") != 0;
  };
  CHECK(holds("constant(q)", "x / 3"));
  CHECK(!holds("constant(q)", "x / y"));
  CHECK(holds("pow2(q)", "x / 0.25"));
  CHECK(holds("pow2(q)", "x / ldexp(1, n)"));
  CHECK(holds("pow2(q)", "x / cast<binary64>(`<<`(1, n))"));
  CHECK(holds("pow2(q)", "x / (1 / ldexp(2, n))"));
  CHECK(!holds("pow2(q)", "x / 3"));
  CHECK(holds("rounded(p)", "x * z / y"));
  CHECK(!holds("rounded(p)", "-x / y"));
  CHECK(holds("bounded_above(-p)", "x * x / y"));
  CHECK(holds("bounded_above(-p)", "(abs(x) + sqrt(z) + exp(w)) / y"));
  CHECK(!holds("bounded_above(-p)", "(x * z) / y"));
  CHECK(holds("bounded_above(p)", "-(x * x) / y"));
  CHECK(holds("bounded_above(-p)", "sum(i, a[i] * a[i]) / y"));
  CHECK(!holds("bounded_above(-p)", "sum(i, a[i]) / y"));
  CHECK(holds("same(p, q)", "(x + y) / (y + x)"));
  CHECK(holds("operation(p) == mul", "(x * z) / y"));
  CHECK(holds("operation(p) != mul", "(x + z) / y"));
  CHECK(holds("format(p) == binary64 && !narrow(p)", "x / y"));
  CHECK(holds("constant(p) || constant(q)", "x / 3"));
  CHECK(holds("representable(q, binary16)", "x / 3"));
  CHECK(!holds("representable(q, binary16)", "x / 4097"));
  CHECK(holds("bounded_above(p)", "(x - y) / z"));
  CHECK(!holds("bounded_above(p)", "(x + y) / z"));
  CHECK(!holds("quantity(p)", "(x * y) / z")); // no loop is around it
  CHECK(!holds("fused()", "x / y"));
  CHECK(!holds("fast_math()", "x / y"));
}

TEST_CASE("conditions on names that an alternative does not bind are false") {
  CHECK(found("p / q", "x / y", "where: '!constant(q)'\n") == 1);
  rules::RuleSet set = withKeys("match: [p / q, r * s]\nwhere: '!constant(s)'\n");
  order::Procedure procedure = procedureOf("u = x / y");
  CHECK(set.match(procedure).size() == 1);
}

TEST_CASE("guards") {
  auto holds = [](const std::string &statements) { return found("log(x)", statements, "where: guarded(x)\n") == 1; };
  CHECK(holds("r = y > 0 ? log(y) : 0"));
  CHECK(!holds("r = z > 0 ? log(y) : 0"));
  CHECK(!holds("r = log(y)"));
}

TEST_CASE("trip counts") {
  auto holds = [](const std::string &statements) { return found("sum(i, x)", statements, "where: trip(match) >= 64\n") == 1; };
  CHECK(holds("sum(i, a[i])"));
  CHECK(holds("sum(i, a[i], 0, 100)"));
  CHECK(!holds("sum(i, a[i], 0, 3)"));
}
