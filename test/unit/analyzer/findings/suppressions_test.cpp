#include "analyzer/findings/suppressions.h"

#include "analyzer/findings/directives.h"
#include "analyzer/findings/lexed_file.h"
#include "test/unit/analyzer/findings/report_fixture.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace fporder;
using namespace fporder::findings;

namespace {

/// The report on `code` with a finding of `rule` at every '/' that has an operand right behind it, suppressions applied.
Report checked(const std::string &code, const std::string &rule = "mul-then-div", SuppressionOptions options = {}) {
  SourceFiles sources;
  sources.set("a.cpp", code);
  const SourceFile *source = sources.find("a.cpp");
  Report report;
  for (const Lexeme &token : lex(code)) {
    if (token.kind != clang::tok::slash)
      continue;
    SourceFile::Position at = source->position(token.begin);
    Finding finding;
    finding.rule = rule;
    finding.id = "FPO101";
    finding.where = finding.range = {"a.cpp", at.line, at.column, at.line, at.column + 1};
    report.findings.push_back(finding);
  }
  if (options.activeRules.empty())
    options.activeRules = {"mul-then-div", "sum-order"};
  options.knownRules = {"mul-then-div", "sum-order", "lerp-form"};
  completeReport(report);
  std::vector<std::string> files = {"a.cpp"};
  applySuppressions(report, sources, files, options);
  return report;
}

unsigned open(const Report &report) { return report.summary.warnings + report.summary.remarks; }

unsigned countRule(const Report &report, const std::string &rule) {
  return static_cast<unsigned>(
      std::count_if(report.findings.begin(), report.findings.end(), [&](const Finding &finding) { return finding.rule == rule; }));
}

} // namespace

TEST_CASE("NOLINT: forms and lists as in clang-tidy") {
  CHECK(open(checked("x = a*b/c;\n")) == 1);
  CHECK(open(checked("x = a*b/c; // NOLINT\n")) == 0);
  CHECK(open(checked("x = a*b/c; // NOLINT(fporder-mul-then-div)\n")) == 0);
  CHECK(open(checked("x = a*b/c; // NOLINT(fporder-*)\n")) == 0);
  CHECK(open(checked("x = a*b/c; // NOLINT(*)\n")) == 0);
  CHECK(open(checked("x = a*b/c; // NOLINT(bugprone-*, fporder-mul-*)\n")) == 0);
  CHECK(open(checked("x = a*b/c; // NOLINT(bugprone-*)\n")) == 1);
  CHECK(open(checked("x = a*b/c; // NOLINT(*, -fporder-mul-then-div)\n", "mul-then-div", {SuppressionOptions::Unused::Allows, {}, {}})) == 1);
  CHECK(open(checked("x = a*b/c; // NOLINT()\n")) == 1);
  CHECK(open(checked("x = a*b/c; // NOLINTX\n")) == 1);
  CHECK(open(checked("x = a*b/c; /* NOLINT */\n")) == 0);
  CHECK(open(checked("x = a*b/c;\n// NOLINT\n")) == 1);
  CHECK(open(checked("// NOLINTNEXTLINE\nx = a*b/c;\n")) == 0);
  CHECK(open(checked("// NOLINTNEXTLINE(fporder-mul-then-div)\nx = a*b/c;\n")) == 0);
  CHECK(open(checked("// NOLINTNEXTLINE\n\nx = a*b/c;\n")) == 1);
  CHECK(open(checked("// NOLINTBEGIN\nx = a*b/c;\ny = a*b/d;\n// NOLINTEND\nz = a*b/e;\n")) == 1);
  CHECK(open(checked("// NOLINTBEGIN(fporder-*)\nx = a*b/c;\n// NOLINTEND(fporder-*)\n")) == 0);
  CHECK(open(checked("const char *s = \"// NOLINT\"; x = a*b/c;\n")) == 1);
  CHECK(open(checked("auto s = R\"(\n// NOLINTBEGIN\n)\"; x = a*b/c;\n")) == 1);
}

TEST_CASE("NOLINT: what follows it is the justification") {
  Report report = checked("x = a*b/c; // NOLINT(fporder-mul-then-div): as the reference does\n");
  REQUIRE(report.findings.size() == 1);
  REQUIRE(report.findings[0].suppression);
  CHECK(report.findings[0].suppression->kind == "NOLINT");
  CHECK(report.findings[0].suppression->justification == "as the reference does");
}

