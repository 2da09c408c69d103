#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

using namespace fporder;
using test::procedureOf;
using test::RuleDirectory;

namespace {

const std::string mulThenDiv = "match: (a * b) / c\norders: [a * (b / c)]\n";

/// "remark", or the kind and detail of the first evidence where a condition of the page names one: of a warning, should evaluation confirm it.
std::string severityOf(const std::string &statements, format::Format format = format::Format::Binary64, const std::string &keys = mulThenDiv) {
  RuleDirectory directory;
  directory.rule("ordering", "own-rule", "FPO900", keys);
  rules::RuleSet set = directory.load();
  order::Procedure procedure = procedureOf(statements, format);
  std::vector<rules::Match> matches = set.match(procedure);
  REQUIRE(matches.size() == 1);
  REQUIRE(!matches[0].evidence.empty());
  if (matches[0].evidence[0].kind == "order-sensitive") {
    CHECK(matches[0].severity == rules::Severity::Remark);
    return "remark";
  }
  return matches[0].evidence[0].kind + ": " + matches[0].evidence[0].detail;
}

const std::string cancelling = "cancelling-consumer: the result feeds ";
const std::string amplifies = ", where cancellation amplifies its rounding";

} // namespace

TEST_CASE("alone, an order is a remark") {
  CHECK(severityOf("u = x * y / z") == "remark");
  CHECK(severityOf("u = x * y / z; v = u * w") == "remark");
  CHECK(severityOf("u = x * y / z; v = sqrt(u)") == "remark");
}

TEST_CASE("a subtraction that can cancel makes it a warning") {
  CHECK(severityOf("u = x * y / z; r = w - u") == cancelling + "'w - ...'" + amplifies);
  CHECK(severityOf("u = x * y / z; r = u - w") == cancelling + "'... - w'" + amplifies);
  CHECK(severityOf("u = x * y / z; r = w + (-u)") == cancelling + "'w - ...'" + amplifies);
  CHECK(severityOf("u = x * y / z; v = -u; t = max(v, 0); r = t + w") == cancelling + "'w - ...'" + amplifies);
  CHECK(severityOf("u = x * y / z; r = u - 1") == cancelling + "'... - 1'" + amplifies);
  CHECK(severityOf("u = x * y / z; r = 2 * u - w") == cancelling + "'... - w'" + amplifies); // an exact scaling
  CHECK(severityOf("u = x * y / z; r = fma(-u, v, w)").starts_with("cancelling-consumer"));
}

TEST_CASE("sums of values of unknown sign are no evidence, nor are differences that add") {
  CHECK(severityOf("u = x * y / z; r = w + u") == "remark");
  CHECK(severityOf("u = x * y / z; s = sum(i, u)") == "remark");
  CHECK(severityOf("u = x * y / z; r = w - (-u)") == "remark");
  CHECK(severityOf("u = x * x * (y * y) / (z * z); r = -abs(w) - u", format::Format::Binary64, "match: a / c\n") == "remark");
  CHECK(severityOf("u = x * y / z; r = u - u") == "remark");
  CHECK(severityOf("u = x * y / z; r = fma(u, v, w)") == "remark");
}

TEST_CASE("a sum of terms that provably have opposite signs cancels") {
  CHECK(severityOf("u = (x * x) * abs(y) / abs(z); r = u + -abs(w)").starts_with("cancelling-consumer"));
  CHECK(severityOf("u = (x * x) * abs(y) / abs(z); r = u + -3").starts_with("cancelling-consumer"));
}

TEST_CASE("a value with another's sign cancels only where the signs differ") {
  const auto given = [](const std::string &rest) { return severityOf("u = x * y / z; v = w >= 0 ? abs(u) : -abs(u); " + rest); };
  CHECK(given("r = w + v") == "remark");
  CHECK(given("r = w - v").starts_with("cancelling-consumer"));
  CHECK(given("r = -w - v") == "remark");
  CHECK(severityOf("u = x * y / z; v = w <= 0 ? abs(u) : -abs(u); r = w - v") == "remark");
  CHECK(severityOf("u = x * y / z; v = copysign(u, w); r = w + v") == "remark");
  CHECK(severityOf("u = x * y / z; v = copysign(u, w); r = w - v").starts_with("cancelling-consumer"));
}

TEST_CASE("a selection between a value and its negation is a magnitude") {
  CHECK(severityOf("u = x * y / z; v = u < 0 ? -u : u; r = v + w * w") == "remark");
  CHECK(severityOf("u = x * y / z; v = 0 < u ? u : -u; r = -abs(w) - v") == "remark");
  CHECK(severityOf("u = x * y / z; v = u < 0 ? -u : u; r = w * w - v").starts_with("cancelling-consumer"));
}

