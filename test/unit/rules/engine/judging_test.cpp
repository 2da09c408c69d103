// Levels by evaluation, and what is audited only.
#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace fporder;
using rules::Severity;
using test::procedureOf;
using test::RuleDirectory;

namespace {

const std::string quotient = "match: (a * b) / c\norders: [a * (b / c)]\n", mulThenDiv = quotient + "warn-when: []\n";
const std::string log1pForm = "match: log(1 + x)\norders:\n  - {to: log1p(x), equal: definition}\n";

std::vector<rules::Match> matched(const std::string &keys, const std::string &statements, const std::string &severity = "remark",
                                  const rules::MatchOptions &options = {}) {
  RuleDirectory directory;
  directory.rule("ordering", "own-rule", "FPO900", keys, severity);
  rules::RuleSet set = directory.load();
  order::Procedure procedure = procedureOf(statements, format::Format::Binary32);
  std::vector<rules::Match> matches = set.match(procedure, options);
  for (rules::Match &match : matches)
    match.rule = nullptr; // of a set that ends here
  return matches;
}

rules::Match single(const std::string &keys, const std::string &statements, const std::string &severity = "remark",
                    const rules::MatchOptions &options = {}) {
  std::vector<rules::Match> matches = matched(keys, statements, severity, options);
  REQUIRE(matches.size() == 1);
  return matches[0];
}

constexpr rules::MatchOptions audit{.least = Severity::Audit};

} // namespace

TEST_CASE("judging: what is added to a state that is updated in place warns when its bits change") {
  const rules::Match state = single(mulThenDiv, "w = w - x * y / z");
  CHECK(state.severity == Severity::Warning);
  REQUIRE(state.judgement);
  CHECK(evidence::name(state.judgement->harm) == "state");
  CHECK(state.judgement->witness);
  REQUIRE(!state.evidence.empty());
  CHECK(state.evidence[0].kind == "cancelling-consumer");
  CHECK(state.evidence[0].detail == sentence(*state.judgement));
  CHECK(single(mulThenDiv, "r = w - x * y / z").severity == Severity::Remark);
}

TEST_CASE("judging: a condition that quiets a remark does not quiet a state") {
  const std::string quieted = mulThenDiv + "quiet: {plain: {when: '!rounded(c)', why: it is read as it stands}}\n";
  CHECK(single(quieted, "w = w - x * y / z").severity == Severity::Warning);
  CHECK(matched(quieted, "r = x * y / z").empty());
  const rules::Match kept = single(quieted, "r = x * y / z", "remark", audit);
  CHECK(kept.severity == Severity::Audit);
  CHECK(kept.quietedBy == "plain: it is read as it stands");
}

TEST_CASE("judging: of several ways to match, one that no condition quiets is taken") {
  const rules::Match match =
      single("match: a * b\norders: []\nquiet: {part: {when: operation(b) == div, why: a quotient}}\n", "q = x / y; r = q * z");
  CHECK(match.quietedBy.empty());
}

/// log(1 + x) under x > `least`.
std::vector<rules::Match> guardedLogarithm(const std::string &least, const rules::MatchOptions &options = {}) {
  RuleDirectory directory;
  directory.rule("cancellation", "own-rule", "FPO900", log1pForm, "warning");
  const rules::RuleSet set = directory.load();
  order::Procedure procedure = procedureOf("r = log(1 + x)", format::Format::Binary32);
  order::Graph &graph = procedure.graph;
  const order::NodeId sum = graph.operand(procedure.effects[0].node, 0);
  const order::NodeId x = graph[graph.operand(sum, 0)].op == order::Op::Constant ? graph.operand(sum, 1) : graph.operand(sum, 0);
  const order::NodeId sides[]{x, std::get<order::NodeId>(order::parseInfix(least, graph, graph[x].type))};
  const order::NodeId guard =
      graph.intern({.op = order::Op::Compare, .type = {format::Format::Boolean, order::Shape::Scalar}, .operands = sides, .symbol = ">"});
  for (order::Computation &computation : procedure.computations)
    computation.guard = guard;
  std::vector<rules::Match> matches = set.match(procedure, options);
  for (rules::Match &match : matches)
    match.rule = nullptr;
  return matches;
}

TEST_CASE("judging: a rule that warns is silent where a guard keeps inputs away from the loss, and only there") {
  CHECK(single(log1pForm, "r = log(1 + x)", "warning").severity == Severity::Warning);
  CHECK(guardedLogarithm("-0.5").at(0).severity == Severity::Warning);
  CHECK(guardedLogarithm("0.5").empty());
  const std::vector<rules::Match> audited = guardedLogarithm("0.5", audit);
  REQUIRE(audited.size() == 1);
  CHECK(audited[0].severity == Severity::Audit);
  CHECK(!audited[0].quietedBy.empty());
  const rules::Match unguarded = single(log1pForm, "r = log(1 + exp(abs(x)))", "warning"); // no input of a family shows it; none is excluded either
  CHECK(unguarded.severity == Severity::Warning);                                          // a user's page says so
  CHECK(unguarded.judgement->notEvaluated == "no family of inputs shows the loss");
}

