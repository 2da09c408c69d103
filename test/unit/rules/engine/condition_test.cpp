// What conditions hold for, and what they have seen.
#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

using namespace fporder;
using format::Format;
using test::procedureOf;
using test::RuleDirectory;

namespace {

bool holds(const std::string &condition, const std::string &statements, const std::string &pattern = "p / q", Format format = Format::Binary64) {
  RuleDirectory directory;
  directory.rule("cancellation", "own-rule", "FPO900", "match: '" + pattern + "'\nwhere: '" + condition + "'\n");
  order::Procedure procedure = procedureOf(statements, format);
  return !directory.load().match(procedure).empty();
}

/// Kinds and details of what a condition that would warn has seen.
std::vector<std::string> seen(const std::string &condition, const std::string &statements, Format format = Format::Binary64) {
  RuleDirectory directory;
  directory.rule("cancellation", "own-rule", "FPO900", "match: p / q\nwarn-when: ['" + condition + "']\n");
  order::Procedure procedure = procedureOf(statements, format);
  const std::vector<rules::Match> matches = directory.load().match(procedure);
  REQUIRE(matches.size() == 1);
  std::vector<std::string> result;
  for (const rules::Evidence &evidence : matches[0].evidence)
    result.push_back(evidence.kind + ": " + evidence.detail);
  return result;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("condition: what is no reduction has no schedule, and an unknown trip count no upper bound") {
  CHECK_FALSE(holds("schedule(p) == sequential", "x / y"));
  CHECK_FALSE(holds("schedule(p) != sequential", "x / y"));
  CHECK(holds("schedule(p) == sequential", "sum(k, x[k]) / y"));
  CHECK(holds("schedule(p) == pairwise", "sum<pairwise>(k, x[k]) / y"));
  CHECK(holds("trip(p) >= 1000", "sum(k, x[k], 0, n) / y"));
  CHECK_FALSE(holds("trip(p) < 1000", "sum(k, x[k], 0, n) / y"));
  CHECK(holds("trip(p) < 1000", "sum(k, x[k], 0, 8) / y"));
}

TEST_CASE("condition: a guard compares the value, its magnitude or a multiple of it") {
  CHECK(holds("guarded(q)", "r = abs(y) / 2 < 1 ? x / y : 0"));
  CHECK(holds("guarded(q)", "t = -y; r = z > 0 && t < 1 ? x / y : 0"));
  CHECK_FALSE(holds("guarded(q)", "r = y + z < 1 ? x / y : 0"));
}

TEST_CASE("condition: constants that a format holds exactly") {
  CHECK(holds("representable(q, bfloat16)", "x / 256"));
  CHECK_FALSE(holds("representable(q, bfloat16)", "x / 257"));
  CHECK(holds("representable(q, binary16)", "x / 257"));
  CHECK(holds("representable(q, integer)", "x / 3"));
  CHECK_FALSE(holds("representable(q, integer)", "x / 0.5"));
}

TEST_CASE("condition: loops, updates and the precision of inputs") {
  CHECK(holds("loop_invariant(q)", "s = sum(k, a[k] / y)"));
  CHECK_FALSE(holds("loop_invariant(p)", "s = sum(k, a[k] / y)"));
  CHECK(holds("updates(p)", "w = w / y"));
  CHECK_FALSE(holds("updates(p)", "v = w / y"));
  CHECK(holds("wide_input(p)", "u = cast<binary32>(x * y)", "cast<binary32>(p)"));
  CHECK(holds("wide_input(p)", "u = cast<binary32>(x * y > 1 ? z : 0)", "cast<binary32>(p)"));
  CHECK_FALSE(holds("wide_input(p)", "u = cast<binary32>(x * y > 1 ? 2 : 0)", "cast<binary32>(p)")); // a condition has no digits
  CHECK(holds("!full_input(p)", "u = cast<binary64>(x * y)", "cast<binary64>(p)", Format::Binary32));
}

TEST_CASE("condition: all parts that hold speak, a negated one does not") {
  const std::string narrow = "narrow-format: computed in binary16", root = "unstable-form: the result feeds a square root";
  CHECK(seen("narrow(match) && feeds(sqrt)", "u = x / y; r = sqrt(u)", Format::Binary16) == Texts{narrow, root});
  CHECK(seen("narrow(match) || feeds(sqrt)", "u = x / y; r = sqrt(u)", Format::Binary16) == Texts{narrow});
  CHECK(seen("narrow(match) || feeds(sqrt)", "u = x / y; r = sqrt(u)") == Texts{root});
  CHECK(seen("!narrow(match)", "u = x / y") == Texts{"unstable-form: "});
}
