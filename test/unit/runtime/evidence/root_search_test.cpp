// Better orders of what leaves a function: found where digits are lost and an order keeps them, and nowhere else.
#include "runtime/evidence/root_search.h"

#include "runtime/enumerate/identity.h"
#include "runtime/order/infix.h"
#include "test/unit/runtime/evidence/written_candidate.h"

#include <doctest/doctest.h>

#include <string>

using namespace fporder;
using namespace fporder::evidence;
using test::WrittenCandidate;

namespace {

std::vector<FoundOrder> found(const std::string &written, SearchBudget &budget, WrittenCandidate &made) {
  made.returned(made.parse(written));
  return searchRoots(made.procedure, enumerate::basicIdentities, 1, budget);
}

std::string orderOf(const std::string &written) {
  SearchBudget budget;
  WrittenCandidate made("x", {});
  const std::vector<FoundOrder> all = found(written, budget, made);
  REQUIRE(all.size() <= 1);
  return all.empty() ? "" : order::printInfix(made.graph, all.front().order);
}

} // namespace

TEST_CASE("root search: orders that keep the digits which the written one loses") {
  CHECK(orderOf("sqrt(x + 1) - sqrt(x)") == "1 / (sqrt(x + 1) + sqrt(x))");
  CHECK(orderOf("exp(x) - 1") == "expm1(x)");
  CHECK(orderOf("1 / (x + 1) - 1 / x").find("- 1 / x") == std::string::npos);
  CHECK(orderOf("cos(x + y) - cos(x)").find("sin") != std::string::npos);
}

TEST_CASE("root search: nothing where the written order loses next to nothing, or no order is better") {
  CHECK(orderOf("a * b / c").empty());
  CHECK(orderOf("sqrt(a * a + 1)").empty());
  CHECK(orderOf("a - b").empty());
  CHECK(orderOf("sqrt(a) + sqrt(b)").empty());
}

TEST_CASE("root search: what cancels over the reals is meant to round") {
  CHECK(orderOf("4097 * a - (4097 * a - a)").empty());
  CHECK(orderOf("(a + 12582912) - 12582912").empty());
  CHECK(orderOf("(a + b) - a").empty());
}

TEST_CASE("root search: figures are those of the family that loses most") {
  SearchBudget budget;
  WrittenCandidate made("x", {});
  const std::vector<FoundOrder> all = found("exp(x) - 1", budget, made);
  REQUIRE(all.size() == 1);
  CHECK(all.front().lost > lossSearched);
  CHECK(all.front().left < 1);
  CHECK_FALSE(all.front().family.empty());
}

TEST_CASE("root search: a budget that is spent ends it, one that is none does not") {
  SearchBudget spent;
  spent.nodes = 0; // nothing left
  WrittenCandidate made("x", {});
  CHECK(found("exp(x) - 1", spent, made).empty());
  spent.exhaustive = true;
  WrittenCandidate again("x", {});
  CHECK(found("exp(x) - 1", spent, again).size() == 1);
}

TEST_CASE("root search: what no order was found for is not searched again") {
  SearchBudget budget;
  WrittenCandidate first("x", {}), second("x", {});
  CHECK(found("sqrt(a * a + 1)", budget, first).empty());
  const double left = budget.operations;
  CHECK_FALSE(budget.hopeless.empty());
  CHECK(found("sqrt(d * d + 1)", budget, second).empty());
  CHECK(budget.operations == left);
}
