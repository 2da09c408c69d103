// Which assumptions of a procedure a match needs, and what it becomes by them.
#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace fporder;
using order::Assumption;
using order::NodeId;
using order::Op;
using Kind = order::Assumption::Kind;
using Strings = std::vector<std::string>;

namespace {

rules::RuleSet ownRule(const std::string &keys, const std::string &family = "ordering") {
  test::RuleDirectory directory;
  directory.rule(family, "own-rule", "FPO900", keys);
  return directory.load();
}

NodeId inputNamed(const order::Procedure &procedure, std::string_view name) {
  for (std::uint32_t i = 0; i < procedure.graph.size(); ++i)
    if (procedure.graph[{i}].op == Op::Input && procedure.graph.symbol({i}) == name)
      return {i};
  FAIL("no input '" << std::string(name) << "'");
  return {};
}

/// The first operation of that kind.
NodeId operation(const order::Procedure &procedure, Op op) {
  for (std::uint32_t i = 0; i < procedure.graph.size(); ++i)
    if (procedure.graph[{i}].op == op)
      return {i};
  FAIL("no operation " << std::string(order::name(op)));
  return {};
}

const std::string mulThenDiv = "match: '(a * b) / c'\norders: ['a * (b / c)']\n";
const std::string squares = "match: 'x * x - y * y'\norders: ['(x - y) * (x + y)']\n";

/// What the only match of `keys` in the statements is told to rest on, once `assume` has had the procedure.
template <class Assume> Strings assumed(const std::string &keys, const std::string &statements, const Assume &assume) {
  const rules::RuleSet set = ownRule(keys);
  order::Procedure procedure = test::procedureOf(statements);
  assume(procedure);
  const std::vector<rules::Match> matches = set.match(procedure);
  REQUIRE(matches.size() == 1);
  return matches[0].assumed;
}

/// The same for one assumption on an input.
Strings assumedOf(const std::string &keys, const std::string &statements, Kind kind, const std::string &input) {
  return assumed(keys, statements, [&](order::Procedure &procedure) { procedure.assume(inputNamed(procedure, input), {kind, "because"}); });
}

const Strings because{"because"};

} // namespace

TEST_CASE("a match without assumptions needs none") {
  CHECK(assumed(mulThenDiv, "x * y / z", [](order::Procedure &) {}) == Strings{});
  CHECK(assumedOf(mulThenDiv, "u = v + v; x * y / z", Kind::Type, "v") == Strings{}); // elsewhere in the procedure
  CHECK(assumedOf(mulThenDiv, "s = z + w; x * y / s", Kind::Type, "w") == Strings{}); // it is not said that the sum rests on it
}

TEST_CASE("the type of a value that a match binds is needed") {
  for (const char *name : {"x", "y", "z"})
    CHECK(assumedOf(mulThenDiv, "x * y / z", Kind::Type, name) == because);
  CHECK(assumedOf(mulThenDiv, "x * y / z", Kind::Name, "y") == because);
}

TEST_CASE("a value that is read once need not be the same as before") {
  for (const char *name : {"x", "y", "z"}) {
    CHECK(assumedOf(mulThenDiv, "x * y / z", Kind::Unchanged, name) == Strings{});
    CHECK(assumedOf(mulThenDiv, "x * y / z", Kind::Pointer, name) == Strings{});
  }
}

TEST_CASE("a name that the pattern has twice stands for one value") {
  CHECK(assumedOf(squares, "p * p - q * q", Kind::Unchanged, "p") == because);
  CHECK(assumedOf(squares, "p * p - q * q", Kind::Pointer, "q") == because);
  // What the value is made of is as good as the value.
  CHECK(assumedOf(squares, "s = p + r; (r + p) * s - q * q", Kind::Unchanged, "r") == because);
  CHECK(assumedOf(squares, "s = f * r; t = p + q; t * t - q * q; g = s + 1", Kind::Unchanged, "r") == Strings{});
}

