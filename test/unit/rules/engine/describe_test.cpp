// The words of a match: its message, its evidence and its notes.
#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

using namespace fporder;
using order::NodeId;
using test::RuleDirectory;

namespace {

/// The only match of a rule with that message.
rules::Match described(const std::string &message, const std::string &keys, order::Procedure &procedure) {
  RuleDirectory directory;
  directory.file("cancellation/own-rule/rule.md",
                 "---\nid: FPO900\nslug: own-rule\nfamily: cancellation\ntitle: t\nmessage: '" + message + "'\nseverity: remark\n" + keys + "---\n");
  const rules::RuleSet set = directory.load();
  std::vector<rules::Match> matches = set.match(procedure);
  REQUIRE(matches.size() == 1);
  matches[0].rule = nullptr; // of a set that ends here
  return matches[0];
}

const std::string mulThenDiv = "match: (a * b) / c\norders: [a * (b / c)]\n", optimiser = "t = lr * m; d = sqrt(v) + eps; u = t / d; w = w - u";

} // namespace

TEST_CASE("describe: the message of an optimiser step spells the match, the order and what names stand for") {
  order::Procedure procedure = test::procedureOf(optimiser);
  CHECK(described("{match} as {order}, not by {c} or {b}", mulThenDiv, procedure).message ==
        "(lr * m) / (sqrt(v) + eps) as lr * (m / (sqrt(v) + eps)), not by sqrt(v) + eps or m");
}

TEST_CASE("describe: what the statement of the match reads by a name is called by it") {
  test::ProcedureBuilder builder;
  builder.run(optimiser);
  order::Procedure procedure = builder.take();
  procedure.readings.add(builder.value("t"), 3, "t"); // an operation of the match is written out all the same
  procedure.readings.add(builder.value("d"), 3, "denominator");
  const rules::Match match = described("{match} as {order}, not by {c}", mulThenDiv, procedure);
  CHECK(match.message == "(lr * m) / denominator as lr * (m / denominator), not by denominator");
  REQUIRE(match.notes.size() == 1);
  CHECK(match.notes[0].message == "'lr * m' is formed here");
  CHECK(procedure.graph.place(match.notes[0].place).line == 1);
}

TEST_CASE("describe: a condition that names no evidence has that of the rule's kind, or of its page") {
  order::Procedure procedure = test::procedureOf("u = x * y / 3");
  const std::string warned = "match: (a * b) / c\nwarn-when: ['constant(c)']\n";
  for (const auto &[keys, kind] :
       {std::pair(warned, "unstable-form"), std::pair(warned + "kind: reduction\n", "unordered"), std::pair(warned + "evidence: range\n", "range")}) {
    const rules::Match match = described("m", keys, procedure);
    REQUIRE(match.evidence.size() == 1);
    CHECK(match.evidence[0].kind == kind);
    CHECK(match.evidence[0].detail.empty());
  }
}

TEST_CASE("describe: notes tell the macro and the calls that an operation comes from") {
  order::Procedure procedure = test::procedureOf("u = x / y");
  order::Graph &graph = procedure.graph;
  const NodeId quotient = procedure.effects.at(0).node;
  order::Place place = graph.place(graph[quotient].place), call = place, definition = place;
  call.line = 7;
  definition.line = 2;
  place.inlinedAt = graph.addPlace(call);
  place.macroDefinition = graph.addPlace(definition);
  const NodeId inlined = graph.withOperands(quotient, graph.operands(quotient), graph.addPlace(place));
  procedure.computations = {order::Computation{inlined, 0, {}}};
  const rules::Match match = described("m", "match: a / b\n", procedure);
  REQUIRE(match.notes.size() == 2);
  CHECK(match.notes[0].message == "expanded from macro");
  CHECK(graph.place(match.notes[0].place).line == 2);
  CHECK(match.notes[1].message == "in a call from here");
  CHECK(graph.place(match.notes[1].place).line == 7);
}
