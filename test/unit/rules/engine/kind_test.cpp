#include "rules/engine/kind.h"

#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::rules;
using test::RuleDirectory;

namespace {

/// The levels of a sum as a rule of a user's own family finds it, with these keys; audit included.
std::string levels(const std::string &keys, const std::string &statements) {
  RuleDirectory directory;
  directory.rule("house", "own-rule", "FPO900", "match: 'sum(i, f, init)'\njudged-by: match\n" + keys);
  order::Procedure procedure = test::procedureOf(statements);
  procedure.effects.clear(); // stores are no uses of what is only tested
  const RuleSet set = directory.load();
  std::string found;
  for (const Match &match : set.match(procedure, {.least = Severity::Audit}))
    found += std::string(name(match.severity)) + " ";
  return found;
}

} // namespace

TEST_CASE("kind: a family of that name has it, any other is a form") {
  for (const KindTraits &row : kinds())
    CHECK(traits(kindOfFamily(row.family)).name == row.name);
  CHECK(kindOfFamily("house") == Kind::Form);
  CHECK(traits(Kind::Reduction).isOfLoops);
}

TEST_CASE("kind: a user's family gets what its document asks for") {
  const std::string tested = "s = sum(i, f[i]); s > 3 ? 1 : 0"; // only compared with a constant
  CHECK(levels("", tested) == "remark ");
  CHECK(levels("kind: reduction\n", tested) == "audit ");
  CHECK(levels("kind: conversion\n", tested) == "remark ");
}

TEST_CASE("kind: a wrong one is an error") {
  RuleDirectory directory;
  directory.rule("house", "own-rule", "FPO900", "match: a / b\nkind: orderings\n");
  const std::vector<std::string> errors = directory.errors();
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].ends_with("unknown kind 'orderings' (did you mean 'ordering'?)"));
}
