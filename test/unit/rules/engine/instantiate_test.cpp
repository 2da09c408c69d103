// Orders of a document, built over what a match bound: sums in other schedules, over indices of their own, and trip counts.
#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

using namespace fporder;

namespace {

/// The orders of the one match of a rule's keys, the written one left out, as infix.
std::vector<std::string> orders(const std::string &keys, const std::string &statements, const rules::MatchOptions &options = {}) {
  test::RuleDirectory directory;
  directory.rule("cancellation", "own-rule", "FPO900", keys, "warning");
  const rules::RuleSet set = directory.load();
  order::Procedure procedure = test::procedureOf(statements, format::Format::Binary32);
  const std::vector<rules::Match> matches = set.match(procedure, options);
  REQUIRE(matches.size() == 1);
  std::vector<std::string> texts;
  for (const rules::Order &order : matches[0].orders)
    if (!order.written)
      texts.push_back(order::printInfix(procedure.graph, order.node));
  return texts;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("orders: a sum in another schedule keeps its trip count") {
  CHECK(orders("match: 'sum(i, f, init)'\norders:\n  - {to: 'sum<pairwise>(i, f, init)', stable: true}\n", "s = sum(k, x[k], 0, n)") ==
        Texts{"sum<pairwise>(k, x[k], 0, n)"});
}

TEST_CASE("orders: a sum over an index that the match does not have goes through the matched loop once more") {
  const std::string keys = "match: 'sum(i, x * x)'\norders:\n"
                           "  - {to: 'sum(i, (x - sum<sequential>(j, x)) * x)', stable: true, equal: 'none, for a test'}\n";
  CHECK(orders(keys, "s = sum(k, x[k] * x[k], 0, n)").at(0) == "sum(k, (x[k] - sum(k@1, x[k@1], 0, n)) * x[k], 0, n)");
}

TEST_CASE("orders: how many terms the matched sum has, where that is known") {
  const std::string keys = "match: 'sum(i, f, init)'\norders:\n  - {to: 'init + trips(match) * f', stable: true, equal: 'one term'}\n";
  CHECK(orders(keys, "s = sum(k, h, x, n)") == Texts{"x + n * h"});
  CHECK(orders(keys, "s = sum(k, h, x)").empty());
}

TEST_CASE("orders: a recurrence goes through the matched loop, from its first index by its step") {
  const std::string keys =
      "match: 'sum(i, x * x) - sum(i, x) / n'\norders:\n"
      "  - {to: 'recurrence(k, v = 0, m = n; v + (x - m) / (k + 1), x; trips(match)) * n', stable: true, equal: 'none, for a test'}\n";
  CHECK(orders(keys, "s = sum(l, a[l] * a[l], 0, c) - sum(l, a[l], 0, c) / d").at(0) ==
        "recurrence(k, v = 0, m = d; v + (a[k] - m) / (cast<binary32>(k) + 1), a[k]; c) * d");
  CHECK(orders(keys, "s = sum(l, a[l] * a[l], 0, c, 3, 2) - sum(l, a[l], 0, c, 3, 2) / d").at(0) ==
        "recurrence(k, v = 0, m = d; v + (a[k * 2 + 3] - m) / (cast<binary32>(k) + 1), a[k * 2 + 3]; c) * d");
  CHECK(orders(keys, "s = sum(l, a[l] * a[l]) - sum(l, a[l]) / d").empty());
}

TEST_CASE("orders: the index of a sum is no value of an order, that of a recurrence is") {
  const std::string keys = "match: 'sum(i, x)'\norders:\n  - {to: '", end = "', stable: true, equal: 'none, for a test'}\n";
  CHECK(orders(keys + "sum(i, i * x)" + end, "s = sum(k, a[k], 0, n)").empty());
  CHECK(orders(keys + "sum(j, j * x)" + end, "s = sum(k, a[k], 0, n)").empty());
  CHECK(orders(keys + "recurrence(j, v = 0; v + j * x; trips(match))" + end, "s = sum(k, a[k], 0, n)") ==
        Texts{"recurrence(j, v = 0; v + cast<binary32>(j) * a[j]; n)"});
}

TEST_CASE("orders: terms are counted by the trip count of the match's sums alone") {
  const std::string keys = "match: 'sum(i, x) / n'\nwhere: ['counts_terms(n)']\norders:\n  - {to: 'sum<pairwise>(i, x) / n', stable: true}\n";
  CHECK(orders(keys, "s = sum(k, x[k], 0, n) / n").size() == 1);
  test::RuleDirectory directory;
  directory.rule("cancellation", "own-rule", "FPO900", keys, "warning");
  const rules::RuleSet set = directory.load();
  for (const char *other : {"s = sum(k, x[k], 0, m) / n", "s = sum(k, x[k]) / n", "s = sum(k, x[k], 0, 8) / 7"}) {
    CAPTURE(std::string(other));
    order::Procedure procedure = test::procedureOf(other, format::Format::Binary32);
    CHECK(set.match(procedure).empty());
  }
}

TEST_CASE("orders: what a pattern sums over one index is summed over one range") {
  const std::string keys = "match: 'sum(i, x * x) - sum(i, x)'\norders:\n  - {to: 'sum(i, x * x - x)', stable: true}\n";
  CHECK(orders(keys, "s = sum(k, x[k] * x[k], 0, n) - sum(l, x[l], 0, n)").size() == 1);
  test::RuleDirectory directory;
  directory.rule("cancellation", "own-rule", "FPO900", keys, "warning");
  const rules::RuleSet set = directory.load();
  for (const char *other : {"s = sum(k, x[k] * x[k], 0, n) - sum(l, x[l], 0, m)", "s = sum(k, x[k] * x[k], 0, n, 0, 1) - sum(l, x[l], 0, n, 1, 1)",
                            "s = sum(k, x[k] * x[k], 0, n) - sum(l, x[l], 0, n, 0, 2)"}) {
    CAPTURE(std::string(other));
    order::Procedure procedure = test::procedureOf(other, format::Format::Binary32);
    CHECK(set.match(procedure).empty());
  }
}
