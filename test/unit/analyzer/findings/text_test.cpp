#include "test/unit/analyzer/findings/report_fixture.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::findings;

namespace {

Report reportOf(std::vector<Finding> findings) {
  Report report;
  report.findings = std::move(findings);
  completeReport(report);
  countFindings(report);
  return report;
}

} // namespace

TEST_CASE("text: caret at the operator, range, orders, evidence, fix") {
  SourceFiles sources;
  sources.set("adam.cpp", "void f() {\n  w[i] -= lr * m[i] / d;\n}\n");
  Finding finding = findingAt(sources, "adam.cpp", "lr * m[i] / d", "/", "mul-then-div");
  finding.severity = rules::Severity::Warning;
  finding.message = "product formed before the division: '(lr * m[i]) / d'";
  finding.orders = {{"(lr * m[i]) / d", "", true}, {"lr * (m[i] / d)", "as the reference", false}};
  finding.evidence = {{"cancelling-consumer", "the result feeds 'w[i] - ...'", {}}};
  finding.fix = Fix{"on-demand", {{finding.range, 21, 34, "lr * (m[i] / d)"}}, "hash"};
  CHECK(rendered("text", reportOf({finding}), sources) ==
        "adam.cpp:2:21: warning: product formed before the division: '(lr * m[i]) / d' [fporder-mul-then-div]\n"
        "    2 |   w[i] -= lr * m[i] / d;\n"
        "      |           ~~~~~~~~~~^~~\n"
        "      = orders, the written one marked:\n"
        "        * (lr * m[i]) / d\n"
        "          lr * (m[i] / d)  as the reference\n"
        "      = why: the result feeds 'w[i] - ...'\n"
        "      = fix (--fix=all): 'lr * (m[i] / d)'; explain: fporder-check --explain mul-then-div\n");
}

TEST_CASE("text: what a finding rests on stands below its evidence") {
  SourceFiles sources;
  sources.set("a.c", "return a*b/c;\n");
  Finding finding = findingAt(sources, "a.c", "a*b/c", "/", "mul-then-div");
  finding.assumed = {"the type of 'a' is not known", "'scale()' does not write 'b'"};
  CHECK(rendered("text", reportOf({finding}), sources)
            .ends_with("      = why: the order decides the last bits of the result; no consumer is known that amplifies the difference\n"
                       "      = assumed: the type of 'a' is not known\n"
                       "      = assumed: 'scale()' does not write 'b'\n"
                       "      = explain: fporder-check --explain mul-then-div\n"));
}

TEST_CASE("text: a name of a computed value is explained, what the evidence says is not said again at its place") {
  SourceFiles sources;
  sources.set("a.c", "float t = a * b;\nu = t / c;\nw = w - u;\n");
  Finding finding = findingAt(sources, "a.c", "t / c", "/", "r");
  finding.values = {{"t", "a * b", 1}};
  finding.evidence = {{"cancelling-consumer", "the result feeds 'w - u'", {}}};
  finding.notes = {{regionOf(sources, "a.c", "-"), "the result feeds 'w - u'"}};
  const std::string text = rendered("text", reportOf({finding}), sources);
  CHECK(text.find("      = t is 'a * b', line 1\n      = why: the result feeds 'w - u'\n") != std::string::npos);
  CHECK(text.ends_with("a.c:3:7: note: the consumer\n"
                       "    3 | w = w - u;\n"
                       "      |       ^\n"));
}

TEST_CASE("text: a note stands at its own place") {
  SourceFiles sources;
  sources.set("a.c", "float t = a * b;\nreturn t / c;\n");
  Finding finding = findingAt(sources, "a.c", "t / c", "/", "mul-then-div");
  finding.notes = {{regionOf(sources, "a.c", "*"), "the product is formed here"}};
  std::string text = rendered("text", reportOf({finding}), sources);
  CHECK(text.find("a.c:2:10: remark: ") == 0);
  CHECK(text.find("      = why: the order decides the last bits of the result; no consumer is known that amplifies the difference\n") !=
        std::string::npos);
  CHECK(text.ends_with("a.c:1:13: note: the product is formed here\n"
                       "    1 | float t = a * b;\n"
                       "      |             ^\n"));
}

TEST_CASE("text: tabs, wide characters and broken UTF-8 keep the caret under the operator") {
  SourceFiles sources;
  sources.set("t.c", "\tx = a*b/c;\n/* 速度 */ y = a*b/c;\n\xff\xfe z = a*b/c;\n");
  Finding tab = findingAt(sources, "t.c", "a*b/c", "/", "r");
  CHECK(rendered("text", reportOf({tab}), sources)
            .find("    1 |         x = a*b/c;\n"
                  "      |             ~~~^~\n") != std::string::npos);
  Finding wide = tab, broken = tab;
  wide.where = {"t.c", 2, 23, 2, 24};
  wide.range = {"t.c", 2, 20, 2, 25};
  // Two ideographs are two columns each and three bytes each.
  wide.where.column = wide.range.column = static_cast<std::uint32_t>(std::string("/* 速度 */ y = ").size() + 1);
  wide.where.column += 3;
  wide.range.endColumn = wide.range.column + 5;
  CHECK(rendered("text", reportOf({wide}), sources)
            .find("    2 | /* 速度 */ y = a*b/c;\n"
                  "      |                ~~~^~\n") != std::string::npos);
  broken.where = {"t.c", 3, 11, 3, 12};
  broken.range = {"t.c", 3, 8, 3, 13};
  CHECK(rendered("text", reportOf({broken}), sources)
            .find("    3 | \xEF\xBF\xBD\xEF\xBF\xBD z = a*b/c;\n"
                  "      |        ~~~^~\n") != std::string::npos);
}

