#include "runtime/order/graph.h"
#include "runtime/order/index_table.h"

#include <doctest/doctest.h>

#include <map>
#include <random>

namespace fporder::order {

TEST_CASE("an index table numbers keys as std::map would, few and many") {
  std::mt19937 random(20261121);
  for (const std::uint32_t range : {8u, 40u, 100'000u}) {
    IndexMap<std::uint32_t> ours;
    std::map<std::uint32_t, std::uint32_t> theirs;
    for (std::uint32_t step = 0; step < 20'000; ++step) {
      const std::uint32_t key = random() % range * 64; // multiples share their low bits
      ours[key] += step;
      theirs[key] += step;
    }
    REQUIRE(ours.size() == theirs.size());
    for (const auto &[key, value] : theirs) {
      REQUIRE(ours.contains(key));
      REQUIRE(ours.at(key) == value);
    }
    CHECK(ours.find(7) == nullptr);
  }
  IndexTable table;
  CHECK(table.insert(5) == std::pair(0u, true));
  CHECK(table.insert(0) == std::pair(1u, true));
  CHECK(table.insert(5) == std::pair(0u, false));
  CHECK(table.find(1) == IndexTable::none);
}

TEST_CASE("the height over constants") {
  Graph graph;
  const ValueType real{format::Format::Binary64};
  const NodeId two = graph.constant(Number::fromInteger(2), real), x = graph.input("x", real);
  NodeId chain = graph.binary(Op::Add, two, two, real);
  CHECK(graph.constantHeight(two) == 0);
  CHECK(graph.constantHeight(chain) == 1);
  CHECK(graph.constantHeight(graph.binary(Op::Mul, chain, two, real)) == 2);
  CHECK(graph.constantHeight(x) == Graph::notConstant);
  CHECK(graph.constantHeight(graph.binary(Op::Mul, chain, x, real)) == Graph::notConstant);
  for (unsigned level = 1; level < 300; ++level) {
    CHECK(graph.constantHeight(chain) == (level < Graph::notConstant ? level : Graph::notConstant));
    chain = graph.unary(Op::Sqrt, chain, real);
  }
}

} // namespace fporder::order
