#include "rules/engine/predicate.h"

#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <set>

using namespace fporder;
using namespace fporder::rules;
using test::RuleDirectory;

namespace {

/// A predicate as a condition spells it, with names for its arguments.
std::string spelled(const Predicate &predicate) {
  const std::string name(predicate.name);
  if (predicate.last == Predicate::Last::Consumer)
    return name + "(word)";
  if (predicate.last == Predicate::Last::FormatName)
    return name + "(e, binary32)";
  const std::string call = name + (predicate.arguments == 0 ? "()" : predicate.arguments == 1 ? "(e)" : "(e, f)");
  switch (predicate.result) {
  case Predicate::Result::Number:
    return call + " >= 64";
  case Predicate::Result::FormatName:
    return call + " == binary16";
  case Predicate::Result::OperationName:
    return call + " == mul";
  case Predicate::Result::ScheduleName:
    return call + " == sequential";
  case Predicate::Result::Truth:
    return call;
  }
  return call;
}

/// The rows as README has them.
std::string table() {
  std::string text = "| predicate | holds when, or is |\n|---|---|\n";
  for (const Predicate &predicate : predicates())
    text += "| `" + spelled(predicate) + "` | " + std::string(predicate.meaning) + " |\n";
  return text;
}

std::string readme() {
  std::ifstream stream(FPORDER_SOURCE_DIR "/rules/README.md", std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Names of calls in the condition.
void callsUnder(const order::Graph &patterns, order::NodeId root, std::set<std::string_view> &names) {
  std::vector<order::NodeId> work{root};
  while (!work.empty()) {
    const order::NodeId node = work.back();
    work.pop_back();
    if (patterns[node].op == order::Op::Call)
      names.insert(patterns.symbol(node));
    const auto operands = patterns.operands(node);
    work.insert(work.end(), operands.begin(), operands.end());
  }
}

void addConditions(const Rule &rule, const std::vector<Pattern> &conditions, std::set<std::string_view> &names) {
  for (const Pattern &condition : conditions)
    callsUnder(rule.patterns, condition.root, names);
}

void addOrders(const Rule &rule, const std::vector<OrderSpec> &orders, std::set<std::string_view> &names) {
  for (const OrderSpec &order : orders) {
    addConditions(rule, order.sameBitsWhen, names);
    addConditions(rule, order.onlyWhen, names);
  }
}

} // namespace

TEST_CASE("predicates: README has the rows, of which there are at most 32, each with a name of its own") {
  CHECK(predicates().size() <= 32);
  std::set<std::string_view> names;
  for (const Predicate &predicate : predicates()) {
    CHECK(names.insert(predicate.name).second);
    CHECK_FALSE(isRetiredPredicate(predicate.name));
    CHECK((predicate.holds != nullptr) == (predicate.result == Predicate::Result::Truth));
  }
  INFO("expected in rules/README.md:\n" << table());
  CHECK(readme().find(table()) != std::string::npos);
}

TEST_CASE("predicates: some built-in rule uses each of them") {
  std::vector<DocumentError> errors;
  const RuleSet set = RuleSet::builtIn(&errors);
  CHECK(errors.empty());
  std::set<std::string_view> used;
  for (const std::unique_ptr<Rule> &each : set.rules()) {
    const Rule &rule = *each;
    addConditions(rule, rule.shared.where, used);
    addConditions(rule, rule.warnWhen, used);
    addOrders(rule, rule.shared.orders, used);
    for (const Quiet &quiet : rule.quiet)
      addConditions(rule, {quiet.when}, used);
    for (const Alternative &alternative : rule.alternatives) {
      addConditions(rule, alternative.own.where, used);
      addOrders(rule, alternative.own.orders, used);
    }
  }
  for (const Predicate &predicate : predicates())
    CHECK_MESSAGE(used.contains(predicate.name), predicate.name);
}

TEST_CASE("predicates: those that are gone load for one release more, with a warning, and do not hold") {
  RuleDirectory directory;
  directory.rule("ordering", "own-rule", "FPO900", "match: a / b\nwhere: ['!generated(a)', '!(value(b) == 1)']\n");
  RuleSet set;
  std::vector<DocumentError> outdated;
  REQUIRE(set.addDirectory(directory.path(), &outdated).empty());
  REQUIRE(outdated.size() == 2);
  CHECK(outdated[0].message == "'generated' is no predicate any more: it is taken not to hold");
  CHECK(outdated[1].message == "'value' is no predicate any more: it is taken not to hold");
}
