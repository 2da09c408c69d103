#include "analyzer/findings/fingerprint.h"
#include "test/unit/analyzer/findings/report_fixture.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

using namespace fporder;
using namespace fporder::findings;

namespace {

Finding at(const std::string &file, std::uint32_t line, const std::string &rule, rules::Severity severity = rules::Severity::Remark) {
  Finding finding;
  finding.rule = rule;
  finding.where = finding.range = {file, line, 5, line, 6};
  finding.severity = severity;
  finding.fingerprint = rule;
  finding.message = "m";
  return finding;
}

Fix fixWith(const std::string &text) { return Fix{"evidence", {{{"a.h", 3, 5, 3, 6}, 10, 12, text}}, "hash"}; }

} // namespace

TEST_CASE("merge: one finding a place and rule, the most severe") {
  std::vector<Finding> findings = {at("a.h", 3, "r"), at("a.h", 3, "r", rules::Severity::Warning), at("a.h", 3, "q"), at("a.h", 2, "r")};
  mergeFindings(findings);
  REQUIRE(findings.size() == 3);
  CHECK(findings[0].where.line == 2);
  CHECK(findings[1].rule == "q");
  CHECK(findings[2].severity == rules::Severity::Warning);
}

TEST_CASE("merge: a fix stays only where all sightings agree") {
  Finding one = at("a.h", 3, "r", rules::Severity::Warning), other = one;
  one.fix = fixWith("x");
  other.fix = fixWith("x");
  std::vector<Finding> agreeing = {one, other};
  mergeFindings(agreeing);
  CHECK(agreeing[0].fix.has_value());
  other.fix = fixWith("y");
  std::vector<Finding> differing = {one, other};
  mergeFindings(differing);
  CHECK_FALSE(differing[0].fix.has_value());
  other.fix.reset();
  std::vector<Finding> missing = {one, other};
  mergeFindings(missing);
  CHECK_FALSE(missing[0].fix.has_value());
  other.inlined = true; // a sighting through a call has no say
  std::vector<Finding> inlined = {one, other};
  mergeFindings(inlined);
  CHECK(inlined[0].fix.has_value());
}

TEST_CASE("merge: what one instantiation assumes and another knows is known") {
  Finding assumed = at("a.h", 3, "r"), known = at("a.h", 3, "r");
  assumed.assumed = {"the type of 'a' is not known"};
  known.fix = fixWith("x");
  known.notes = {{known.where, "more to say"}};
  for (std::vector<Finding> findings : {std::vector<Finding>{assumed, known}, std::vector<Finding>{known, assumed}}) {
    mergeFindings(findings);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].assumed.empty());
    CHECK_FALSE(findings[0].fix.has_value()); // the other does not agree to it
  }
  // A caller that knows raises it.
  Finding raising = at("a.h", 3, "r", rules::Severity::Warning);
  raising.inlined = true;
  std::vector<Finding> raised = {assumed, raising};
  mergeFindings(raised);
  REQUIRE(raised.size() == 1);
  CHECK(raised[0].severity == rules::Severity::Warning);
  CHECK(raised[0].assumed.empty());
}

TEST_CASE("merge: a remark seen through a call yields to the function's own finding on the line") {
  Finding own = at("a.h", 3, "r"), through = at("a.h", 3, "q");
  through.inlined = true;
  std::vector<Finding> findings = {through, own};
  mergeFindings(findings);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].rule == "r");
  through.where.line = through.range.line = through.range.endLine = 4;
  findings = {through, own};
  mergeFindings(findings);
  CHECK(findings.size() == 2);
}

TEST_CASE("merge: a caller in the same file raises a function's own remark, which keeps its words") {
  Finding own = at("a.h", 3, "r"), through = at("a.h", 3, "r", rules::Severity::Warning);
  own.message = "own";
  through.message = "through";
  through.inlined = true;
  through.evidence = {{"cancelling-consumer", "feeds a difference", {}}};
  std::vector<Finding> findings = {through, own};
  mergeFindings(findings);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].message == "own");
  CHECK(findings[0].severity == rules::Severity::Warning);
  CHECK(findings[0].evidence[0].kind == "cancelling-consumer");
  through.foreign = true;
  findings = {through, own};
  mergeFindings(findings);
  CHECK(findings[0].severity == rules::Severity::Remark);
}

TEST_CASE("merge: the result does not depend on the order, and equal fingerprints are numbered") {
  std::vector<Finding> findings;
  for (std::uint32_t line = 1; line < 30; ++line)
    for (const char *rule : {"r", "q"}) {
      findings.push_back(at("a.c", line, rule));
      findings.push_back(at("a.c", line, rule, line % 3 ? rules::Severity::Remark : rules::Severity::Warning));
      findings.back().message = "n";
    }
  auto text = [](std::vector<Finding> shuffled) {
    Report report;
    report.findings = std::move(shuffled);
    completeReport(report);
    std::string all;
    for (const Finding &finding : report.findings)
      all += finding.rule + std::to_string(finding.where.line) + finding.message + finding.fingerprint + "\n";
    return all;
  };
  std::string expected = text(findings);
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(findings.begin(), findings.end(), random);
    CHECK(text(findings) == expected);
  }
  Report report;
  report.findings = findings;
  completeReport(report);
  std::vector<std::string> prints;
  for (const Finding &finding : report.findings)
    prints.push_back(finding.fingerprint);
  std::sort(prints.begin(), prints.end());
  CHECK(std::unique(prints.begin(), prints.end()) == prints.end());
}

TEST_CASE("fingerprints: places, versions and commuted operands do not count, order, format and names do") {
  using order::Op;
  order::ValueType single{format::Format::Binary32, {}}, wide{format::Format::Binary64, {}};
  auto hash = [](auto build) {
    order::Graph graph;
    graph.addPlace({});
    order::NodeId node = build(graph);
    return ValueHashes(graph)(node);
  };
  auto quotient = [&](order::ValueType type, const char *name, std::uint32_t version, bool commuted, bool regrouped) {
    return hash([&](order::Graph &graph) {
      order::NodeId a = graph.input(name, type, {}, version), b = graph.input("b", type), c = graph.input("c", type);
      if (regrouped)
        return graph.binary(Op::Mul, a, graph.binary(Op::Div, b, c, type), type);
      return graph.binary(Op::Div, commuted ? graph.binary(Op::Mul, b, a, type) : graph.binary(Op::Mul, a, b, type), c, type);
    });
  };
  auto base = quotient(single, "a", 0, false, false);
  CHECK(quotient(single, "a", 4, false, false) == base);
  CHECK(quotient(single, "a", 0, true, false) == base);
  CHECK(quotient(single, "z", 0, false, false) != base);
  CHECK(quotient(wide, "a", 0, false, false) != base);
  CHECK(quotient(single, "a", 0, false, true) != base);
  CHECK(fingerprint({"a", "bc"}) != fingerprint({"ab", "c"}));
  CHECK(fingerprint({"a"}).size() == 32);
}

TEST_CASE("merge: what is found without a variant is no variant's") {
  Finding plain = at("a.c", 3, "r"), arm = plain, wide = plain;
  arm.variants = {"aarch64"};
  wide.variants = {"x86-64 with AVX2"};
  std::vector<Finding> woken = {arm, wide};
  mergeFindings(woken);
  REQUIRE(woken.size() == 1);
  CHECK(woken[0].variants == std::set<std::string>{"aarch64", "x86-64 with AVX2"});
  std::vector<Finding> seen = {arm, plain, wide};
  mergeFindings(seen);
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].variants.empty());
}