TEST_CASE("the same value read at two places may rest on an assumption at one of them") {
  for (const bool inside : {true, false}) {
    const rules::RuleSet set = ownRule("match: 'a * b + a * c'\n");
    order::Procedure procedure = test::procedureOf("x * y + x * z");
    order::Graph &graph = procedure.graph;
    // x, read again after a call that is not seen; used in the second product, or in another operation.
    const NodeId x = inputNamed(procedure, "x"), first = operation(procedure, Op::Mul), sum = operation(procedure, Op::Add);
    const NodeId again = graph.withOperands(x, {}, graph[first].place);
    CHECK(again != x);
    REQUIRE(graph.sameValue(again, x));
    procedure.assume(again, {Kind::Unchanged, "because"});
    const NodeId factors[] = {inside ? again : x, inputNamed(procedure, "z")};
    const NodeId product = graph.withOperands(graph.operand(sum, 1), factors);
    const NodeId terms[] = {first, product};
    const NodeId total = graph.withOperands(sum, terms);
    procedure.computations.clear();
    for (const NodeId node : {first, product, total})
      procedure.computations.push_back({node, 0, {}});
    const std::vector<rules::Match> matches = set.match(procedure);
    REQUIRE(matches.size() == 1);
    CHECK(matches[0].assumed == (inside ? because : Strings{}));
  }
}

TEST_CASE("an operation inside of the match that was read back from memory is needed, the root is not") {
  const auto read = [](Op op) {
    return [op](order::Procedure &procedure) { procedure.assume(operation(procedure, op), {Kind::Unchanged, "because"}); };
  };
  CHECK(assumed(mulThenDiv, "x * y / z", read(Op::Mul)) == because);
  CHECK(assumed(mulThenDiv, "x * y / z", read(Op::Div)) == Strings{});
}

TEST_CASE("an operation of a body that is taken for the callee's is needed, what the body does with other values is not") {
  const auto inlined = [](Op op) {
    return [op](order::Procedure &procedure) { procedure.assume(operation(procedure, op), {Kind::Callee, "because"}); };
  };
  CHECK(assumed(mulThenDiv, "x * y / z", inlined(Op::Div)) == because);
  CHECK(assumed(mulThenDiv, "s = z + w; x * y / s", inlined(Op::Add)) == because); // a value that is bound
  CHECK(assumed(mulThenDiv, "s = sqrt(z + w); x * y / s", inlined(Op::Add)) == Strings{});
}

TEST_CASE("a constant operand is known by the assumption only") {
  const std::string log1p = "match: 'log(1 + x)'\n";
  const auto constant = [](order::Procedure &procedure) { procedure.assume(operation(procedure, Op::Constant), {Kind::Unchanged, "because"}); };
  CHECK(assumed(log1p, "log(1 + u)", constant) == because);
}

TEST_CASE("a condition that holds asks what a name equals") {
  const std::string updating = "match: 'a + b * c'\nwhere: ['updates(a)']\n";
  CHECK(assumedOf(updating, "w = w + u * v", Kind::Unchanged, "w") == because);
  CHECK(assumedOf(updating, "w = w + u * v", Kind::Unchanged, "u") == Strings{});
  CHECK(assumedOf("match: 'a + b * c'\nwhere: ['!same(a, b)']\n", "w + u * v", Kind::Unchanged, "u") == Strings{});
  CHECK(assumedOf("match: 'a * b'\nwarn-when: ['pow2(a)']\n", "x * y", Kind::Unchanged, "x") == Strings{}); // it does not hold
}

TEST_CASE("evidence of a consumer rests on the way to it") {
  const std::string warned = mulThenDiv + "warn-when: ['feeds(subtraction)']\n";
  const std::string statements = "t = x * y / z; r = w - t";
  const auto on = [](Op op, Kind kind) {
    return [op, kind](order::Procedure &procedure) { procedure.assume(operation(procedure, op), {kind, "because"}); };
  };
  CHECK(assumed(warned, statements, on(Op::Div, Kind::Unchanged)) == because); // t was read back
  CHECK(assumed(warned, statements, on(Op::Sub, Kind::Callee)) == because);    // in a callee
  CHECK(assumed(warned, statements, on(Op::Sub, Kind::Type)) == because);
  CHECK(assumed(warned, "t = x * y / z; r = w - abs(t)", on(Op::Abs, Kind::Unchanged)) == because);
  CHECK(assumed(mulThenDiv, "t = x * y / z; r = sqrt(t)", on(Op::Sqrt, Kind::Callee)) == Strings{}); // no evidence
}

