#include "analyzer/findings/baseline.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace fporder::findings;

namespace {

Finding finding(const std::string &file, const std::string &fingerprint, const std::string &expression = "a * b / c") {
  Finding result;
  result.where.file = file;
  result.rule = "mul-then-div";
  result.function = "f";
  result.expression = expression;
  result.fingerprint = fingerprint;
  return result;
}

std::string asIs(const std::string &file) { return file; }
bool always(const std::string &) { return true; }

Baseline parsed(const std::string &text) {
  auto result = parseBaseline(text);
  if (const auto *error = std::get_if<BaselineError>(&result))
    FAIL(error->message);
  return std::get<Baseline>(std::move(result));
}

std::string errorOf(const std::string &text) {
  auto result = parseBaseline(text);
  REQUIRE(std::holds_alternative<BaselineError>(result));
  return std::get<BaselineError>(result).message;
}

std::size_t shown(const Report &report) {
  return static_cast<std::size_t>(std::ranges::count_if(report.findings, [](const Finding &each) { return !each.suppression; }));
}

} // namespace

TEST_CASE("a baseline is read as it was written, one entry a line, in order, equal ones counted") {
  Report report;
  report.findings = {finding("b.c", "2"), finding("a.c", "1", "quote \" backslash \\ \xff"), finding("b.c", "2")};
  const Baseline before = baselineOf(report, asIs);
  const std::string text = formatBaseline(before);
  CHECK(std::ranges::count(text, '\n') == 4);
  CHECK(text.find("\"a.c\"") < text.find("\"b.c\""));
  const Baseline after = parsed(text);
  REQUIRE(after.size() == 2);
  CHECK(after[1].count == 2);
  CHECK(formatBaseline(after) == text);
  Baseline reversed(before.rbegin(), before.rend());
  CHECK(formatBaseline(reversed) == text);
  CHECK(parsed(formatBaseline({})).empty());
}

TEST_CASE("known findings are suppressed, as many as are known") {
  Report report;
  report.findings = {finding("a.c", "1"), finding("a.c", "1"), finding("a.c", "1"), finding("a.c", "2"), finding("b.c", "1")};
  const Baseline known = {{"a.c", "mul-then-div", "f", "", "1", 2}};
  CHECK(applyBaseline(report, known, asIs, always) == std::vector<unsigned>{0});
  CHECK(shown(report) == 3);
  CHECK(report.findings[0].suppression->kind == "baseline");
  CHECK(report.findings[1].suppression);
  CHECK_FALSE(report.findings[2].suppression);
}

TEST_CASE("what a comment suppresses needs no entry, and entries without findings are left over") {
  Report report;
  report.findings = {finding("a.c", "1"), finding("a.c", "2")};
  report.findings[0].suppression = Suppression{"allow", ""};
  CHECK(baselineOf(report, asIs).size() == 1);
  CHECK(applyBaseline(report, {{"a.c", "", "", "", "1", 1}, {"a.c", "", "", "", "2", 3}}, asIs, always) == std::vector<unsigned>{1, 2});
  CHECK(report.findings[0].suppression->kind == "allow");
}

TEST_CASE("an entry of a file that is gone speaks for the file's new name") {
  const Baseline known = {{"old.c", "", "", "", "1", 1}};
  Report report;
  report.findings = {finding("new.c", "1"), finding("other.c", "1")};
  applyBaseline(report, known, asIs, always);
  CHECK(shown(report) == 2);
  applyBaseline(report, known, asIs, [](const std::string &file) { return file != "old.c"; });
  CHECK(shown(report) == 1);
}

