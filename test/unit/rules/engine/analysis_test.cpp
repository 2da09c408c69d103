#include "rules/engine/analysis.h"

#include "test/unit/rules/engine/build_procedure.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace fporder;
using order::NodeId;
using order::Op;

namespace {

/// Statements with their analysis.
struct Analysed {
  explicit Analysed(const std::string &statements) : builder(runs(statements)), procedure(builder.take()), analysis(procedure) {}

  static test::ProcedureBuilder runs(const std::string &statements) {
    test::ProcedureBuilder result;
    result.run(statements);
    return result;
  }
  NodeId operator[](const std::string &name) const { return builder.value(name); }

  test::ProcedureBuilder builder;
  order::Procedure procedure;
  rules::Analysis analysis;
};

/// "+", "-", "0" where both are known, "" where neither is.
std::string sign(const std::string &expression) {
  Analysed given("u = " + expression);
  const rules::Sign found = given.analysis.sign(given["u"]);
  if (found.nonNegative && found.nonPositive)
    return "0";
  return found.nonNegative ? "+" : found.nonPositive ? "-" : "";
}

bool hasShape(const std::string &expression, Op op) {
  Analysed given("u = " + expression);
  return (given.analysis.shape(given["u"]) & rules::shapeBit(op)) != 0;
}

} // namespace

TEST_CASE("analysis: signs follow from squares, roots, bounds and sums of one sign") {
  CHECK(sign("x * x") == "+");
  CHECK(sign("-x * x") == "-");
  CHECK(sign("a * b * a") == "");
  CHECK(sign("a * abs(b) * a") == "+");
  CHECK(sign("abs(x) - -sqrt(y)") == "+");
  CHECK(sign("abs(x) - sqrt(y)") == "");
  CHECK(sign("max(x, 0)") == "+");
  CHECK(sign("min(x, 0)") == "-");
  CHECK(sign("pow(x, 4)") == "+");
  CHECK(sign("pow(x, 3)") == "");
  CHECK(sign("copysign(x, abs(y))") == "+");
  CHECK(sign("fma(x, x, 1)") == "+");
  CHECK(sign("sum(k, a[k] * a[k])") == "+");
  CHECK(sign("sum(k, a[k] * b[k])") == "");
}

TEST_CASE("analysis: conversions that cannot round are taken off, the others where it is asked for") {
  Analysed given("t = x * y; wide = cast<binary128>(t); narrow = cast<binary16>(t); both = cast<binary32>(narrow); whole = cast<integer>(t)");
  CHECK(given.analysis.strip(given["wide"]) == given["t"]);
  CHECK(given.analysis.strip(given["both"]) == given["narrow"]);
  CHECK_FALSE(given.analysis.isExactCast(given["narrow"]));
  CHECK(given.analysis.stripConversions(given["both"]) == given["t"]);
  CHECK(given.analysis.stripConversions(given["whole"]) == given["whole"]);
}

TEST_CASE("analysis: a shape holds the other spellings of an operation") {
  CHECK(hasShape("x + x", Op::Mul));
  CHECK(hasShape("x + -y", Op::Sub));
  CHECK_FALSE(hasShape("x + y", Op::Sub));
  CHECK(hasShape("x / 2", Op::Mul));
  CHECK(hasShape("x * 2", Op::Div));
  CHECK(hasShape("pow(x, 2)", Op::Mul));
  CHECK(hasShape("z > 0 ? x * y : w", Op::Mul));
  CHECK(hasShape("1 / 3", Op::Constant));
  CHECK_FALSE(hasShape("1 / 3", Op::Div));
}

TEST_CASE("analysis: users, loops and dependence of values") {
  Analysed given("t = p + q; u = t * y; v = t - u; s = sum(k, a[k] * w)");
  CHECK(std::ranges::equal(given.analysis.users(given["t"]), std::vector<NodeId>{given["u"], given["v"]}));
  CHECK(given.analysis.users(given["v"]).empty());
  CHECK(given.analysis.dependsOn(given["v"], given["t"]));
  CHECK_FALSE(given.analysis.dependsOn(given["t"], given["v"]));
  const order::Graph &graph = given.procedure.graph;
  const NodeId term = graph.operand(given["s"], order::termOperand);
  CHECK(given.analysis.loops(term) == std::vector<std::uint32_t>{graph.reduction(given["s"]).loop});
  CHECK(given.analysis.loops(given["s"]).empty());
}

TEST_CASE("analysis: a term that is taken back is compensation where the difference goes on to be compared") {
  Analysed sum("t = s + y; e = t - s; c = e - y; r = c * z");
  for (const char *name : {"t", "e", "c"})
    CHECK(sum.analysis.compensated(sum[name]));
  CHECK_FALSE(sum.analysis.compensated(sum["r"]));
  Analysed rest("p = a * b; t = p + x; d = t - p");
  CHECK_FALSE(rest.analysis.compensated(rest["d"]));
  Analysed compared("p = a * b; t = p + x; d = t - p; e = x - d");
  CHECK(compared.analysis.compensated(compared["d"]));
  CHECK(compared.analysis.compensated(compared["p"]));
}