TEST_CASE("a value that a sum has in every iteration is the same in each") {
  const std::string scaled = "match: 'sum(i, s * x)'\n";
  CHECK(assumedOf(scaled, "sum(k, u * v[k], 0, n)", Kind::Unchanged, "u") == because);
  CHECK(assumed(scaled, "sum(k, u * v[k], 0, n)",
                [](order::Procedure &procedure) { procedure.assume(operation(procedure, Op::Element), {Kind::Unchanged, "because"}); }) == Strings{});
}

TEST_CASE("reasons are named once, in the order in which the procedure makes the assumptions") {
  const auto several = [](order::Procedure &procedure) {
    procedure.assume(inputNamed(procedure, "z"), {Kind::Type, "first"});
    procedure.assume(inputNamed(procedure, "x"), {Kind::Name, "second"});
    procedure.assume(inputNamed(procedure, "y"), {Kind::Type, "first"});
    procedure.assume(inputNamed(procedure, "x"), {Kind::Type, "first"});
  };
  CHECK(assumed(mulThenDiv, "x * y / z", several) == Strings{"first", "second"});
}

TEST_CASE("what is assumed costs a level, and nothing else of the match") {
  const rules::RuleSet set = ownRule(mulThenDiv + "warn-when: ['feeds(subtraction)']\njudged-by: match\n");
  const std::string statements = "t = x * y / z; r = w - t";
  order::Procedure known = test::procedureOf(statements), procedure = test::procedureOf(statements);
  procedure.assume(inputNamed(procedure, "x"), {Kind::Type, "because"});
  const std::vector<rules::Match> before = set.match(known), after = set.match(procedure);
  REQUIRE(before.size() == 1);
  REQUIRE(after.size() == 1);
  CHECK(before[0].severity == rules::Severity::Warning);
  CHECK(after[0].severity == rules::Severity::Remark);
  CHECK(after[0].evidence.size() == before[0].evidence.size());
  CHECK(after[0].evidence[0].kind == "cancelling-consumer");
  CHECK(after[0].message == before[0].message);
  CHECK(after[0].orders.size() == before[0].orders.size());
}

TEST_CASE("a remark by assumption hides no other of its statement, and what it supersedes for sure only") {
  test::RuleDirectory directory;
  directory.rule("ordering", "quotient", "FPO900", mulThenDiv + "warn-when: ['feeds(subtraction)']\njudged-by: match\npriority: 1\n");
  directory.rule("ordering", "product", "FPO901", "match: 'a * b'\npriority: 2\nsupersedes: [quotient]\n");
  const rules::RuleSet set = directory.load();
  const auto slugs = [&](bool assume) {
    order::Procedure procedure = test::procedureOf("t = x * y / z; r = w - t");
    if (assume)
      procedure.assume(operation(procedure, Op::Mul), {Kind::Callee, "because"});
    Strings result;
    for (const rules::Match &match : set.match(procedure))
      result.push_back(match.rule->slug);
    return result;
  };
  const Strings sure = slugs(false);
  CHECK(std::ranges::find(sure, "quotient") != sure.end());
  CHECK(slugs(true) == sure);
}

TEST_CASE("of two instances of one place the one that assumes nothing is kept") {
  const rules::RuleSet set = ownRule(mulThenDiv);
  for (const bool first : {false, true}) {
    order::Procedure procedure = test::procedureOf("x * y / z");
    order::Graph &graph = procedure.graph;
    // The same operators once more, as of a function that is inlined twice.
    const NodeId product = operation(procedure, Op::Mul), quotient = operation(procedure, Op::Div);
    const NodeId u = graph.input("u", graph[product].type);
    const NodeId again = graph.binary(Op::Mul, u, graph.operand(product, 1), graph[product].type, graph[product].place);
    const NodeId other = graph.binary(Op::Div, again, graph.operand(quotient, 1), graph[quotient].type, graph[quotient].place);
    for (const NodeId node : {again, other})
      procedure.computations.push_back({node, 2, {}});
    procedure.assume(first ? inputNamed(procedure, "x") : u, {Kind::Type, "because"});
    const std::vector<rules::Match> matches = set.match(procedure);
    REQUIRE(matches.size() == 1);
    CHECK(matches[0].assumed.empty());
    CHECK(matches[0].root == (first ? other : quotient));
  }
}
