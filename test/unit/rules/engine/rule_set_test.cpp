#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

#include <utility>

using namespace fporder;
using rules::RuleSet;
using test::RuleDirectory;

namespace {

/// Slugs of what the rules find, in the order of the procedure.
std::string found(const RuleSet &set, const std::string &statements) {
  order::Procedure procedure = test::procedureOf(statements);
  std::string slugs;
  for (const rules::Match &match : set.match(procedure))
    slugs += match.rule->slug + " ";
  return slugs;
}

std::string selected(const RuleDirectory &directory, const std::string &globs) {
  RuleSet set = directory.load();
  set.select(globs);
  std::string slugs;
  for (const auto &rule : set.rules())
    slugs += rule->slug + " ";
  return slugs;
}

} // namespace

TEST_CASE("rule set: globs go over slugs, ids and families, the last that fits decides") {
  RuleDirectory directory;
  directory.rule("ordering", "alpha-one", "FPO900", "match: a * b / c\n");
  directory.rule("ordering", "alpha-two", "FPO911", "match: a * b / c\n");
  directory.rule("reduction", "beta-one", "FPO912", "match: a * b / c\n");
  CHECK(selected(directory, "*-one") == "alpha-one beta-one ");
  CHECK(selected(directory, "a*-*o") == "alpha-two ");
  CHECK(selected(directory, "ordering/*") == "alpha-one alpha-two ");
  CHECK(selected(directory, "fporder-ordering-*,-*-two") == "alpha-one ");
  CHECK(selected(directory, "FPO91*") == "alpha-two beta-one ");
  CHECK(selected(directory, "alpha-one\n\tbeta-one \r") == "alpha-one beta-one ");
  CHECK(selected(directory, "-*,*-two,-alpha-*,alpha-two") == "alpha-two ");
  CHECK(selected(directory, " , ") == "alpha-one alpha-two beta-one ");
  CHECK(selected(directory, "alpha") == "");
  const RuleSet set = directory.load();
  CHECK(set.unmatchedGlobs("alpha,ordering/*,-FPO8*,beta-*") == std::vector<std::string>{"alpha", "FPO8*"});
}

TEST_CASE("rule set: a rule that is not selected finds nothing and supersedes nothing") {
  RuleDirectory directory;
  directory.rule("cancellation", "outer", "FPO900", "match: x * x - y * y\nsupersedes: [inner]\n");
  directory.rule("cancellation", "inner", "FPO901", "match: a * b\n");
  const std::string statements = "u = p * p - q * q";
  RuleSet set = directory.load();
  CHECK(found(set, statements) == "outer ");
  set.select("-outer");
  CHECK(found(set, statements) == "inner inner ");
  set.select("-inner");
  CHECK(found(set, statements).empty());
}

TEST_CASE("rule set: rules are found by slug and id, unknown ones by what they are near") {
  RuleDirectory directory;
  directory.rule("ordering", "own-rule", "FPO900", "match: a * b / c\n");
  RuleSet loaded = directory.load();
  const rules::Rule *rule = loaded.find("own-rule");
  REQUIRE(rule != nullptr);
  const RuleSet set = std::move(loaded);
  for (const char *name : {"own-rule", "fporder-own-rule", "FPO900", "fporder-FPO900"})
    CHECK(set.find(name) == rule);
  CHECK(set.find("own") == nullptr);
  CHECK(set.nearestRule("own-rul") == "own-rule");
  CHECK(set.nearestRule("FPO90O") == "FPO900");
  CHECK(set.nearestRule("mul-then-div") == "");
}

TEST_CASE("rule set: the documents that were read tell two sets apart") {
  RuleDirectory directory;
  directory.rule("ordering", "own-rule", "FPO900", "match: a * b / c\n");
  const std::string before = directory.load().documents();
  CHECK(before.find("match: a * b / c\n") != std::string::npos);
  CHECK(before.find(directory.path()) != std::string::npos);
  CHECK(directory.load().documents() == before);
  directory.rule("ordering", "own-rule", "FPO900", "match: a * b / d\n");
  CHECK(directory.load().documents() != before);
  CHECK(RuleSet().documents().empty());
}

TEST_CASE("rule set: a document with a mistake is left out, the others are added as a user's") {
  RuleDirectory directory;
  directory.rule("ordering", "first", "FPO900", "match: a\n");
  directory.rule("ordering", "second", "FPO901", "match: a * b / c\n");
  RuleSet set;
  CHECK(set.addDirectory(directory.path()).size() == 1);
  REQUIRE(set.rules().size() == 1);
  CHECK(set.rules()[0]->slug == "second");
  CHECK(set.rules()[0]->isUsers);
  CHECK(set.addDirectory(directory.path()).size() == 2); // now the second is known already
  CHECK(set.rules().size() == 1);
}
