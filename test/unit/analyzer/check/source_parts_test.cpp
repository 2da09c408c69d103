#include "analyzer/check/source_parts.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

AnalysisUnit unitOf(const std::string &name) {
  AnalysisUnit unit;
  unit.displayName = name;
  unit.command.source = "/nowhere/" + name;
  return unit;
}

/// A unit with so many errors that understands the first operators of four in `file`.
UnitOutcome outcome(unsigned errors, const std::string &file, unsigned understood) {
  UnitOutcome result;
  result.result.parse.parsed = true;
  result.result.parse.errors = errors;
  for (unsigned line = 1; line <= 4; ++line)
    result.result.operators[file].push_back({{line, 1, 0}, line <= understood ? "" : "not parsed"});
  return result;
}

} // namespace

TEST_CASE("a source with errors that another understands better is a part of it") {
  const std::vector<AnalysisUnit> units{unitOf("main.c"), unitOf("part.c")};
  const auto parts = [&](unsigned errors, unsigned alone, unsigned within) {
    return partsAmong(units, {outcome(0, "/nowhere/part.c", within), outcome(errors, "part.c", alone)});
  };
  CHECK(parts(3, 1, 4) == SourceParts{{"/nowhere/part.c", "part.c"}});
  CHECK(parts(3, 4, 4).empty());
  CHECK(parts(3, 2, 1).empty());
  CHECK(parts(0, 1, 4).empty()); // whole by itself
}

TEST_CASE("a source that crashed or was left out is no part") {
  const std::vector<AnalysisUnit> units{unitOf("main.c"), unitOf("part.c")};
  std::vector<UnitOutcome> outcomes{outcome(0, "/nowhere/part.c", 4), outcome(3, "part.c", 0)};
  outcomes[1].crash = "stack overflow";
  CHECK(partsAmong(units, outcomes).empty());
  outcomes[1].crash.clear();
  outcomes[1].leftOut = true;
  CHECK(partsAmong(units, outcomes).empty());
}

TEST_CASE("what an includer says of a part bears the part's name") {
  UnitResult result = outcome(0, "/nowhere/part.c", 4).result;
  fporder::findings::Finding &finding = result.found.emplace_back();
  finding.where.file = finding.range.file = "/nowhere/part.c";
  finding.fix.emplace().edits.push_back({{"/nowhere/part.c", 1, 1, 1, 2}, 0, 1, "x"});
  result.parse.notAnalysed.push_back({"/nowhere/part.c", 2, 1, "syntax error", "why"});
  result.notAnalysed.push_back({"/nowhere/other.c", 2, 1, "a loop", "why"});
  nameParts(result, {{"/nowhere/part.c", "part.c"}});
  CHECK(finding.where.file == "part.c");
  CHECK(finding.range.file == "part.c");
  CHECK(finding.fix->edits[0].where.file == "part.c");
  CHECK(result.parse.notAnalysed[0].file == "part.c");
  CHECK(result.notAnalysed[0].file == "/nowhere/other.c");
  REQUIRE(result.operators.size() == 1);
  CHECK(result.operators["part.c"].size() == 4);
}
