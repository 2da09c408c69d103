// Which of several matches about the same operations become findings.
#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace fporder;
using test::procedureOf;
using test::RuleDirectory;

namespace {

constexpr const char *yielding = "match: a - b\nyields: true\n";

/// Slugs of what is found in the statements.
std::vector<std::string> found(const RuleDirectory &directory, const std::string &statements) {
  order::Procedure procedure = procedureOf(statements, format::Format::Binary32);
  std::vector<std::string> slugs;
  for (const rules::Match &match : directory.load().match(procedure))
    slugs.push_back(match.rule->slug);
  std::ranges::sort(slugs);
  return slugs;
}

} // namespace

TEST_CASE("a rule that yields is silent where another rule speaks of one of its operations") {
  RuleDirectory directory;
  directory.rule("cancellation", "searched", "FPO900", yielding);
  CHECK(found(directory, "r = x - y") == std::vector<std::string>{"searched"});
  directory.rule("cancellation", "specific", "FPO901", "match: 'a - b'\n");
  CHECK(found(directory, "r = x - y") == std::vector<std::string>{"specific"});
}

TEST_CASE("a rule that yields silences remarks that only regroup its operations") {
  RuleDirectory directory;
  directory.rule("cancellation", "searched", "FPO900", "match: (a - b) - c\nyields: true\n");
  directory.rule("ordering", "regrouped", "FPO901", "match: (a - b) - c\norders: ['a - (b + c)']\n");
  CHECK(found(directory, "r = x - y - z") == std::vector<std::string>{"searched"});
}
