#include "analyzer/check/unit_record.h"

#include <doctest/doctest.h>

#include <random>

using namespace fporder;
using namespace fporder::check;

namespace {

findings::Region region(const std::string &file, unsigned line) { return {file, line, 3, line + 1, 70000}; }

/// Every member has a value of its own, so that two mixed up, or one forgotten, shows.
UnitResult sample() {
  findings::Finding finding;
  finding.rule = "rule";
  finding.id = "FPO999";
  finding.family = "family";
  finding.severity = rules::Severity::Warning;
  finding.evidence = {{"kind", "detail", {7}}, {"other", "", {}}};
  finding.assumed = {"one reason", "another"};
  finding.where = region("where.cpp", 1);
  finding.range = region("range.cpp", 2);
  finding.function = "function";
  finding.expression = std::string("a\0b\n\xff", 5);
  finding.orders = {{"a * b", "", true}, {"b * a", "note", false}};
  finding.values = {{"name", "a * b", 8}};
  finding.message = "message";
  finding.notes = {{region("note.h", 3), "a note"}};
  finding.steps = {{region("step.h", 4), "a step"}, {region("", 0), ""}};
  finding.fix = findings::Fix{"evidence", {{region("fix.cpp", 5), 100, 200, "text"}}, "hash"};
  finding.shape = "fedcba9876543210";
  finding.fingerprint = "0123456789abcdef";
  finding.suppression = findings::Suppression{"allow", "reason"};
  finding.variants = {"aarch64", "x86-64 with AVX2"};
  finding.fixed = true;
  finding.inlined = true;
  finding.withinCallee = true;
  UnitResult result;
  result.parse = {true, "failure", 3, 4, {{"a.cpp", 1, 2, "what", "why", true}}, {{"x/y.h", "/p/x/y.h", "/p", 2, true}}};
  result.found = {finding, findings::Finding()};
  result.notAnalysed = {{"b.cpp", 4294967295u, 0, "w", "", false}};
  result.userFiles = {"/a.cpp", "/b.h"};
  result.functions = 5;
  result.floatingOperations = 6;
  result.ended = true;
  return result;
}

} // namespace

TEST_CASE("a unit's result is read as it was written") {
  const UnitResult before = sample();
  const std::string bytes = encodeUnit(before);
  const std::optional<UnitResult> after = decodeUnit(bytes);
  REQUIRE(after);
  CHECK(encodeUnit(*after) == bytes);
  CHECK(after->parse.parsed);
  CHECK(after->parse.failure == "failure");
  CHECK(after->parse.errors == 3);
  CHECK(after->parse.missingHeaders == 4);
  CHECK(after->parse.notAnalysed == before.parse.notAnalysed);
  CHECK(after->parse.foundHeaders == before.parse.foundHeaders);
  CHECK(after->notAnalysed == before.notAnalysed);
  CHECK(after->userFiles == before.userFiles);
  CHECK(after->functions == 5);
  CHECK(after->floatingOperations == 6);
  CHECK(after->ended);
  REQUIRE(after->found.size() == 2);
  const findings::Finding &finding = after->found[0];
  CHECK(finding.rule == "rule");
  CHECK(finding.variants == std::set<std::string>{"aarch64", "x86-64 with AVX2"});
  CHECK(finding.severity == rules::Severity::Warning);
  REQUIRE(finding.evidence.size() == 2);
  CHECK(finding.evidence[0].detail == "detail");
  CHECK(static_cast<bool>(finding.evidence[0].place)); // text output tells by it whether a note says the same
  CHECK_FALSE(static_cast<bool>(finding.evidence[1].place));
  CHECK(finding.assumed == std::vector<std::string>{"one reason", "another"});
  CHECK(finding.where.endColumn == 70000);
  CHECK(finding.range.file == "range.cpp");
  CHECK(finding.expression == std::string("a\0b\n\xff", 5));
  CHECK(finding.orders[0].written);
  CHECK(finding.orders[1].note == "note");
  CHECK(finding.notes[0].message == "a note");
  CHECK(finding.steps[0].where.line == 4);
  REQUIRE(finding.fix);
  CHECK(finding.fix->edits[0].endOffset == 200);
  CHECK(finding.fingerprint == "0123456789abcdef");
  CHECK(finding.suppression->justification == "reason");
  CHECK(finding.fixed);
  CHECK(finding.inlined);
  CHECK_FALSE(finding.foreign);
  CHECK(finding.withinCallee);
  CHECK_FALSE(after->found[1].fix);
}

TEST_CASE("a part of a record is none") {
  const std::string bytes = encodeUnit(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    CHECK_FALSE(decodeUnit(std::string_view(bytes).substr(0, size)));
  CHECK_FALSE(decodeUnit(bytes + '\0'));
}

TEST_CASE("damaged records are read without harm") {
  const std::string bytes = encodeUnit(sample());
  std::mt19937 random(5);
  for (int round = 0; round < 20000; ++round) {
    std::string damaged = bytes;
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    if (const std::optional<UnitResult> read = decodeUnit(damaged))
      CHECK(encodeUnit(*read).size() <= 2 * damaged.size());
  }
}
