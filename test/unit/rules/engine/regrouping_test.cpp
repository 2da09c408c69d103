// Which matches only group a sum or a product in another way.
#include "rules/engine/regrouping.h"

#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

using namespace fporder;

namespace {

struct Matched {
  Matched(const std::string &pattern, const std::string &statements, const std::string &family) : procedure(test::procedureOf(statements)) {
    const evidence::Slicer slicer(procedure);
    test::RuleDirectory directory;
    directory.rule(family, "own-rule", "FPO900", "match: " + pattern + "\n");
    const rules::RuleSet set = directory.load();
    const std::vector<rules::Match> matches = set.match(procedure);
    REQUIRE(!matches.empty());
    regroups = rules::isRegrouping(procedure.graph, matches[0]);
    shares = rules::isShared(procedure.graph, slicer, matches[0]);
  }
  order::Procedure procedure;
  bool regroups = false, shares = false;
};

bool regroups(const std::string &pattern, const std::string &statements, const std::string &family = "ordering") {
  return Matched(pattern, statements, family).regroups;
}

bool shares(const std::string &statements) { return Matched("a * (1 / c)", statements, "ordering").shares; }

} // namespace

TEST_CASE("regrouping: products alone and sums alone, of the ordering rules") {
  CHECK(regroups("(a * b) * c", "x * y * z"));
  CHECK(regroups("a + b + c", "x + y + z"));
  CHECK(regroups("a - b + c", "x - y + z"));
  CHECK(!regroups("(a * b) / c", "x * y / z"));
  CHECK(!regroups("a * b + c", "x * y + z"));
  CHECK(!regroups("(a * b) * c", "x * y * z", "cancellation"));
}

TEST_CASE("sharing: a reciprocal that other factors are multiplied by as well") {
  CHECK(!shares("x * (1 / y)"));
  CHECK(!shares("x * (1 / y) + x"));
  CHECK(shares("x * (1 / y) + z * (1 / y)"));
}
