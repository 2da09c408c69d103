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

TEST_CASE("forming once: a quotient of what no loop changes, beside what it does, and no reciprocal") {
  const auto once = [](const std::string &statements) {
    order::Procedure procedure = test::procedureOf(statements);
    test::RuleDirectory directory;
    directory.rule("ordering", "own-rule", "FPO900", "match: p * (q / r)\n");
    const rules::RuleSet set = directory.load();
    const std::vector<rules::Match> matches = set.match(procedure);
    REQUIRE(matches.size() == 1);
    return rules::isFormedOnce(procedure.graph, matches[0]);
  };
  CHECK(once("s = sum(k, a[k] * (x / y))"));
  CHECK(!once("s = sum(k, a[k] * (x / b[k]))"));
  CHECK(!once("s = sum(k, a[k] * (1 / y))"));
  CHECK(!once("u = z * (x / y)"));
  CHECK(!once("s = sum(k, a[k] * (unseen(x) / y))")); // may be another value in each iteration
}

TEST_CASE("data: what is read through pointers and elements, and floating-point arguments") {
  using Kind = order::Storage::Kind;
  constexpr order::ValueType number{format::Format::Binary32, order::Shape::Scalar}, integer{format::Format::Integer, order::Shape::Scalar};
  const auto isData = [&](Kind kind, order::ValueType type) {
    order::Graph graph;
    const order::StorageId storage = graph.addStorage({.kind = kind, .number = 1, .name = "a"});
    const order::NodeId leaf = graph.intern({.op = order::Op::Input, .type = type, .symbol = "a", .storage = storage});
    rules::Match match;
    match.root = type == number ? leaf : graph.cast(leaf, number);
    return rules::isOfData(graph, match);
  };
  CHECK(isData(Kind::Parameter, number));
  CHECK(isData(Kind::Pointee, number));
  CHECK(!isData(Kind::Variable, number));
  CHECK(!isData(Kind::Parameter, integer));
}
