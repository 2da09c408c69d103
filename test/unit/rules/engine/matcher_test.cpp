#include "rules/engine/matcher.h"

#include "runtime/order/infix.h"
#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::rules;
using order::Op;
using test::RuleDirectory;

namespace {

constexpr std::uint32_t anything = ~std::uint32_t{0};

RuleSet ownRule(const std::string &keys) {
  RuleDirectory directory;
  directory.rule("cancellation", "own-rule", "FPO900", keys);
  return directory.load();
}

/// Names that the only match binds, in the pattern's order.
std::string bound(const std::string &keys, const std::string &statements) {
  const RuleSet set = ownRule(keys);
  order::Procedure procedure = test::procedureOf(statements);
  const std::vector<Match> matches = set.match(procedure);
  REQUIRE(matches.size() == 1);
  std::string names;
  for (const Binding &binding : matches[0].bindings)
    names += binding.variable + "=" + order::printInfix(procedure.graph, binding.node) + " ";
  return names;
}

} // namespace

TEST_CASE("matcher: an index of roots knows what the operands can look like") {
  std::vector<DocumentError> errors;
  LoadedRule loaded = loadRule("---\nid: FPO900\nslug: own-rule\nfamily: cancellation\ntitle: t\nmessage: m\nseverity: remark\n"
                               "match: ['x * x - y', 'x * x', 'a * b + c']\n---\n",
                               {"rule.md", "own-rule", "cancellation", false}, errors);
  REQUIRE(errors.empty());
  std::vector<ActiveRule> active;
  active.push_back({loaded.rule.get(), loaded.patterns, nullptr});
  RootIndex index;
  index.build(active);
  CHECK(index.at(Op::Div).empty());
  REQUIRE(index.at(Op::Sub).size() == 1);
  REQUIRE(index.at(Op::Mul).size() == 1);
  REQUIRE(index.at(Op::Add).size() == 1);
  const RootIndex::Entry difference = index.at(Op::Sub)[0], square = index.at(Op::Mul)[0], sum = index.at(Op::Add)[0];
  CHECK(difference.pattern == 0);
  CHECK(difference.left == shapeBit(Op::Mul));
  CHECK(difference.right == anything);
  const RootIndex::Operands productFirst{shapeBit(Op::Mul), shapeBit(Op::Input), false}, productLast{shapeBit(Op::Input), shapeBit(Op::Mul), false};
  CHECK(productFirst.fit(difference));
  CHECK_FALSE(productLast.fit(difference));
  CHECK(productLast.fit(sum)); // a sum commutes
  CHECK_FALSE(RootIndex::Operands{shapeBit(Op::Input), shapeBit(Op::Input), true}.fit(sum));
  CHECK_FALSE(productFirst.fit(square));
  CHECK(RootIndex::Operands{shapeBit(Op::Input), shapeBit(Op::Input), true}.fit(square));
  index.build({});
  CHECK(index.at(Op::Add).empty());
}

TEST_CASE("matcher: the first alternative that matches wins, and the next where its conditions fail") {
  const std::string keys = "match:\n  - {form: p / 2, where: ['rounded(p)']}\n  - {form: a / b}\n  - {form: c / 2}\n";
  CHECK(bound(keys, "u = x * y / 2") == "p=x * y ");
  CHECK(bound(keys, "u = x / 2") == "a=x b=2 ");
  CHECK(bound(keys, "u = x / y") == "a=x b=y ");
}

TEST_CASE("matcher: an operation has one match of a rule, however often it runs") {
  const RuleSet set = ownRule("match: a / b\n");
  order::Procedure procedure = test::procedureOf("u = x / y");
  procedure.computations.push_back(procedure.computations.back());
  CHECK(set.match(procedure).size() == 1);
  procedure.computations.clear();
  CHECK(set.match(procedure).empty());
}

TEST_CASE("matcher: an order of what has the form on one path has what is written on the other path beside it") {
  const RuleSet set = ownRule("match: (a * b) / c\norders: [a * (b / c)]\n");
  const auto orders = [&](const std::string &choice) {
    order::Procedure procedure = test::procedureOf("r = " + choice + "; u = r / v");
    std::string text;
    for (const Match &match : set.match(procedure))
      for (const Order &order : match.orders)
        text += order.written ? "" : order::printInfix(procedure.graph, order.node);
    return text;
  };
  CHECK(orders("z > 0 ? x * y : w") == "z > 0 ? x * (y / v) : w / v");
  CHECK(orders("z > 0 ? w : x * y") == "z > 0 ? w / v : x * (y / v)");
}

TEST_CASE("matcher: what has the form on one path stands under that path's condition") {
  const RuleSet set = ownRule("match: (a * b) / c\n");
  for (const auto &[choice, condition] : {std::pair("z > 0 ? x * y : w", "z > 0"), std::pair("z > 0 ? w : x * y", "!(z > 0)")}) {
    order::Procedure procedure = test::procedureOf("r = " + std::string(choice) + "; u = r / v");
    const std::vector<Match> matches = set.match(procedure);
    REQUIRE(matches.size() == 1);
    CHECK(matches[0].onePath);
    REQUIRE(matches[0].guard);
    CHECK(order::printInfix(procedure.graph, matches[0].guard) == condition);
    REQUIRE(!matches[0].notes.empty());
    CHECK(matches[0].notes[0].message == "one operand has this form on one of the paths that lead here");
  }
  order::Procedure plain = test::procedureOf("u = x * y / v");
  const std::vector<Match> matches = set.match(plain);
  REQUIRE(matches.size() == 1);
  CHECK_FALSE(matches[0].onePath);
  CHECK_FALSE(matches[0].guard);
}
