#include "analyzer/frontend/loops/lane_steps.h"

#include <doctest/doctest.h>

using namespace fporder::frontend;
using fporder::order::Schedule;

TEST_CASE("offsets that halve make a tree, those that double make pairs, others nothing that is known") {
  const auto order = [](llvm::SmallVector<std::uint32_t, 6> offsets, std::uint32_t width = 32) {
    return laneOrder({{LaneExchange::Way::Xor, width}, std::move(offsets)});
  };
  REQUIRE(order({16, 8, 4, 2, 1}));
  CHECK(order({16, 8, 4, 2, 1})->count == 32);
  CHECK(order({16, 8, 4, 2, 1})->schedule == Schedule::Tree);
  REQUIRE(order({1, 2, 4}, 8));
  CHECK(order({1, 2, 4}, 8)->count == 8);
  CHECK(order({1, 2, 4}, 8)->schedule == Schedule::Pairwise);
  REQUIRE(order({16, 8}));
  CHECK(order({16, 8})->count == 4);
  CHECK(order({16, 8})->stride == 8);
  CHECK_FALSE(order({}));
  CHECK_FALSE(order({5, 5, 5}));
  CHECK_FALSE(order({4, 1}));
  CHECK_FALSE(order({0}));
  CHECK_FALSE(order({8, 4, 2, 1}, 8)); // the first goes beyond the part
  CHECK_FALSE(order({4, 2, 1}, 0));
}
