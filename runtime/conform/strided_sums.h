// Sums over every c-th term, each with an accumulator of its own, as one sum: what an unrolled loop and its final additions add up.
#pragma once

#include "runtime/order/graph.h"

#include <string>
#include <vector>

namespace fporder::conform {

/// `sum`, an Add, whose addends include sums of f(c * i), f(c * i + 1), ... f(c * i + c - 1) over one range of i, with one sum of f(j) in their
/// place: over the reals. Itself where it has no such addends. Where i counts to n / c, n is taken for a multiple of c, which `assumed` then says.
order::NodeId stridedTogether(order::Graph &graph, order::NodeId sum, std::vector<std::string> &assumed);

} // namespace fporder::conform
