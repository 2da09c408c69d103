// What maxima and minima over loops start from, in one form: the first of their terms. A bound that no term is beyond (-INFINITY, -FLT_MAX, -1e30)
// and the first term as the start give what starting from the first term gives.
#pragma once

#include "runtime/order/graph.h"

#include <cstdint>
#include <functional>

namespace fporder::conform {

/// True where `initial` is an infinity, the format's last number or one beyond 2^64 in magnitude, to the side that `kind` does not choose.
bool isBound(const order::Graph &graph, order::NodeId initial, order::ReductionKind kind);

/// `term` at another index of its loop than its own; `normal` gives an integer its one form.
order::NodeId termAt(order::Graph &graph, order::NodeId term, std::uint32_t loop, order::NodeId index,
                     const std::function<order::NodeId(order::NodeId)> &normal);

} // namespace fporder::conform
