// Are two orderings the same function over the reals?
//
// Decided by evaluating both at random points modulo several 61-bit primes (Schwartz 1980, Zippel 1979). Functions other than + - * / are
// uninterpreted symbols over canonical arguments; casts are the identity over the reals; sqrt(x)^2 = x, abs and neg are understood where they are
// polynomial identities. For expressions of total degree d the probability of a wrong "equal" is below (d / 2^60)^rounds. "NotShown" is no proof of
// difference: log1p(x) and log(1 + x) are equal and not shown so.
#pragma once

#include "runtime/order/graph.h"

namespace fporder::order {

enum class RealEquality : std::uint8_t { Equal, NotShown };

/// `left` and `right` belong to `graph`. Deterministic: the points derive from `seed`. Division by zero at a point discards the point.
RealEquality equalOverReals(const Graph &graph, NodeId left, NodeId right, std::uint64_t seed = 42, unsigned rounds = 3);

} // namespace fporder::order