TEST_CASE("judging: a built-in rule that warns is a remark where no input of a family shows the loss") {
  order::Procedure procedure = test::procedureOf("r = log(1 + exp(abs(x)))", format::Format::Binary32);
  rules::RuleSet set = rules::RuleSet::builtIn();
  set.select("log1p-form");
  const std::vector<rules::Match> matches = set.match(procedure);
  REQUIRE(matches.size() == 1);
  CHECK(matches[0].severity == Severity::Remark);
  CHECK(matches[0].evidence[0].kind == "unstable-form");
  CHECK(matches[0].judgement->notEvaluated == "no family of inputs shows the loss");
}

TEST_CASE("judging: a loss that families show in the value, and in nothing that leaves the function, is for audit") {
  rules::RuleSet set = rules::RuleSet::builtIn();
  set.select("one-minus-cos");
  order::Procedure kept = procedureOf("r = 1 - cos(x)", format::Format::Binary32),
                   absorbed = procedureOf("r = 64 + (1 - cos(x))", format::Format::Binary32);
  CHECK(set.match(kept).size() == 1);
  CHECK(set.match(absorbed).empty());
  const std::vector<rules::Match> audited = set.match(absorbed, audit);
  REQUIRE(audited.size() == 1);
  CHECK(audited[0].quietedBy == "the digits that families of inputs lose in it do not reach what leaves the function");
}

/// exp(x) - 1, where x is what a loop carries in a way that is not followed, or an element at such an index.
std::vector<rules::Match> ofCarried(bool isIndex) {
  order::Procedure procedure = procedureOf("r = exp(x) - 1", format::Format::Binary32);
  order::Graph &graph = procedure.graph;
  const order::ValueType type{isIndex ? format::Format::Integer : format::Format::Binary32, order::Shape::Scalar};
  const order::NodeId carried = graph.intern({.op = order::Op::LoopValue, .type = type, .symbol = "k", .version = 3});
  procedure.notHeld[graph.value(carried).index] = "'k' is carried by the loop over 'i' in another way than a sum";
  const order::NodeId difference = procedure.effects[0].node, exponential = graph.operand(difference, 0);
  const order::ValueType number = graph[difference].type;
  const order::NodeId x = isIndex ? graph.intern({.op = order::Op::Element, .type = number, .operands = {&carried, 1}, .symbol = "x"}) : carried;
  const order::NodeId ofX = graph.call("exp", {&x, 1}, number);
  const order::NodeId written = graph.binary(order::Op::Sub, ofX, graph.operand(difference, 1), number);
  for (order::Computation &computation : procedure.computations)
    computation.node = computation.node == exponential ? ofX : written;
  procedure.effects[0].node = written;
  rules::RuleSet set = rules::RuleSet::builtIn();
  set.select("expm1-form");
  return set.match(procedure);
}

TEST_CASE("judging: what a loop carries in a way that is not followed makes no warning, which element is read does not matter") {
  const std::vector<rules::Match> ofValue = ofCarried(false), ofElement = ofCarried(true);
  REQUIRE(ofValue.size() == 1);
  CHECK(ofValue[0].severity == Severity::Remark);
  CHECK(ofValue[0].judgement->harm == evidence::Harm::Hurt);
  REQUIRE(ofElement.size() == 1);
  CHECK(ofElement[0].severity == Severity::Warning);
}

TEST_CASE("judging: the page chooses the share, or its match alone") {
  CHECK(single(mulThenDiv + "warn-share: 0.9\n", "w = w - x * y / z").severity == Severity::Remark);
  const std::string difference = "match: exp(x) - 1\norders: [{to: expm1(x), equal: by definition}]\n", written = "r = exp(x) - 1";
  CHECK(single(difference, written).judgement->harm == evidence::Harm::Hurt);
  CHECK(single(difference, written).severity == Severity::Warning);
  CHECK(matched(difference + "digits-for-audit: true\n", written).empty());
  const rules::Match digits = single(difference + "digits-for-audit: true\n", written, "remark", audit);
  CHECK(digits.quietedBy == "what one order loses is about the last bit of a term");
  const rules::Match byMatch = single(log1pForm + "judged-by: match\n", "r = log(1 + exp(abs(x)))", "warning");
  CHECK(byMatch.severity == Severity::Warning);
  CHECK(!byMatch.judgement->notEvaluated.empty());
}

