#include "rules/engine/loader.h"

#include <doctest/doctest.h>

using namespace fporder::rules;

namespace {

using Texts = std::vector<std::string>;

/// "line:column: message" of what cannot be shown; the keys begin on line 8.
Texts refused(const std::string &keys) {
  std::vector<DocumentError> errors;
  const LoadedRule loaded = loadRule("---\nid: FPO900\nslug: own-rule\nfamily: ordering\ntitle: t\nmessage: m\nseverity: remark\n" + keys + "---\n",
                                     {"rule.md", "own-rule", "ordering", false}, errors);
  REQUIRE(errors.empty());
  verifyOrders(loaded, errors);
  Texts result;
  for (const DocumentError &error : errors)
    result.push_back(std::to_string(error.place.line) + ":" + std::to_string(error.place.column) + ": " + error.message);
  return result;
}

bool isShown(const std::string &form, const std::string &order) { return refused("match: '" + form + "'\norders: ['" + order + "']\n").empty(); }

} // namespace

TEST_CASE("verify: an order that is not equal over the reals is refused, unless it says why it is") {
  CHECK(refused("match: a * b / c\norders: [a / (b * c), a * (b / c)]\n") ==
        Texts{"9:10: the order 'a / (b * c)' cannot be shown to equal 'a * b / c' over the reals; where it does, say why in 'equal'"});
  CHECK(refused("match: a * b / c\norders: [{to: a / (b * c), equal: b is one}]\n").empty());
  CHECK(isShown("(x - y) * (x + y)", "x * x - y * y"));
  CHECK(isShown("sqrt(a) * sqrt(a)", "a"));
  CHECK_FALSE(isShown("sqrt(a * a)", "a"));
  CHECK(isShown("a / b", "-(-match)"));
  CHECK(isShown("cast(a * b) / c", "a * (b / c)"));
  CHECK(isShown("a * b - c * d", "unfused(a * b - c * d)"));
}

TEST_CASE("verify: sums over one index go over one range, and names that stand inside alone depend on it") {
  CHECK(isShown("sum(i, x * x) - sum(i, x)", "sum(i, x * x - x)"));
  CHECK(isShown("sum(i, s * x) / s", "sum(i, x)"));
  CHECK_FALSE(isShown("sum(i, s * x)", "s * sum(i, x)"));
  CHECK_FALSE(isShown("sum(i, x) * sum(i, y)", "sum(i, x * y)"));
}

TEST_CASE("verify: an order of all alternatives is held against each that binds its names") {
  CHECK(refused("match: ['a * b', 'b / a', 'exp(x)']\norders: [b * a]\n") ==
        Texts{"9:10: the order 'b * a' cannot be shown to equal 'b / a' over the reals; where it does, say why in 'equal'"});
  CHECK(refused("match:\n  - {form: a * b, orders: [b * a]}\n  - {form: b / a, orders: [b * (1 / a)]}\n").empty());
}
