// Against a plain walk, on random graphs: narrow ones, whose paths are long, and broad ones.
#include "runtime/order/index_table.h"
#include "runtime/order/reachability.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

using namespace fporder;
using namespace fporder::order;

namespace {

constexpr ValueType number{format::Format::Binary64, Shape::Scalar};

bool walked(const Graph &graph, NodeId outer, ValueId inner) {
  std::vector<NodeId> work{outer};
  IndexTable seen;
  while (!work.empty()) {
    const NodeId node = work.back();
    work.pop_back();
    if (!seen.insert(node.index).second)
      continue;
    if (graph.value(node) == inner)
      return true;
    work.insert(work.end(), graph.operands(node).begin(), graph.operands(node).end());
  }
  return false;
}

/// Operations over nodes no further back than `reach`.
void grow(Graph &graph, std::mt19937 &random, std::size_t count, std::uint32_t reach) {
  const auto any = [&] {
    const auto size = static_cast<std::uint32_t>(graph.size());
    const std::uint32_t span = std::min(size, reach);
    return NodeId{size - 1 - std::uniform_int_distribution<std::uint32_t>(0, span - 1)(random)};
  };
  for (std::size_t i = 0; i < count; ++i)
    if (i % 7 == 0 || graph.size() == 0)
      graph.input("x" + std::to_string(graph.size()), number);
    else
      graph.binary(i % 3 ? Op::Add : Op::Div, any(), any(), number);
}

} // namespace

TEST_CASE("what occurs in an expression, as a walk finds it") {
  std::mt19937 random(20261122);
  std::size_t asked = 0, yes = 0;
  for (const std::uint32_t reach : {3U, 12U, 100U, 4000U}) {
    Graph graph;
    Reachability index(graph);
    grow(graph, random, 2000, reach);
    for (unsigned round = 0; round < 2; ++round) {
      const auto any = [&] { return NodeId{std::uniform_int_distribution<std::uint32_t>(0, static_cast<std::uint32_t>(graph.size()) - 1)(random)}; };
      for (unsigned i = 0; i < 1500; ++i) {
        const NodeId outer = any(), inner = any();
        const bool expected = walked(graph, outer, graph.value(inner));
        REQUIRE(index.occursIn(outer, graph.value(inner)) == expected);
        ++asked;
        yes += expected;
      }
      grow(graph, random, 300, reach); // nodes made since the index was built
    }
  }
  CHECK(yes > asked / 50);
  CHECK(yes < asked - asked / 50);
}

TEST_CASE("equal values at other places occur") {
  Graph graph;
  const NodeId a = graph.input("a", number), b = graph.input("b", number);
  const NodeId sum = graph.binary(Op::Add, a, b, number), commuted = graph.binary(Op::Add, b, a, number);
  const NodeId quotient = graph.binary(Op::Div, sum, a, number);
  CHECK(Reachability(graph).occursIn(quotient, graph.value(commuted)));
  CHECK_FALSE(Reachability(graph).occursIn(sum, graph.value(quotient)));
}
