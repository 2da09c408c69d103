// Differing parts said in the reference's order, on random expressions: the value over the reals stays, and the order is then the reference's.
#include "runtime/conform/rewriting.h"

#include "../order/random_rewrites.h"
#include "runtime/order/copy.h"
#include "runtime/order/equality.h"
#include "runtime/order/walk.h"
#include "written_procedure.h"

#include <algorithm>
#include <functional>
#include <map>

using namespace fporder;
using namespace fporder::conform;

namespace {

order::Procedure alone(const order::Graph &graph, order::NodeId node) {
  order::Procedure procedure;
  procedure.name = "f";
  order::Effect &effect = procedure.effects.emplace_back();
  effect.kind = order::Effect::Kind::Return;
  effect.node = order::GraphCopy(graph, procedure.graph)(node);
  return procedure;
}

Conformance compared(order::Procedure &ours, order::Procedure &theirs) {
  return compare({{&ours, findProfile("cpu")}, {&theirs, findProfile("cpu")}, {}}).at(0);
}

/// `procedure` with the rewritings in place of what they rewrite.
order::Procedure fixed(const order::Procedure &procedure, const std::vector<Rewriting> &rewritings) {
  std::map<order::NodeId, order::NodeId> orders;
  for (const Rewriting &rewriting : rewritings)
    orders.emplace(rewriting.root, rewriting.order);
  order::Procedure made;
  made.name = procedure.name;
  order::GraphCopy copy(procedure.graph, made.graph), plain(procedure.graph, made.graph);
  copy.replaceBy([&](order::NodeId node) {
    const auto found = orders.find(node);
    return found == orders.end() ? std::nullopt : std::optional(plain(found->second));
  });
  order::Effect &effect = made.effects.emplace_back(procedure.effects[0]);
  effect.node = copy(effect.node);
  return made;
}

/// True where one path leads to each rewritten operation. What is used twice and has no places is one operation, though the reference may have it in
/// two ways.
bool usedOnce(const order::Procedure &procedure, const std::vector<Rewriting> &rewritings) {
  std::vector<order::NodeId> nodes{procedure.effects[0].node};
  order::walkOperands(procedure.graph, nodes, UINT64_MAX, [](order::NodeId) { return order::Walk::Enter; });
  std::ranges::sort(nodes, std::greater<>());
  std::map<order::NodeId, std::uint64_t> paths{{nodes.front(), 1}};
  for (const order::NodeId node : nodes)
    for (const order::NodeId operand : procedure.graph.operands(node))
      paths[operand] = std::min<std::uint64_t>(paths[operand] + paths[node], 2);
  return std::ranges::all_of(rewritings, [&](const Rewriting &rewriting) { return paths[rewriting.root] == 1; });
}

std::string rewrittenText(std::string_view implementation, std::string_view reference) {
  order::Procedure ours = returning(implementation), theirs = returning(reference);
  const Conformance found = compared(ours, theirs);
  return found.rewritings.size() == 1 ? order::printInfix(ours.graph, found.rewritings[0].order, {}) : found.notRewritten;
}

} // namespace

TEST_CASE("the reference's operations over the implementation's operands") {
  CHECK(rewrittenText("w - a * b / c", "w - a * (b / c)") == "a * (b / c)");
  CHECK(rewrittenText("sqrt(a) * b / c", "b * (sqrt(a) / c)") == "b * (sqrt(a) / c)");
  CHECK(rewrittenText("(a + b) + c", "a + (b + c)") == "a + (b + c)");
}

TEST_CASE("a rewritten implementation has the reference's order and its old value") {
  const unsigned cases = order::propertyCases(20'000, 1'500);
  unsigned ordered = 0, rewritten = 0;
  for (unsigned seed = 0; seed < cases; ++seed) {
    order::Graph graph;
    order::RandomExpressions expressions(graph, seed, {.everything = false, .operations = 8});
    const order::NodeId node = expressions.expression();
    order::Procedure ours = alone(graph, node), theirs = alone(graph, order::Rewriter(graph, seed).rewrite(node));
    const Conformance found = compared(ours, theirs);
    if (found.verdict != Verdict::DifferentOrder) {
      REQUIRE(found.rewritings.empty());
      continue;
    }
    ++ordered;
    REQUIRE(found.rewritings.empty() != found.notRewritten.empty());
    if (found.rewritings.empty())
      continue;
    if (!usedOnce(ours, found.rewritings))
      continue;
    ++rewritten;
    INFO("seed " << seed << ": " << order::printInfix(ours.graph, ours.effects[0].node) << " and "
                 << order::printInfix(theirs.graph, theirs.effects[0].node));
    for (const Rewriting &rewriting : found.rewritings) {
      REQUIRE(rewriting.operations.back() == rewriting.root);
      REQUIRE(order::equalOverReals(ours.graph, rewriting.root, rewriting.order) == order::RealEquality::Equal);
    }
    order::Procedure after = fixed(ours, found.rewritings);
    const Conformance again = compared(after, theirs);
    INFO("with it " << order::printInfix(after.graph, after.effects[0].node) << ": " << again.message);
    CHECK(again.verdict <= Verdict::DifferentOperators);
  }
  MESSAGE(ordered << " in another order of " << cases << ", " << rewritten << " rewritten");
  CHECK(rewritten > ordered / 3);
}