TEST_CASE("complementary weights do not amplify") {
  CHECK(severityOf("u = x * y / z; r = (1 - u) * p + u * q") == "remark");
  CHECK(severityOf("u = x * y / z; r = p + u * (2 - 2 * u) * q + u * u * s") == "remark");
  CHECK(severityOf("u = x * y / z; r = (1 - u) * p + q").starts_with("cancelling-consumer"));
  CHECK(severityOf("u = x * y / z; v = 1 - u; r = v * p + u * q; s = sqrt(v)").starts_with("cancelling-consumer"));
}

TEST_CASE("a rounded factor in common scales a difference") {
  const std::string divThenMul = "match: a * (b / c)\norders: [(a * b) / c]\n";
  CHECK(severityOf("q = x / y; u = q * v; r = u - q", format::Format::Binary64, divThenMul) == "remark");
  CHECK(severityOf("q = x / y; u = q * v; r = u - w", format::Format::Binary64, divThenMul).starts_with("cancelling-consumer"));
}

TEST_CASE("terms have a reason to cancel") {
  const auto severity = [](const std::string &statements) {
    return severityOf(statements, format::Format::Binary64, "match: a * (b / c)\norders: [(a * b) / c]\nwarn-when: [feeds(cancellation)]\n");
  };
  CHECK(severity("u = x * (y / z); r = w - u").starts_with("cancelling-consumer"));
  CHECK(severity("u = x * (y / z); r = x + p - u").starts_with("cancelling-consumer"));
  CHECK(severity("u = x * (y / z); r = x * p + w - u") == "remark"); // stays as large as w
  CHECK(severity("u = x * (y / z); r = x * p + x * w - u").starts_with("cancelling-consumer"));
  CHECK(severity("u = x * (y / z); r = u - p") == "remark");
  CHECK(severity("u = x * (y / z); r = p * q - u") == "remark");
  CHECK(severity("u = x * (y / z); r = u - p * z") == "remark");
  CHECK(severity("u = x * (y / z); r = u - p * y").starts_with("cancelling-consumer"));
  CHECK(severity("q = y / z; u = x * q; r = w - u; s = sqrt(q)") == "remark");
}

TEST_CASE("a running difference cancels") {
  CHECK(severityOf("u = x * y / z; s = sum(i, -u, b)").starts_with("cancelling-consumer: the result feeds the running difference 'b - ...'"));
  CHECK(severityOf("u = x * y / z; s = sum(i, -u)") == "remark");
}

TEST_CASE("what cancels is shown as one term") {
  CHECK(severityOf("u = x * y / z; r = u - (a - b)").starts_with("cancelling-consumer: the result feeds '... - (a - b)'"));
  CHECK(severityOf("u = x * y / z; r = a * b - u").starts_with("cancelling-consumer: the result feeds 'a * b - ...'"));
}

TEST_CASE("quantising consumers") {
  CHECK(severityOf("u = x * y / z; r = round(u)").starts_with("quantising-consumer: the result feeds 'round'"));
  CHECK(severityOf("u = x * y / z; r = floor(u + 0.5)").starts_with("quantising-consumer: the result feeds 'floor'"));
  CHECK(severityOf("u = x * y / z; r = cast<integer>(max(u, 0) + zero)").starts_with("quantising-consumer: the result is converted to an integer"));
  CHECK(severityOf("u = x * y / z; r = cast<binary16>(u)") == "quantising-consumer: the result is rounded to binary16");
  CHECK(severityOf("u = x * y / z; r = cast<binary32>(u)") == "remark");
  // Scaling before the rounding is how quantisation is written.
  CHECK(severityOf("u = x * y / z; r = round(u * w)") == severityOf("u = x * y / z; r = round(u)"));
}

TEST_CASE("narrow formats") {
  CHECK(severityOf("u = x * y / z", format::Format::Binary16) == "narrow-format: computed in binary16");
  CHECK(severityOf("u = x * y / z", format::Format::Binary32) == "remark");
}

TEST_CASE("a document's own conditions replace the family's") {
  CHECK(severityOf("u = x * y / z; r = w - u", format::Format::Binary64, mulThenDiv + "warn-when: feeds(sqrt)\n") == "remark");
  CHECK(severityOf("u = x * y / z; r = sqrt(u)", format::Format::Binary64, mulThenDiv + "warn-when: feeds(sqrt)\nevidence: range\n") ==
        "range: the result feeds a square root");
}

TEST_CASE("a rule that warns by itself says why") {
  RuleDirectory directory;
  directory.rule("cancellation", "own-rule", "FPO900", "match: exp(x) - 1\n", "warning");
  rules::RuleSet set = directory.load();
  order::Procedure procedure = procedureOf("exp(y) - 1");
  std::vector<rules::Match> matches = set.match(procedure);
  REQUIRE(matches.size() == 1);
  CHECK(matches[0].severity == rules::Severity::Warning);
  REQUIRE(matches[0].evidence.size() == 1);
  CHECK(matches[0].evidence[0].kind == "unstable-form");
}

