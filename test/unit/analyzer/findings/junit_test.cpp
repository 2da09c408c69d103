#include "test/unit/analyzer/findings/report_fixture.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::findings;

namespace {

std::string junit(const Report &report, const RenderOptions &options = {}) {
  SourceFiles sources;
  return rendered("junit", report, sources, options);
}

Finding divided(rules::Severity severity) {
  Finding finding;
  finding.rule = "mul-then-div";
  finding.severity = severity;
  finding.where = finding.range = {"a.cpp", 4, 13, 4, 14};
  finding.message = "the order matters: 'a<b & c'";
  finding.orders = {{"a * b / c", "", true}};
  return finding;
}

constexpr const char *head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

} // namespace

TEST_CASE("junit: a warning fails, a remark passes") {
  Report report;
  report.findings = {divided(rules::Severity::Warning), divided(rules::Severity::Remark)};
  CHECK(junit(report) ==
        std::string(head) +
            "<testsuites name=\"fporder-check\" tests=\"2\" failures=\"1\" errors=\"0\">\n"
            "<testsuite name=\"fporder-check\" tests=\"2\" failures=\"1\" errors=\"0\">\n"
            "<testcase classname=\"a.cpp\" name=\"fporder-mul-then-div at 4:13\" file=\"a.cpp\" line=\"4\">"
            "<failure type=\"warning\" message=\"the order matters: 'a&lt;b &amp; c'\">a.cpp:4:13: the order matters: 'a&lt;b &amp; c'"
            "&#10;orders, the written one marked:&#10;* a * b / c&#10;</failure></testcase>\n"
            "<testcase classname=\"a.cpp\" name=\"fporder-mul-then-div at 4:13\" file=\"a.cpp\" line=\"4\">"
            "<system-out>a.cpp:4:13: the order matters: 'a&lt;b &amp; c'&#10;orders, the written one marked:&#10;* a * b / c&#10;"
            "</system-out></testcase>\n"
            "</testsuite>\n</testsuites>\n");
  RenderOptions strict;
  strict.asError = [](const Finding &) { return true; };
  CHECK(junit(report, strict).find("tests=\"2\" failures=\"2\"") != std::string::npos);
}

TEST_CASE("junit: what a finding rests on") {
  Report report;
  report.findings = {divided(rules::Severity::Remark)};
  report.findings[0].assumed = {"the type of 'a<b>' is not known"};
  CHECK(junit(report).find("* a * b / c&#10;assumed: the type of 'a&lt;b&gt;' is not known&#10;</system-out>") != std::string::npos);
}

TEST_CASE("junit: suppressed findings are none, and no finding is a pass") {
  Report report;
  report.findings = {divided(rules::Severity::Warning)};
  report.findings[0].suppression = Suppression{"NOLINT", ""};
  const std::string text = junit(report);
  CHECK(text.find("tests=\"1\" failures=\"0\"") != std::string::npos);
  CHECK(text.find("<testcase classname=\"fporder\" name=\"no findings\"/>") != std::string::npos);
}

TEST_CASE("junit: a file that could not be analysed is an error") {
  Report report;
  report.notAnalysed = {{"gone.cpp", 0, 0, "file", "no such \"file\""}, {"a.cpp", 3, 1, "inline assembly", "not understood"}};
  const std::string text = junit(report);
  CHECK(text.find("tests=\"1\" failures=\"0\" errors=\"1\"") != std::string::npos);
  CHECK(text.find("<error type=\"not analysed\" message=\"no such &quot;file&quot;\"/>") != std::string::npos);
}

TEST_CASE("junit: bytes that XML cannot hold") {
  Report report;
  report.findings = {divided(rules::Severity::Warning)};
  report.findings[0].message = std::string("\x01\x1b[31m\xff");
  const std::string text = junit(report);
  CHECK(text.find("message=\"??[31m\xEF\xBF\xBD\"") != std::string::npos);
}
