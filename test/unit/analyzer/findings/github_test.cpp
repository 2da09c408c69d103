#include "test/unit/analyzer/findings/report_fixture.h"

#include <doctest/doctest.h>

#include <cstdlib>

using namespace fporder;
using namespace fporder::findings;

namespace {

std::string github(std::vector<Finding> findings, const RenderOptions &options) {
  unsetenv("GITHUB_WORKSPACE");
  SourceFiles sources;
  Report report;
  report.findings = std::move(findings);
  return rendered("github", report, sources, options);
}

Finding divided(const std::string &file, std::uint32_t line) {
  Finding finding;
  finding.rule = "mul-then-div";
  finding.severity = rules::Severity::Warning;
  finding.where = {file, line, 13, line, 14};
  finding.range = {file, line, 9, line, 16};
  finding.message = "the order matters";
  return finding;
}

std::size_t count(const std::string &text, const std::string &part) {
  std::size_t number = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++number;
  return number;
}

} // namespace

TEST_CASE("github: a finding is one workflow command") {
  RenderOptions options;
  options.workingDirectory = "/repo";
  Finding finding = divided("src/a.cpp", 4);
  finding.orders = {{"a * b / c", "", true}, {"a * (b / c)", "divides first", false}};
  CHECK(github({finding}, options) == "::warning file=src/a.cpp,line=4,endLine=4,col=9,endColumn=16,title=fporder-mul-then-div::the order matters"
                                      "%0Aanother order: a * (b / c): divides first\n");
  finding.severity = rules::Severity::Remark;
  CHECK(github({finding}, options).starts_with("::notice file="));
  options.asError = [](const Finding &) { return true; };
  CHECK(github({finding}, options).starts_with("::error file="));
  finding.suppression = Suppression{"allow", ""};
  CHECK(github({finding}, options).empty());
}

TEST_CASE("github: what a finding rests on") {
  Finding finding = divided("a.cpp", 4);
  finding.severity = rules::Severity::Remark;
  finding.assumed = {"the type of 'a' is not known"};
  CHECK(github({finding}, {}).ends_with("::the order matters%0Aassumed: the type of 'a' is not known\n"));
}

TEST_CASE("github: what would end a command or a property is escaped") {
  Finding finding = divided("a,b:c%.cpp", 1);
  finding.message = "100 %: 'a::b,\r\nc'";
  const std::string text = github({finding}, {});
  CHECK(text.find("file=a%2Cb%3Ac%25.cpp,line=1,") != std::string::npos);
  CHECK(text.find("::100 %25: 'a::b,\xEF\xBF\xBD%0Ac'\n") != std::string::npos);
  CHECK(count(text, "\n") == 1);
}

TEST_CASE("github: paths are relative to the repository") {
  RenderOptions options;
  options.workingDirectory = "/repo/build";
  CHECK(github({divided("/repo/build/x.h", 1)}, options).find("file=x.h,") != std::string::npos);
  CHECK(github({divided("/elsewhere/x.h", 1)}, options).find("file=/elsewhere/x.h,") != std::string::npos);
  CHECK(github({divided("/repo/buildings/x.h", 1)}, options).find("file=/repo/buildings/x.h,") != std::string::npos);
  SourceFiles sources;
  Report report;
  report.findings = {divided("../src/a.cpp", 1)};
  setenv("GITHUB_WORKSPACE", "/repo", 1);
  const std::string text = rendered("github", report, sources, options);
  unsetenv("GITHUB_WORKSPACE");
  CHECK(text.find("file=src/a.cpp,") != std::string::npos);
}

TEST_CASE("github: ten of a level are annotated, the rest stays in the log") {
  std::vector<Finding> findings;
  for (std::uint32_t line = 1; line <= 13; ++line)
    findings.push_back(divided("a.cpp", line));
  findings.push_back(divided("a.cpp", 14));
  findings.back().severity = rules::Severity::Remark;
  const std::string text = github(findings, {});
  CHECK(count(text, "::warning ") == 10);
  CHECK(count(text, "::notice ") == 1);
  CHECK(text.find("\na.cpp:11:9: warning: the order matters [fporder-mul-then-div]\n") != std::string::npos);
  CHECK(text.ends_with("3 more without an annotation: GitHub shows 10 of a level in a step\n"));
}

TEST_CASE("github: a file that could not be analysed is an error") {
  SourceFiles sources;
  Report report;
  report.notAnalysed = {{"gone.cpp", 0, 0, "file", "no such file"}, {"a.cpp", 3, 1, "inline assembly", "not understood"}};
  CHECK(rendered("github", report, sources) == "::error file=gone.cpp,title=not analysed::no such file\n");
}
