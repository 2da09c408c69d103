#include "rules/engine/embedded.h"
#include "rules/engine/loader.h"
#include "rules/engine/match.h"
#include "test/unit/rules/engine/build_procedure.h"

#include <doctest/doctest.h>

#include <set>

using namespace fporder;

namespace {

std::string describe(const rules::DocumentError &error) {
  return error.place.file + ":" + std::to_string(error.place.line) + ":" + std::to_string(error.place.column) + ": " + error.message;
}

} // namespace

TEST_CASE("the built-in documents load without an error") {
  std::vector<rules::DocumentError> errors;
  rules::RuleSet set = rules::RuleSet::builtIn(&errors);
  for (const rules::DocumentError &error : errors)
    FAIL_CHECK(describe(error));
  CHECK(set.rules().size() >= 32);
}

TEST_CASE("every order of a built-in rule equals its match over the reals, or says why") {
  for (const rules::EmbeddedRule &embedded : rules::embeddedRules()) {
    std::vector<rules::DocumentError> errors;
    rules::DocumentContext context{std::string(embedded.file), std::string(embedded.slug), std::string(embedded.family), embedded.hook != nullptr};
    rules::LoadedRule loaded = rules::loadRule(embedded.text, context, errors);
    if (loaded.rule)
      rules::verifyOrders(loaded, errors);
    for (const rules::DocumentError &error : errors)
      FAIL_CHECK(describe(error));
  }
}

TEST_CASE("built-in rules have unique ids and slugs, and supersede only rules that exist") {
  rules::RuleSet set = rules::RuleSet::builtIn();
  std::set<std::string> names;
  for (const auto &rule : set.rules()) {
    CHECK_MESSAGE(names.insert(rule->id).second, rule->id);
    CHECK_MESSAGE(names.insert(rule->slug).second, rule->slug);
    CHECK(set.find(rule->slug) == rule.get());
    CHECK(set.find("fporder-" + rule->slug) == rule.get());
    for (const std::string &slug : rule->supersedes)
      CHECK_MESSAGE(set.find(slug) != nullptr, rule->slug << " supersedes " << slug);
  }
}

TEST_CASE("the seed's case: a product formed before the division, across statements, feeding a subtraction") {
  rules::RuleSet set = rules::RuleSet::builtIn();
  order::Procedure procedure = test::procedureOf("t = lr * m; d = sqrt(v) + eps; u = t / d; w = w - u", format::Format::Binary32);
  std::vector<rules::Match> matches = set.match(procedure);
  REQUIRE(matches.size() == 1);
  const rules::Match &match = matches[0];
  CHECK(match.rule->slug == "mul-then-div");
  CHECK(match.severity == rules::Severity::Warning);
  REQUIRE(!match.evidence.empty());
  CHECK(match.evidence[0].kind == "cancelling-consumer");
  CHECK(match.orders.size() >= 2);
  REQUIRE(!match.notes.empty());
  CHECK(match.notes[0].message == "'lr * m' is formed here");
  CHECK(procedure.graph.place(match.notes[0].place).line == 1);
  CHECK(procedure.graph.place(procedure.graph[match.root].place).line == 3);
}