TEST_CASE("text: an expression over several lines is underlined on the operator's") {
  SourceFiles sources;
  sources.set("m.c", "x = a * b\n    / c;\n");
  Finding finding = findingAt(sources, "m.c", "a * b\n    / c", "/", "r");
  CHECK(rendered("text", reportOf({finding}), sources)
            .find("    2 |     / c;\n"
                  "      |     ^~~\n") != std::string::npos);
}

TEST_CASE("text: a very long line is cut around the caret") {
  SourceFiles sources;
  sources.set("l.c", "x = " + std::string(500, 'y') + " + a*b/c + " + std::string(500, 'z') + ";\n");
  Finding finding = findingAt(sources, "l.c", "a*b/c", "/", "r");
  std::string text = rendered("text", reportOf({finding}), sources);
  std::size_t source = text.find(" | ..."), marks = text.find(" | ", source + 3);
  REQUIRE(source != std::string::npos);
  std::size_t slash = text.find('/', source), caret = text.find('^', marks);
  CHECK(slash - source == caret - marks);
  CHECK(text.find('\n', source) - source < 200);
}

TEST_CASE("text: remarks beyond the fifth of a file are folded into one line, warnings are not") {
  SourceFiles sources;
  std::string code;
  std::vector<Finding> findings;
  for (int i = 0; i < 9; ++i)
    code += "x" + std::to_string(i) + " = a*b/c;\n";
  sources.set("f.c", code);
  for (std::uint32_t i = 0; i < 9; ++i) {
    Finding finding = findingAt(sources, "f.c", "a*b/c", "/", i < 7 ? "sum-order" : "mul-then-div");
    finding.where.line = finding.where.endLine = finding.range.line = finding.range.endLine = i + 1;
    finding.severity = i == 8 ? rules::Severity::Warning : rules::Severity::Remark;
    findings.push_back(finding);
  }
  std::string text = rendered("text", reportOf(findings), sources);
  CHECK(text.find("f.c: remark: 3 more remarks folded: 1 mul-then-div, 2 sum-order (--remarks=all lists them)\n") != std::string::npos);
  CHECK(text.find("f.c:9:9: warning:") != std::string::npos);
  CHECK(text.find("f.c:6:9:") == std::string::npos);
  RenderOptions all;
  all.foldAfter.reset();
  CHECK(rendered("text", reportOf(findings), sources, all).find("f.c:6:9: remark:") != std::string::npos);
}

TEST_CASE("text: suppressed findings are left out unless asked for, no findings, no lines") {
  SourceFiles sources;
  sources.set("s.c", "x = a*b/c;\n");
  Finding finding = findingAt(sources, "s.c", "a*b/c", "/", "r");
  finding.suppression = Suppression{"allow", "as the reference does"};
  CHECK(rendered("text", reportOf({finding}), sources) == "");
  RenderOptions options;
  options.showSuppressed = true;
  CHECK(rendered("text", reportOf({finding}), sources, options).find("      = suppressed by allow: as the reference does\n") != std::string::npos);
}

TEST_CASE("text: colour surrounds, never changes, the text") {
  SourceFiles sources;
  sources.set("c.c", "x = a*b/c;\n");
  Report report = reportOf({findingAt(sources, "c.c", "a*b/c", "/", "r")});
  RenderOptions colour;
  colour.colour = true;
  std::string text = rendered("text", report, sources, colour), stripped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033')
      i = text.find('m', i);
    else
      stripped += text[i];
  }
  CHECK(text != stripped);
  CHECK(stripped == rendered("text", report, sources));
}

TEST_CASE("text: files that could not be read whole are named") {
  SourceFiles sources;
  Report report;
  report.notAnalysed = {{"a.c", 3, 10, "header 'missing.h'", "file not found", true}, {"a.c", 9, 1, "call to 'g'", "its body is not here", false}};
  CHECK(rendered("text", report, sources) == "a.c:3:10: not analysed: header 'missing.h': file not found\n");
  report.summary.files = 1;
  CHECK(summaryLine(report, 1.84) == "1 file, 0 functions, 0 findings (0 warnings, 0 remarks, 0 suppressed), 2 constructs not analysed, 1.8 s");
}

TEST_CASE("statistics: one row a rule, most frequent first") {
  SourceFiles sources;
  sources.set("q.c", "x = a*b/c;\ny = a*b/d;\n");
  Report report = reportOf({findingAt(sources, "q.c", "a*b/c", "/", "mul-then-div"), findingAt(sources, "q.c", "a*b/d", "/", "mul-then-div"),
                            findingAt(sources, "q.c", "a*b/d", "*", "sum-order")});
  std::string table = statisticsTable(report);
  CHECK(table.find("mul-then-div  FPO101         0        2       2           0\nsum-order     FPO101         0        1       1           0\n") !=
        std::string::npos);
  CHECK(statisticsTable(Report()).empty());
}