TEST_CASE("allow: on the statement's lines and on the line above it") {
  const std::string allow = "// fporder: allow(mul-then-div) reason=\"as the reference\"";
  CHECK(open(checked("x = a*b/c; " + allow + "\n")) == 0);
  CHECK(open(checked(allow + "\nx = a*b/c;\n")) == 0);
  CHECK(open(checked(allow + "\n// more words\nx = a*b/c;\n")) == 0);
  CHECK(open(checked("x = a *\n  b\n  / c\n  + d; " + allow + "\n")) == 0);
  CHECK(open(checked(allow + "\nx = a *\n  b\n  / c\n  + d;\n")) == 0);
  CHECK(open(checked("x = a *\n  " + allow + "\n  b\n  / c;\n")) == 0);
  CHECK(open(checked(allow + "\nfor (int i = 0; i < n; ++i)\n  s += a[i]\n    / c;\n")) == 0);
  CHECK(open(checked(allow + "\nif (a*b/c > 1) {\n  y = 1;\n}\n")) == 0);
  CHECK(open(checked("x = a*b/c; // fporder: allow(FPO101)\n")) == 0);
  CHECK(open(checked("x = a*b/c; // fporder: allow(sum-order, fporder-mul-then-div)\n")) == 0);
  CHECK(open(checked("x = a*b/c; /* fporder: allow(mul-then-div) */\n")) == 0);
}

TEST_CASE("allow: reaches no other statement, and says when it silences nothing") {
  const std::string allow = "// fporder: allow(mul-then-div) reason=\"why\"";
  Report next = checked("x = 1; " + allow + "\ny = a*b/c;\n");
  CHECK(countRule(next, "unused-suppression") == 1);
  CHECK(open(next) == 2);
  CHECK(countRule(checked(allow + "\n\nx = a*b/c;\n"), "unused-suppression") == 1);
  CHECK(open(checked("{ " + allow + "\n  x = 1;\n  y = a*b/c;\n}\n")) == 2);
  CHECK(open(checked("x = a*b/c; // fporder: allow(sum-order)\n")) == 2);
  CHECK(countRule(checked("x = 1; // NOLINT(fporder-mul-then-div)\n"), "unused-suppression") == 1);
  CHECK(countRule(checked("x = 1; // NOLINT\n"), "unused-suppression") == 0);
  CHECK(countRule(checked("x = 1; // NOLINT(bugprone-foo)\n"), "unused-suppression") == 0);
  // A rule that did not run proves nothing.
  CHECK(countRule(checked("x = 1; // fporder: allow(lerp-form)\n"), "unused-suppression") == 0);
  SuppressionOptions ignore;
  ignore.reportUnused = SuppressionOptions::Unused::Ignore;
  CHECK(countRule(checked("x = 1; " + allow + "\n", "r", ignore), "unused-suppression") == 0);
}

TEST_CASE("allow: mistakes are named") {
  auto message = [](const std::string &comment) {
    Report report = checked("x = 1; " + comment + "\n");
    return report.findings.empty() ? std::string() : report.findings[0].rule + ": " + report.findings[0].message;
  };
  CHECK(message("// fporder: alow(mul-then-div)").find("malformed-suppression: unknown directive 'alow' (did you mean 'allow'?)") == 0);
  CHECK(message("// fporder: allow mul-then-div") == "malformed-suppression: expected '(' and a list of rules after 'allow'");
  CHECK(message("// fporder: allow(mul-then-div") == "malformed-suppression: the list of rules has no ')'");
  CHECK(message("// fporder: allow()") == "malformed-suppression: the list of rules is empty");
  CHECK(message("// fporder: allow(mul-then-div) reason=because") == "malformed-suppression: the reason stands in double quotes: reason=\"...\"");
  CHECK(message("// fporder: allow(mul-then-div) reason=\"open") == "malformed-suppression: the reason has no closing quote");
  CHECK(message("// fporder: allow(mul-than-div)") == "malformed-suppression: no rule is called 'mul-than-div' (did you mean 'mul-then-div'?)");
  CHECK(message("// this program, fporder: a checker") == "");
}

TEST_CASE("directives: reasons with quotes, several in one comment, blocks over lines") {
  std::vector<Directive> directives = parseDirectives("/* fporder: allow(a,\n b)  reason = \"say \\\"why\\\"\" */");
  REQUIRE(directives.size() == 1);
  CHECK(directives[0].names == std::vector<std::string>{"a", "b"});
  CHECK(directives[0].reason == "say \"why\"");
  CHECK(parseDirectives("// NOLINT(x) fporder: allow(y)").size() == 2);
}

TEST_CASE("lexed file: extents of statements") {
  SourceFile source("#include <a>\n"
                    "int f(int a) {\n"
                    "  g(a,\n"
                    "    a / 2);\n"
                    "  for (int i = 0;\n"
                    "       i < 3; ++i)\n"
                    "    a = a / 3;\n"
                    "  float t[] = {\n"
                    "    a / 4,\n"
                    "  };\n"
                    "#pragma once\n"
                    "  return a / 5;\n"
                    "}\n");
  LexedFile lexed(source);
  auto lines = [&](const char *text) {
    Extent extent = lexed.statement(source.text().find(text));
    return std::pair(extent.first, extent.last);
  };
  CHECK(lines("/ 2") == std::pair(3u, 4u));
  CHECK(lines("/ 3") == std::pair(5u, 7u));
  CHECK(lines("/ 4") == std::pair(8u, 10u));
  CHECK(lines("/ 5") == std::pair(12u, 12u));
}
