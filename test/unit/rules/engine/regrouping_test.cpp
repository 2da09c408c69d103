// Which matches only group a sum or a product in another way.
#include "rules/engine/regrouping.h"

#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

using namespace fporder;

namespace {

bool regroups(const std::string &pattern, const std::string &statements, const std::string &family = "ordering") {
  test::RuleDirectory directory;
  directory.rule(family, "own-rule", "FPO900", "match: " + pattern + "\n");
  const rules::RuleSet set = directory.load();
  order::Procedure procedure = test::procedureOf(statements);
  const std::vector<rules::Match> matches = set.match(procedure);
  REQUIRE(matches.size() == 1);
  return rules::isRegrouping(procedure.graph, matches[0]);
}

} // namespace

TEST_CASE("regrouping: products alone and sums alone, of the ordering rules") {
  CHECK(regroups("(a * b) * c", "x * y * z"));
  CHECK(regroups("a + b + c", "x + y + z"));
  CHECK(regroups("a - b + c", "x - y + z"));
  CHECK(!regroups("(a * b) / c", "x * y / z"));
  CHECK(!regroups("a * b + c", "x * y + z"));
  CHECK(!regroups("(a * b) * c", "x * y * z", "cancellation"));
}
