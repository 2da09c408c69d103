#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

using namespace fporder;
using order::Effect;
using order::NodeId;
using order::Op;
using test::RuleDirectory;

namespace {

constexpr order::ValueType binary64{format::Format::Binary64, order::Shape::Scalar}, integer{format::Format::Integer, order::Shape::Scalar};

std::vector<rules::Match> matchesOf(const std::string &keys, order::Procedure &procedure, rules::Severity least = rules::Severity::Remark,
                                    const std::string &family = "cancellation") {
  RuleDirectory directory;
  directory.rule(family, "own-rule", "FPO900", keys);
  return directory.load().match(procedure, {.least = least});
}

bool holds(const std::string &pattern, const std::string &condition, const std::string &statements) {
  order::Procedure procedure = test::procedureOf(statements);
  return !matchesOf("match: '" + pattern + "'\nwhere: ['" + condition + "']\n", procedure).empty();
}

} // namespace

TEST_CASE("condition forms: a reduction occurs in a value however deep it lies") {
  CHECK(holds("a / b", "reduces(a)", "s = sum(k, x[k]); u = s / n"));
  CHECK(holds("a / b", "reduces(a)", "m = max<sequential>(k, x[k], 0); u = cast<binary128>(w * sqrt(m)) / n"));
  CHECK_FALSE(holds("a / b", "reduces(a)", "s = sum(k, x[k]); u = n / s"));
}

TEST_CASE("condition forms: a difference rejoins where all of its uses are products added to what it took away") {
  const auto rejoins = [](const std::string &statements) { return holds("a - b", "rejoins(match)", statements); };
  CHECK(rejoins("d = 1 - c; u = c + d * f"));
  CHECK(rejoins("d = 1 - c; u = g * (f * d) + c"));
  CHECK(rejoins("d = 1 - c; u = fma(d, f, c)"));
  CHECK(rejoins("d = 1 - c; e = cast<binary32>(d); u = c + e * f; v = d * g + c"));
  CHECK_FALSE(rejoins("d = 1 - c; u = g + d * f"));
  CHECK_FALSE(rejoins("d = 1 - c; u = c + d * f; v = sqrt(d)"));
  CHECK_FALSE(rejoins("d = 1 - c; u = d * f"));
}

TEST_CASE("condition forms: beside a cosine a product with the sine of its angle covers what one minus the cosine loses") {
  const auto rejoins = [](const std::string &statements) { return holds("1 - b", "rejoins(match)", statements); };
  CHECK(rejoins("c = cos(a); d = 1 - c; u = c + d * f; v = d * f * g - h * sin(a)"));
  CHECK(rejoins("c = cos(a); d = 1 - c; u = c + d * f; v = fma(d, f, sin(a))"));
  CHECK_FALSE(rejoins("c = cos(a); d = 1 - c; u = c + d * f; v = d * f - h * sin(b)"));
  CHECK_FALSE(rejoins("c = cos(a); d = 1 - c; u = c + d * f; v = d * f - h * cos(b)"));
}

TEST_CASE("condition forms: one operation on values of the narrower format is that format's operation") {
  const std::string inputs = "p = cast<binary32>(x); w = cast<binary64>(p); ";
  const auto one = [](const std::string &statements) { return holds("cast<binary32>(a)", "one_operation(a)", statements); };
  CHECK(one(inputs + "r = cast<binary32>(sqrt(w))"));
  CHECK(one(inputs + "r = cast<binary32>(3 * w)"));
  CHECK_FALSE(one(inputs + "r = cast<binary32>(w * w + w)"));
  CHECK_FALSE(one("r = cast<binary32>(sqrt(x))"));
}

TEST_CASE("condition forms: a sum is running where something reads it on the way") {
  for (const bool tested : {false, true}) {
    test::ProcedureBuilder builder;
    builder.run("s = sum(k, x[k])");
    const NodeId total = builder.value("s");
    order::Procedure procedure = builder.take();
    order::Graph &graph = procedure.graph;
    const NodeId before = graph.intern({.op = Op::LoopValue, .type = binary64, .symbol = "s", .version = graph.reduction(total).loop});
    const NodeId partial = graph.binary(Op::Add, before, graph.operand(total, order::termOperand), binary64, graph[total].place);
    if (tested)
      procedure.effects.push_back(Effect{Effect::Kind::Condition, partial, "", {}});
    CHECK(matchesOf("match: 'sum(i, f)'\nwhere: ['running(match)']\n", procedure).empty() == !tested);
  }
}

TEST_CASE("condition forms: what is made of counts and printed is a figure of progress") {
  for (const bool prints : {false, true}) {
    order::Procedure procedure;
    order::Graph &graph = procedure.graph;
    const NodeId done = graph.cast(graph.input("done", integer), binary64), all = graph.cast(graph.input("all", integer), binary64);
    const NodeId share = graph.binary(Op::Div, done, all, binary64);
    procedure.computations.push_back({share, 0, {}});
    procedure.effects.push_back(Effect{Effect::Kind::Argument, share, prints ? "printf" : "update", {}});
    CHECK(matchesOf("match: a / b\n", procedure, rules::Severity::Remark, "ordering").empty() == prints);
    const std::vector<rules::Match> audited = matchesOf("match: a / b\n", procedure, rules::Severity::Audit, "ordering");
    REQUIRE(audited.size() == 1);
    CHECK(audited[0].quietedBy == (prints ? "a figure of progress" : ""));
  }
}
