// What several terms that join an accumulator come to by themselves.
#pragma once

#include "runtime/order/graph.h"

namespace fporder::order {

/// The sum (product) of the terms of one iteration of `reduce`, left to right, for patterns that are told of one term: ((x + y) + z) of Terms(x, y,
/// z). It is equal to what joins the accumulator over the reals only. The term itself where there is one.
NodeId joinedTerms(Graph &graph, NodeId reduce);

} // namespace fporder::order