TEST_CASE("one remark for an operation of a statement, that of the highest priority, and one warning for a root") {
  RuleDirectory directory;
  directory.rule("ordering", "low", "FPO900",
                 "match: a / b\nwarn-when: feeds(round)\n"
                 "priority: 1\n");
  CHECK(directory.errors().size() == 1); // round is no consumer's name
  const std::string warning = "warn-when: feeds(rounding)\njudged-by: match\n";
  directory.rule("ordering", "low", "FPO900", "match: a / b\n" + warning + "priority: 1\n");
  directory.rule("ordering", "high", "FPO901", "match: (a * b) / c\n" + warning + "priority: 2\n");
  directory.rule("ordering", "grouping", "FPO902", "match: a * b\npriority: 1\n");
  rules::RuleSet set = directory.load();
  auto slugs = [&](const std::string &statements) {
    order::Procedure procedure = procedureOf(statements);
    std::string names;
    for (const rules::Match &match : set.match(procedure))
      names += (names.empty() ? "" : " ") + match.rule->slug;
    return names;
  };
  CHECK(slugs("u = x * y / z") == "high");
  CHECK(slugs("u = x * y; v = u / z") == "grouping high");
  CHECK(slugs("u = (x / y) + (z / w)") == "low low");
  CHECK(slugs("u = (x * y) + (z * w)") == "grouping");                   // of those that only group one is enough
  CHECK(slugs("u = round(x * y / v) + round(z / w)") == "low high low"); // each of a user's own rules has its say
}

TEST_CASE("a remark about what a warning speaks of is told where its alternative keeps it") {
  auto slugs = [](const std::string &orders, const std::string &statements) {
    RuleDirectory directory;
    directory.rule("cancellation", "unstable", "FPO900", "match: 1 - exp(a)\n", "warning");
    directory.rule("ordering", "average", "FPO901", "match: b * m + (1 - b) * g\norders: [" + orders + "]\nwarn-when: feeds(sqrt)\n");
    rules::RuleSet set = directory.load();
    order::Procedure procedure = procedureOf(statements);
    std::string names;
    for (const rules::Match &match : set.match(procedure))
      names += (names.empty() ? "" : " ") + match.rule->slug;
    return names;
  };
  CHECK(slugs("m + (1 - b) * (g - m)", "u = w * m + (1 - w) * g") == "average");
  CHECK(slugs("m + (1 - b) * (g - m)", "w = exp(-abs(x)); u = w * m + (1 - w) * g") == "unstable average");
  CHECK(slugs("g + b * (m - g)", "w = exp(-abs(x)); u = w * m + (1 - w) * g") == "unstable");
}

TEST_CASE("a superseded rule keeps silent inside the match") {
  RuleDirectory directory;
  directory.rule("cancellation", "outer", "FPO900", "match: x * x - y * y\nsupersedes: [inner]\n", "warning");
  directory.rule("cancellation", "inner", "FPO901", "match: a * b\n", "warning");
  rules::RuleSet set = directory.load();
  order::Procedure procedure = procedureOf("u = a * a - b * b; v = a * c");
  std::vector<rules::Match> matches = set.match(procedure);
  REQUIRE(matches.size() == 2);
  CHECK(matches[0].rule->slug == "outer");
  CHECK(matches[1].rule->slug == "inner");
}

TEST_CASE("notes point at matched operations of other lines") {
  RuleDirectory directory;
  directory.rule("ordering", "own-rule", "FPO900", mulThenDiv);
  rules::RuleSet set = directory.load();
  order::Procedure procedure = procedureOf("t = x * y; u = t / z");
  std::vector<rules::Match> matches = set.match(procedure);
  REQUIRE(matches.size() == 1);
  REQUIRE(matches[0].notes.size() == 1);
  CHECK(matches[0].notes[0].message == "'x * y' is formed here");
  CHECK(procedure.graph.place(matches[0].notes[0].place).line == 1);
  order::Procedure single = procedureOf("u = x * y / z");
  CHECK(set.match(single)[0].notes.empty());
}

TEST_CASE("a difference of which only a tolerance is asked is no hazard, one whose sign decides is") {
  CHECK(severityOf("u = x * y / z; t = abs(w - u) < 0.001") == "remark");
  CHECK(severityOf("u = x * y / z; t = 100 * (abs(w - u) / abs(w)) < 0.05") == "remark");
  CHECK(severityOf("u = x * y / z; t = w - u < 0") == cancelling + "'w - ...'" + amplifies);
  CHECK(severityOf("u = x * y / z; t = abs(w - u) < 0.001; e = (w - u) * v") == cancelling + "'w - ...'" + amplifies);
}
