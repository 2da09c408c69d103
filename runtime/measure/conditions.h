// Conditions under which a program computes an expression, and what stands in the way of evaluating them.
#pragma once

#include "runtime/order/procedure.h"

#include <optional>
#include <string>
#include <vector>

namespace fporder::measure {

/// The conjuncts of a condition, which may be invalid; of a long one, some more than `most`.
std::vector<order::NodeId> conjuncts(const order::Graph &graph, order::NodeId condition, std::size_t most);

/// The nodes under `root` whose values make its own: not those that are indices of elements or bounds of loops only.
std::vector<order::NodeId> valuedUnder(const order::Graph &graph, order::NodeId root);

/// Why a condition cannot be evaluated on samples; empty when it can.
std::string notEvaluatedUnder(const order::Procedure &procedure, order::NodeId condition);

} // namespace fporder::measure
