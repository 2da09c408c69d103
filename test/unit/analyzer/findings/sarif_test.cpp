#include "analyzer/findings/sarif_location.h"
#include "test/unit/analyzer/findings/report_fixture.h"

#include "llvm/Support/JSON.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::findings;

TEST_CASE("sarif: columns in UTF-16 code units") {
  CHECK(utf16Column("abc", 1) == 1);
  CHECK(utf16Column("abc", 4) == 4);
  CHECK(utf16Column("速度 x", 7) == 3);             // two characters of three bytes
  CHECK(utf16Column("\xF0\x9D\x9C\x8B x", 5) == 3); // one character of four bytes is a surrogate pair
  CHECK(utf16Column("\xEF\xBB\xBFx = 1", 4) == 1);  // byte order mark
  CHECK(utf16Column("\xff\xffx", 3) == 3);          // not UTF-8
  CHECK(utf16Column("ab", 5) == 5);                 // past the end
}

TEST_CASE("sarif: columns of regions are remembered for one line, an empty one too") {
  SourceFiles sources;
  const std::string wide = "速" + std::string(5000, 'x');
  sources.set("a.cpp", "\n" + wide + "\n\n\nab\n");
  sources.set("empty.cpp", "");
  Utf16Columns columns(sources);
  const auto at = [&](const char *file, std::uint32_t line, std::uint32_t column) { return columns.region({file, line, column, line, column}); };
  for (unsigned round = 0; round < 2; ++round) {
    CHECK(at("a.cpp", 1, 1).column == 1);
    CHECK(at("a.cpp", 2, 4).column == 2);
    CHECK(at("a.cpp", 2, 5001).endColumn == 4999);
    CHECK(at("a.cpp", 3, 1).column == 1);
    CHECK(at("a.cpp", 4, 1).endColumn == 1);
    CHECK(at("a.cpp", 3, 3).column == 3); // past the end
    CHECK(at("a.cpp", 5, 3).column == 3);
    CHECK(at("empty.cpp", 1, 1).column == 1);
  }
  const Region across = columns.region({"a.cpp", 1, 1, 2, 4});
  CHECK(across.column == 1);
  CHECK(across.endColumn == 2);
}

TEST_CASE("sarif: URIs below the root are relative, the rest absolute, both encoded") {
  CHECK(artifactUri("src/a b.cpp", "/w").uri == "src/a%20b.cpp");
  CHECK(artifactUri("src/a b.cpp", "/w").relative);
  CHECK(artifactUri("/w/src/../x.c", "/w").uri == "x.c");
  CHECK(artifactUri("../x#1.c", "/w/y").uri == "file:///w/x%231.c");
  CHECK_FALSE(artifactUri("../x.c", "/w/y").relative);
  CHECK(artifactUri("/wide/x.c", "/w").uri == "file:///wide/x.c");
  CHECK(artifactUri("ä.c", "/w").uri == "%C3%A4.c");
  CHECK(directoryUri("/w/dir x") == "file:///w/dir%20x/");
}

TEST_CASE("sarif: braces and accidental links in messages") {
  CHECK(sarifMessage("f{0}") == "f{{0}}");
  CHECK(sarifMessage("x[i] * y") == "x[i] * y");
  CHECK(sarifMessage("x[i](1)") == "x\\[i\\](1)");
}

TEST_CASE("sarif: what a result rests on is a property, and part of its message") {
  SourceFiles sources;
  sources.set("a.cpp", "x = a*b/c;\n");
  Finding finding = findingAt(sources, "a.cpp", "a*b/c", "/", "mul-then-div");
  finding.assumed = {"the type of 'a' is not known", "'f()' does not write 'b'"};
  Report report;
  report.findings = {finding};
  auto parsed = llvm::json::parse(rendered("sarif", report, sources));
  REQUIRE(static_cast<bool>(parsed));
  const llvm::json::Object &run = *(*parsed->getAsObject()->getArray("runs"))[0].getAsObject();
  const llvm::json::Object &result = *(*run.getArray("results"))[0].getAsObject();
  CHECK(result.getObject("message")->getString("text") ==
        "the order matters: 'a*b/c'; assumed: the type of 'a' is not known; assumed: 'f()' does not write 'b'");
  const llvm::json::Array *reasons = result.getObject("properties")->getArray("assumed");
  REQUIRE(reasons);
  REQUIRE(reasons->size() == 2);
  CHECK((*reasons)[1].getAsString() == "'f()' does not write 'b'");
  CHECK(result.getString("level") == "note");
}

TEST_CASE("sarif: a result with everything") {
  SourceFiles sources;
  sources.set("a.cpp", "/* 速度 */ x = a*b/c;\n");
  Finding finding = findingAt(sources, "a.cpp", "a*b/c", "/", "mul-then-div");
  finding.steps = {{finding.range, "a * b, rounded to binary32"}, {finding.range, "(a * b) / c, rounded to binary32"}};
  finding.notes = {{finding.range, "a note"}};
  finding.fix = Fix{"on-demand", {{finding.range, 0, 0, "a * (b / c)"}}, "hash"};
  finding.suppression = Suppression{"allow", "because"};
  Report report;
  report.findings = {finding};
  report.notAnalysed = {{"b.cpp", 0, 0, "file", "no such file", true}};
  report.summary.filesFailed = 1;
  RenderOptions options;
  options.workingDirectory = "/w";
  auto parsed = llvm::json::parse(rendered("sarif", report, sources, options));
  REQUIRE(static_cast<bool>(parsed));
  const llvm::json::Object &run = *parsed->getAsObject()->getArray("runs")->front().getAsObject();
  CHECK(run.getString("columnKind") == "utf16CodeUnits");
  CHECK(run.getArray("invocations")->front().getAsObject()->getBoolean("executionSuccessful") == false);
  const llvm::json::Object &result = *run.getArray("results")->front().getAsObject();
  CHECK(result.getString("level") == "note");
  const llvm::json::Object &physical = *result.getArray("locations")->front().getAsObject()->getObject("physicalLocation");
  CHECK(physical.getObject("artifactLocation")->getString("uri") == "a.cpp");
  CHECK(physical.getObject("region")->getInteger("startColumn") == 17);
  const llvm::json::Object &flow = *result.getArray("codeFlows")->front().getAsObject()->getArray("threadFlows")->front().getAsObject();
  CHECK(flow.getArray("locations")->size() == 2);
  CHECK((*flow.getArray("locations"))[1].getAsObject()->getInteger("executionOrder") == 2);
  CHECK(result.getObject("partialFingerprints")->getString("fporder/v1").has_value());
  CHECK(result.getArray("suppressions")->front().getAsObject()->getString("justification") == "because");
  CHECK(result.getArray("fixes")->size() == 1);
}
