#include "analyzer/findings/grouping.h"
#include "test/unit/analyzer/findings/report_fixture.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::findings;

namespace {

/// A remark of one shape in each of the lines given, in "u.c".
Report onLines(SourceFiles &sources, const std::vector<std::uint32_t> &lines) {
  std::string code;
  for (int i = 0; i < 60; ++i)
    code += "x = a*b/c; y = d*e/f;\n";
  sources.set("u.c", code);
  Report report;
  for (const std::uint32_t line : lines) {
    Finding finding = findingAt(sources, "u.c", "a*b/c", "/", "mul-then-div");
    finding.where.line = finding.where.endLine = finding.range.line = finding.range.endLine = line;
    finding.shape = "f: div(mul(v, v), v)";
    finding.fingerprint = std::to_string(report.findings.size());
    report.findings.push_back(finding);
  }
  return report;
}

std::string others(const std::vector<std::uint32_t> &lines) {
  SourceFiles sources;
  const Report report = onLines(sources, lines);
  const std::vector<Group> groups = groupsOf(report);
  REQUIRE(groups.size() == 1);
  return otherPlaces(groups[0]);
}

} // namespace

TEST_CASE("findings of one shape are shown as one, the first in full, each with its place") {
  SourceFiles sources;
  Report report = onLines(sources, {3, 4, 9});
  const std::vector<Group> groups = groupsOf(report);
  REQUIRE(groups.size() == 1);
  CHECK(&groups[0].first() == &report.findings[0]);
  CHECK(groups[0].others() == 2);
  CHECK(groups[0].places[2]->where.line == 9);
}

TEST_CASE("what differs in rule, shape, file, level, evidence or assumptions is another finding") {
  SourceFiles sources;
  const auto apart = [&](auto &&change) {
    Report report = onLines(sources, {3, 4});
    change(report.findings[1]);
    return groupsOf(report).size() == 2;
  };
  CHECK_FALSE(apart([](Finding &) {}));
  CHECK_FALSE(apart([](Finding &finding) { finding.message = "another text"; }));
  CHECK(apart([](Finding &finding) { finding.rule = "div-then-mul"; }));
  CHECK(apart([](Finding &finding) { finding.shape = "g: div(mul(v, v), v)"; }));
  CHECK(apart([](Finding &finding) { finding.shape.clear(); }));
  CHECK(apart([](Finding &finding) { finding.where.file = "v.c"; }));
  CHECK(apart([](Finding &finding) { finding.severity = rules::Severity::Warning; }));
  CHECK(apart([](Finding &finding) { finding.evidence = {{"cancelling-consumer", "", {}}}; }));
  CHECK(apart([](Finding &finding) { finding.assumed = {"the type of 'a' is not known"}; }));
  CHECK(apart([](Finding &finding) { finding.variants = {"aarch64"}; }));
  CHECK(apart([](Finding &finding) { finding.suppression = Suppression{"allow", ""}; }));
  CHECK(apart([](Finding &finding) { finding.measurement = std::make_shared<measure::Measurement>(); }));
}

TEST_CASE("a suppressed first place leaves the others, of which the next is shown") {
  SourceFiles sources;
  Report report = onLines(sources, {3, 4, 9});
  report.findings[0].suppression = Suppression{"allow", ""};
  completeReport(report);
  countFindings(report);
  const std::vector<Group> groups = groupsOf(report);
  REQUIRE(groups.size() == 2);
  CHECK(groups[1].first().where.line == 4);
  CHECK(otherPlaces(groups[1]) == "also at line 9");
  CHECK(report.summary.remarks == 1);
  CHECK(report.summary.places == 2);
  CHECK(report.summary.suppressed == 1);
}

TEST_CASE("other places are told by line, each once, and counted where there are many") {
  CHECK(others({3}).empty());
  CHECK(others({3, 4}) == "also at line 4");
  CHECK(others({3, 4, 9}) == "also at lines 4 and 9");
  CHECK(others({3, 4, 4, 9}) == "also at lines 4 and 9");
  CHECK(others({3, 4, 5, 6, 7}) == "also at lines 4, 5, 6 and 7");
  CHECK(others({3, 4, 5, 6, 7, 8}) == "also at lines 4, 5, 6, 7 and 1 more");
  CHECK(others({3, 4, 5, 6, 7, 8, 8, 9}) == "also at lines 4, 5, 6, 7 and 3 more");
  CHECK(others({3, 3}) == "also at 1 other place on this line");
  CHECK(others({3, 3, 3, 4}) == "also at line 4");
}

TEST_CASE("formats, summary and statistics agree on findings and places") {
  SourceFiles sources;
  Report report = onLines(sources, {3, 4, 9});
  completeReport(report);
  report.summary.files = 1;
  countFindings(report);
  CHECK(summaryLine(report, std::nullopt) ==
        "1 file, 0 functions, 1 finding at 3 places (0 warnings, 1 remark, 0 suppressed), 0 constructs not analysed");
  const std::string text = rendered("text", report, sources);
  CHECK(text.find("u.c:3:8: remark: ") == 0);
  CHECK(text.find("      = also at lines 4 and 9\n") != std::string::npos);
  CHECK(text.find("u.c:4") == std::string::npos);
  RenderOptions all;
  all.allPlaces = true;
  CHECK(rendered("text", report, sources, all).find("      = also at u.c:9:8: 'a*b/c'\n") != std::string::npos);
  CHECK(rendered("github", report, sources).find("also at lines 4 and 9") != std::string::npos);
  CHECK(rendered("junit", report, sources).find("tests=\"1\" failures=\"0\"") != std::string::npos);
  CHECK(rendered("junit", report, sources).find("also at u.c:9:8") != std::string::npos);
  CHECK(rendered("html", report, sources).find("3 places") != std::string::npos);
  CHECK(statisticsTable(report).find("mul-then-div  FPO101         0        1       3           0\n") != std::string::npos);
}
