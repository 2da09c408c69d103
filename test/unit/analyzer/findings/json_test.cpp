#include "test/unit/analyzer/findings/report_fixture.h"

#include "llvm/Support/JSON.h"

#include <doctest/doctest.h>

#include <set>

using namespace fporder;
using namespace fporder::findings;

namespace {

std::set<std::string> keys(const llvm::json::Object &object) {
  std::set<std::string> names;
  for (const auto &entry : object)
    names.insert(entry.first.str());
  return names;
}

} // namespace

TEST_CASE("json: what a finding rests on, where it rests on anything") {
  SourceFiles sources;
  sources.set("a.cpp", "x = a*b/c;\ny = p*q/r;\n");
  Finding assumed = findingAt(sources, "a.cpp", "a*b/c", "/", "mul-then-div");
  assumed.assumed = {"the type of 'a' is not known", "'b' is taken for \"b\" before the call"};
  Report report;
  report.findings = {assumed, findingAt(sources, "a.cpp", "p*q/r", "/", "mul-then-div")};
  completeReport(report);
  auto parsed = llvm::json::parse(rendered("json", report, sources));
  REQUIRE(static_cast<bool>(parsed));
  const llvm::json::Array &list = *parsed->getAsObject()->getArray("findings");
  REQUIRE(list.size() == 2);
  const llvm::json::Array *reasons = list[0].getAsObject()->getArray("assumed");
  REQUIRE(reasons);
  REQUIRE(reasons->size() == 2);
  CHECK((*reasons)[0].getAsString() == "the type of 'a' is not known");
  CHECK((*reasons)[1].getAsString() == "'b' is taken for \"b\" before the call");
  CHECK_FALSE(list[1].getAsObject()->get("assumed"));
}

TEST_CASE("json: exactly the contract's keys, places, classes") {
  SourceFiles sources;
  sources.set("a.cpp", "x = a*b/c;\ny = p*q/r;\n");
  Finding finding = findingAt(sources, "a.cpp", "a*b/c", "/", "mul-then-div");
  finding.notes = {{finding.range, "a note"}};
  finding.fix = Fix{"evidence", {{finding.range, 4, 9, "a * (b / c)"}}, "hash"};
  Finding hidden = findingAt(sources, "a.cpp", "p*q/r", "/", "mul-then-div");
  hidden.suppression = Suppression{"NOLINT", ""};
  Report report;
  report.findings = {finding, hidden};
  report.notAnalysed = {{"a.cpp", 7, 2, "asm", "not understood", false}};
  report.summary.files = 1;
  completeReport(report);
  countFindings(report);
  auto parsed = llvm::json::parse(rendered("json", report, sources));
  REQUIRE(static_cast<bool>(parsed));
  const llvm::json::Object &root = *parsed->getAsObject();
  CHECK(keys(root) == std::set<std::string>{"version", "tool", "findings", "notAnalysed", "summary"});
  CHECK(root.getInteger("version") == 1);
  const llvm::json::Array &list = *root.getArray("findings");
  REQUIRE(list.size() == 1);
  const llvm::json::Object &first = *list[0].getAsObject();
  CHECK(keys(first) == std::set<std::string>{"rule",    "id",      "family",    "severity",    "evidence",   "file",        "line",
                                             "column",  "endLine", "endColumn", "function",    "expression", "orders",      "places",
                                             "message", "notes",   "fix",       "fingerprint", "level",      "evidenceText"});
  CHECK(first.getString("rule") == "mul-then-div");
  CHECK(first.getString("severity") == "remark");
  CHECK(first.getString("evidence") == "order-sensitive");
  CHECK(first.getInteger("line") == 1);
  CHECK(first.getInteger("column") == 8);
  CHECK(first.getInteger("endColumn") == 9);
  const llvm::json::Object &fix = *first.getObject("fix");
  CHECK(keys(fix) == std::set<std::string>{"class", "edits"});
  CHECK(fix.getString("class") == "on-demand"); // a remark has no evidence
  CHECK(keys(*(*fix.getArray("edits"))[0].getAsObject()) == std::set<std::string>{"file", "line", "column", "endLine", "endColumn", "text"});
  const llvm::json::Array &places = *first.getArray("places");
  REQUIRE(places.size() == 1);
  CHECK(keys(*places[0].getAsObject()) == std::set<std::string>{"file", "line", "column", "expression", "fix", "fingerprint"});
  CHECK(places[0].getAsObject()->getString("fingerprint") == first.getString("fingerprint"));
  CHECK(root.getObject("summary")->getInteger("suppressed") == 1);
  CHECK(root.getObject("summary")->getInteger("places") == 1);
  const llvm::json::Array &missing = *root.getArray("notAnalysed");
  REQUIRE(missing.size() == 1);
  CHECK(keys(*missing[0].getAsObject()) == std::set<std::string>{"file", "line", "what", "why"});
}

TEST_CASE("json: no fix is null, broken UTF-8 is repaired") {
  SourceFiles sources;
  sources.set("b.c", "x = a*b/c;\n");
  Finding finding = findingAt(sources, "b.c", "a*b/c", "/", "r");
  finding.expression = "\xff\xfe";
  Report report;
  report.findings = {finding};
  auto parsed = llvm::json::parse(rendered("json", report, sources));
  REQUIRE(static_cast<bool>(parsed));
  CHECK(parsed->getAsObject()->getArray("findings")->front().getAsObject()->get("fix")->kind() == llvm::json::Value::Null);
}

TEST_CASE("formats: each is found by its name, none twice") {
  std::set<std::string_view> names;
  for (const Renderer *renderer : renderers()) {
    CHECK(names.insert(renderer->name).second);
    CHECK(findRenderer(renderer->name) == renderer);
    CHECK_FALSE(renderer->help.empty());
  }
  CHECK(names.contains("text"));
  CHECK(names.contains("json"));
  CHECK(names.contains("sarif"));
  CHECK(findRenderer("nonsense") == nullptr);
}
