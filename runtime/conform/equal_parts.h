// Equality over the reals of long computations, part by part.
//
// Evaluation modulo primes discards points at which a root is taken of what is no square: of expressions with hundreds of roots hardly any are left.
// Two computations that are equal are so, as a rule, because they are written alike but for a few parts. Those are looked for from the results
// downwards, led by values on samples; each pair of parts is then proven equal with what the two have in common as inputs, and with all of them the
// whole is.
#pragma once

#include "runtime/order/graph.h"

#include <optional>
#include <utility>
#include <vector>

namespace fporder::conform {

using NodePair = std::pair<order::NodeId, order::NodeId>;

/// Parts that differ, and by whose equality `one` and `other` are equal; nothing where that is not shown.
std::optional<std::vector<NodePair>> equalParts(const order::Graph &graph, order::NodeId one, order::NodeId other);

} // namespace fporder::conform
