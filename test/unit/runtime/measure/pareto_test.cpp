#include "runtime/measure/pareto.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

using namespace fporder::measure;

namespace {

bool dominates(const ParetoPoint &left, const ParetoPoint &right) {
  return left.error <= right.error && left.cost <= right.cost && (left.error < right.error || left.cost < right.cost);
}

} // namespace

TEST_CASE("the front of a few points") {
  const ParetoPoint points[]{{3, 1}, {1, 3}, {2, 2}, {2, 2}, {3, 3}, {1, 4}, {NAN, 0}, {0, NAN}};
  CHECK(paretoFront(points) == std::vector<std::size_t>{0, 2, 1});
  CHECK(paretoFront({}).empty());
  const ParetoPoint infinite[]{{std::numeric_limits<double>::infinity(), 1}, {5, 2}};
  CHECK(paretoFront(infinite) == std::vector<std::size_t>{0, 1});
}

TEST_CASE("the front against its definition") {
  std::mt19937_64 random(7);
  for (unsigned round = 0; round < 2000; ++round) {
    std::vector<ParetoPoint> points(1 + random() % 20);
    for (ParetoPoint &point : points)
      point = {static_cast<double>(random() % 6), static_cast<double>(random() % 6)};
    std::vector<bool> onFront(points.size());
    for (const std::size_t index : paretoFront(points))
      onFront[index] = true;
    for (std::size_t index = 0; index < points.size(); ++index) {
      bool expected = true;
      for (std::size_t other = 0; other < points.size(); ++other) {
        const bool earlierTwin = other < index && points[other].error == points[index].error && points[other].cost == points[index].cost;
        expected = expected && !dominates(points[other], points[index]) && !earlierTwin;
      }
      CHECK(onFront[index] == expected);
    }
  }
}