TEST_CASE("an entry of version 1 whose fingerprint is not found is known by its words") {
  const std::string entries = "\"findings\": [{\"file\": \"a.c\", \"rule\": \"mul-then-div\", \"function\": \"f\", \"expression\": \"a * b / c\", "
                              "\"fingerprint\": \"1\", \"count\": 2}]}";
  const auto shownOf = [&](const std::string &version, std::vector<Finding> findings) {
    Report report;
    report.findings = std::move(findings);
    applyBaseline(report, parsed("{\"version\": " + version + ", " + entries), asIs, always);
    return shown(report);
  };
  CHECK(shownOf("1", {finding("a.c", "2")}) == 0);
  CHECK(shownOf("2", {finding("a.c", "2")}) == 1);
  CHECK(shownOf("1", {finding("a.c", "2"), finding("a.c", "1"), finding("a.c", "3")}) == 1); // two are known, one of them by its fingerprint
  CHECK(shownOf("1", {finding("b.c", "2")}) == 1);
  CHECK(shownOf("1", {finding("a.c", "2", "a / c * b")}) == 1);
  Finding elsewhere = finding("a.c", "2");
  elsewhere.function = "g";
  CHECK(shownOf("1", {elsewhere}) == 1);
}

TEST_CASE("an entry of version 1 is known however its indices are computed") {
  const auto shownOf = [](const std::string &expression, const std::string &found) {
    Report report;
    report.findings = {finding("a.c", "2", found)};
    applyBaseline(report, {{"a.c", "mul-then-div", "f", expression, "1", 1, true}}, asIs, always);
    return shown(report);
  };
  CHECK(shownOf("x[i * n + k].y * b / c", "x[t[i]].y * b / c") == 0);
  CHECK(shownOf("x[i].y * b / c", "x[i].z * b / c") == 1);
  CHECK(shownOf("x[i] * b[i] / c", "x[i] * c[i] / b") == 1);
}

TEST_CASE("an entry of version 1 about a sum is known whatever form the sum has") {
  const auto shownOf = [](const std::string &expression, const std::string &found) {
    Report report;
    report.findings = {finding("a.c", "2", found)};
    applyBaseline(report, {{"a.c", "mul-then-div", "f", expression, "1", 1, true}}, asIs, always);
    return shown(report);
  };
  CHECK(shownOf("sum(i, sum(j, x[i + j]))", "sum(i, sum<continues>(j, x[i + j]))") == 0);
  CHECK(shownOf("sum<reverse>(k, x[k])", "sum(k, x[k]) / n") == 0);
  CHECK(shownOf("sum(k, x[k])", "x[0] + x[1]") == 1);
  CHECK(shownOf("x[0] + x[1]", "sum(k, x[k])") == 1);
}

TEST_CASE("what is known is written in version 2, and an entry of version 1 that stays says so") {
  const std::string first = "{\"version\": 1, \"findings\": [{\"file\": \"a.c\", \"rule\": \"mul-then-div\", \"function\": \"f\", "
                            "\"expression\": \"a * b / c\", \"fingerprint\": \"1\"}]}";
  Baseline known = parsed(first);
  Report report;
  report.findings = {finding("a.c", "2"), finding("a.c", "3", "a / b / c")};
  applyBaseline(report, known, asIs, always);
  const Baseline now = knownOf(report, asIs);
  REQUIRE(now.size() == 1);
  CHECK(now[0].fingerprint == "2");
  CHECK(formatBaseline(now).find("{\"version\": 2, ") == 0);
  known.insert(known.end(), now.begin(), now.end());
  const std::string both = formatBaseline(known);
  CHECK(both.find("{\"version\": 2, ") == 0);
  const Baseline again = parsed(both);
  REQUIRE(again.size() == 2);
  CHECK(again[0].fingerprint == "1");
  CHECK(again[0].earlier);
  CHECK_FALSE(again[1].earlier);
}

TEST_CASE("what is no baseline says why") {
  CHECK(errorOf("").find("not JSON") == 0);
  CHECK(errorOf("[]").find("not a baseline") == 0);
  CHECK(errorOf("{\"version\": 1}").find("not a baseline") == 0);
  CHECK(errorOf("{\"version\": 3, \"findings\": []}").find("version 3 is not known; this program reads versions 1 and 2") == 0);
  CHECK(errorOf("{\"version\": 1, \"findings\": [1]}").find("finding 1") == 0);
  CHECK(errorOf("{\"version\": 1, \"findings\": [{\"file\": \"a\", \"fingerprint\": \"1\"}, {\"file\": \"a\"}]}").find("finding 2") == 0);
  CHECK(errorOf("{\"version\": 1, \"findings\": [{\"file\": \"a\", \"fingerprint\": \"1\", \"count\": 0}]}").find("count") != std::string::npos);
}
