// Whether a point at which two expressions have other values proves that they are other formulas.
#pragma once

#include "runtime/order/graph.h"

#include <cstdint>
#include <functional>
#include <string>

namespace fporder::conform {

/// What is known of an input by its number.
struct KnownInput {
  std::string name;
  bool isNumber = false; // one side reads it as a number, no element of an array
};

/// Why such a point proves nothing of two translated outputs: only one calls a function of which nothing is known, or one reads as a number what the
/// other reads as elements of an array, at indices that are not the output's own. Empty where it proves what it shows; a clause, lower case, no final
/// period.
std::string whyNoPointProves(const order::Graph &graph, order::NodeId implementation, order::NodeId reference,
                             const std::function<KnownInput(std::uint32_t)> &input);

} // namespace fporder::conform
