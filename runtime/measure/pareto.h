// The orderings worth offering: none other is better in both error and cost.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fporder::measure {

struct ParetoPoint {
  double error = 0, cost = 0;
};

/// Indices of the points that no other point dominates (not worse in either, better in one), ascending in cost. Of points equal in both the first one
/// stands for all. Points with a NaN are never on the front; infinities are ordinary values.
std::vector<std::size_t> paretoFront(std::span<const ParetoPoint> points);

} // namespace fporder::measure
