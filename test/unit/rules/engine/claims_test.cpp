// Which values a match says something of, seen by the assumptions that it names.
#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

using namespace fporder;
using order::NodeId;
using order::Op;
using Kind = order::Assumption::Kind;

namespace {

/// The first leaf of that operation; of inputs the one of that name.
NodeId leaf(const order::Procedure &procedure, Op op, std::string_view name) {
  for (std::uint32_t i = 0; i < procedure.graph.size(); ++i)
    if (procedure.graph[{i}].op == op && procedure.graph.symbol({i}) == name)
      return {i};
  FAIL("no leaf '" << std::string(name) << "'");
  return {};
}

/// Whether the only match rests on it that a leaf was not changed.
bool needs(const std::string &keys, const std::string &statements, const std::string &name, Op op = Op::Input) {
  test::RuleDirectory directory;
  directory.rule("cancellation", "own-rule", "FPO900", keys);
  const rules::RuleSet set = directory.load();
  order::Procedure procedure = test::procedureOf(statements);
  procedure.assume(leaf(procedure, op, name), {Kind::Unchanged, "because", {}});
  const std::vector<rules::Match> matches = set.match(procedure);
  REQUIRE(matches.size() == 1);
  return !matches[0].assumed.empty();
}

} // namespace

TEST_CASE("claims: conditions of an alternative identify their names as those of all do") {
  const std::string updating = "match: [{form: 'a + b * c', where: ['updates(a)']}]\n";
  CHECK(needs(updating, "w = w + u * v", "w"));
  CHECK_FALSE(needs(updating, "w = w + u * v", "u"));
}

TEST_CASE("claims: a condition that would warn identifies its names where it holds") {
  const std::string warned = "match: log(a)\nwarn-when: ['guarded(a)']\n";
  CHECK(needs(warned, "r = y > 0 ? log(y) : 0", "y"));
  CHECK_FALSE(needs(warned, "r = log(y)", "y"));
}

TEST_CASE("claims: a name that stands twice in a sum is one value, two names are two") {
  const std::string squares = "s = sum(k, v[k] * v[k], 0, n)";
  CHECK(needs("match: 'sum(i, x * x)'\n", squares, "v", Op::Element));
  CHECK_FALSE(needs("match: 'sum(i, x * y)'\n", squares, "v", Op::Element));
}

TEST_CASE("claims: a guard against zero has to test the value that is used") {
  const std::string reciprocal = "match: a * (1 / c)\n";
  CHECK(needs(reciprocal, "r = d == 0 ? 0 : 1 / d; u = x * r", "d"));
  CHECK_FALSE(needs(reciprocal, "r = 1 / d; u = x * r", "d"));
}
