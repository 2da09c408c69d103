// Numbers in floating point that are whole, since of whole numbers they are made.
#pragma once

#include "runtime/order/graph.h"

#include <functional>
#include <optional>

namespace fporder::order {

/// `node` was converted from an integer or rounded to one, or is a sum, product, remainder, minimum, maximum or choice of such and of whole
/// constants; not a constant alone. `constantOf`: the number that a node is where it is one; by default of constants alone. False beyond limits.def's
/// IntegralNodes.
bool isIntegral(const Graph &graph, NodeId node, const std::function<std::optional<Number>(NodeId)> &constantOf = {});

} // namespace fporder::order
