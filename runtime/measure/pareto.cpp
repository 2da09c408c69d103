#include "runtime/measure/pareto.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace fporder::measure {

std::vector<std::size_t> paretoFront(std::span<const ParetoPoint> points) {
  std::vector<std::size_t> order;
  for (std::size_t index = 0; index < points.size(); ++index)
    if (!std::isnan(points[index].error) && !std::isnan(points[index].cost))
      order.push_back(index);
  std::ranges::sort(order, {}, [&](std::size_t index) { return std::tuple(points[index].cost, points[index].error, index); });
  std::vector<std::size_t> front;
  for (const std::size_t index : order)
    if (front.empty() || points[index].error < points[front.back()].error)
      front.push_back(index);
  return front;
}

} // namespace fporder::measure