TEST_CASE("judging: a form without another order is held against its real value when its rule warns") {
  const rules::Match match = single("match: exp(x) - 1\n", "r = exp(x) - 1", "warning");
  CHECK(match.severity == Severity::Warning);
  CHECK(match.judgement->alone);
  CHECK(single("match: exp(x) - 1\n", "r = exp(x) - 1").judgement->notEvaluated == "there is no other order");
}

TEST_CASE("judging: a condition of the page that warns is evidence, and no warning unless evaluation shows a harm") {
  const std::string warned = quotient + "warn-when: ['feeds(subtraction)']\n";
  const rules::Match match = single(warned, "u = x * y / z; r = v - u"), state = single(warned, "w = w - x * y / z");
  CHECK(match.severity == Severity::Remark);
  CHECK(state.severity == Severity::Warning);
  for (const rules::Match &each : {match, state})
    CHECK(each.evidence[0].kind == "cancelling-consumer");
  CHECK(single(warned + "judged-by: match\n", "u = x * y / z; r = v - u").severity == Severity::Warning);
}

TEST_CASE("judging: other bits in a state are no warning of a match that only groups a product in another way") {
  const rules::Match match = single("match: (a * b) * c\norders: [a * (b * c)]\nwarn-when: []\n", "w = w - x * y * z");
  CHECK(match.severity == Severity::Remark);
  CHECK(match.judgement->harm == evidence::Harm::State);
}

TEST_CASE("judging: what half an ulp of the inputs explains is a remark of a built-in page, but a user's own page knows its inputs") {
  const std::string statement = "r = x * x - y * y";
  CHECK(single("match: a * a - b * b\norders: [(a - b) * (a + b)]\n", statement, "warning").severity == Severity::Warning);
  order::Procedure procedure = procedureOf(statement, format::Format::Binary32);
  rules::RuleSet set = rules::RuleSet::builtIn();
  const std::vector<rules::Match> matches = set.match(procedure, {});
  const auto found = std::ranges::find(matches, "difference-of-squares", [](const rules::Match &match) { return match.rule->slug; });
  REQUIRE(found != matches.end());
  CHECK(found->severity == Severity::Remark);
  REQUIRE(found->judgement);
  CHECK(found->judgement->ofInputs);
}

TEST_CASE("judging: seeds draw other inputs, to the same level, known judgements change nothing") {
  evidence::Judgements known;
  const std::string statements = "w = w - x * y / z";
  const rules::Match first = single(mulThenDiv, statements), other = single(mulThenDiv, statements, "remark", {.seed = 5});
  CHECK(first.severity == other.severity);
  CHECK(first.judgement->witness->inputs[0].value != other.judgement->witness->inputs[0].value);
  for (int run = 0; run < 2; ++run)
    CHECK(single(mulThenDiv, statements, "remark", {.judgements = &known}).evidence[0].detail == first.evidence[0].detail);
}

TEST_CASE("audit: quiet conditions are lifted, proofs are not") {
  const std::string quiet = "quiet: {plain: {when: '!rounded(c)', why: an input}}\n";
  CHECK(matched(mulThenDiv + quiet, "r = x * y / z").empty());
  CHECK(single(mulThenDiv + quiet, "r = x * y / z", "remark", audit).quietedBy == "plain: an input");
  CHECK(matched(mulThenDiv + "where: ['constant(c)']\n", "r = x * y / z", "remark", audit).empty());
  CHECK(matched(mulThenDiv + "where: ['feeds(integer)']\n", "r = x * y / z", "remark", audit).empty());
  CHECK(matched(mulThenDiv, "r = 4 * y / z", "remark", audit).empty()); // the same bits
}

TEST_CASE("audit: what other findings cover is there once, and the levels above are the same") {
  rules::RuleSet set = rules::RuleSet::builtIn();
  const std::string statements = "t = x * y / z * q / s; r = a * b * c; w = w - u * v / z";
  order::Procedure plain = procedureOf(statements, format::Format::Binary32), whole = procedureOf(statements, format::Format::Binary32);
  const std::vector<rules::Match> usual = set.match(plain), audited = set.match(whole, audit);
  std::vector<std::pair<std::string, std::uint32_t>> above;
  for (const rules::Match &match : audited) {
    CHECK((match.severity == Severity::Audit) == !match.quietedBy.empty());
    if (match.severity != Severity::Audit)
      above.emplace_back(match.rule->slug, match.root.index);
  }
  REQUIRE(above.size() == usual.size());
  for (std::size_t i = 0; i < usual.size(); ++i)
    CHECK(above[i].first == usual[i].rule->slug);
  CHECK(audited.size() > usual.size());
}
