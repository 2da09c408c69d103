// Every ordering that is listed is the function that was written: against MPFR at 250 bits, on random expressions.
#include "../order/random_expressions.h"

#include "runtime/enumerate/enumerate.h"
#include "runtime/oracle/real_value.h"
#include "runtime/order/equality.h"
#include "runtime/order/roundings.h"

#include <doctest/doctest.h>

#include <unordered_set>

using namespace fporder;
using namespace fporder::enumerate;
using order::Graph;
using order::NodeId;

namespace {

/// Bits in which both values agree at a random point; nothing where one is undefined.
std::optional<double> agreement(const Graph &graph, NodeId left, NodeId right, std::uint64_t seed) {
  const oracle::LeafValues leaves = oracle::randomLeaves(seed);
  const oracle::RealValue first = oracle::evaluateReal(graph, left, leaves), second = oracle::evaluateReal(graph, right, leaves);
  if (first.status != oracle::RealValue::Status::Value || second.status != oracle::RealValue::Status::Value)
    return std::nullopt;
  return agreeingBits(first.value, second.value);
}

} // namespace

TEST_CASE("orderings of random arithmetic are equal over the reals, distinct, and counted") {
  const unsigned cases = order::propertyCases(5000, 300);
  if (cases < 5000)
    MESSAGE("reduced: ", cases, " of 5000 expressions");
  EnumerateOptions options;
  options.limits.orderings = 16;
  options.limits.nodes = 600;
  std::size_t listed = 0, compared = 0;
  for (unsigned index = 0; index < cases; ++index) {
    Graph graph;
    order::RandomExpressions random(graph, 1000 + index, {.everything = false, .operations = 8});
    const NodeId root = random.expression();
    const Enumeration found = enumerateOrderings(graph, root, {}, options);
    REQUIRE(found.orderings.front().node == root);
    std::unordered_set<std::uint32_t> values;
    for (const Ordering &ordering : found.orderings) {
      CHECK(values.insert(graph.value(exactFactorNormalForm(graph, ordering.node)).index).second);
      if (ordering.proof == Proof::Proven)
        CHECK(equalOverReals(graph, root, ordering.node, 7) == order::RealEquality::Equal);
      for (std::uint64_t seed = 1; seed <= 3; ++seed)
        if (const std::optional<double> bits = agreement(graph, root, ordering.node, seed)) {
          CHECK(*bits > 150);
          ++compared;
        }
      ++listed;
    }
  }
  CHECK(listed > 3 * cases);
  CHECK(compared > listed);
}

TEST_CASE("any graph can be enumerated: every operation, format and environment") {
  const unsigned cases = order::propertyCases(5000, 500);
  if (cases < 5000)
    MESSAGE("reduced: ", cases, " of 5000 graphs");
  EnumerateOptions options;
  options.limits.orderings = 8;
  options.limits.nodes = 500;
  for (unsigned index = 0; index < cases; ++index) {
    Graph graph;
    order::RandomExpressions random(graph, 50'000 + index, {.everything = true, .operations = 20});
    const NodeId root = random.expression();
    const Enumeration found = enumerateOrderings(graph, root, {}, options);
    REQUIRE(!found.orderings.empty());
    CHECK(found.orderings.size() <= 8);
    for (const Ordering &ordering : found.orderings)
      CHECK(graph[ordering.node].type == graph[root].type);
  }
}
