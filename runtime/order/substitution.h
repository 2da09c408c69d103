// An expression with some of its nodes replaced.
#pragma once

#include "runtime/order/graph.h"

#include <functional>
#include <optional>

namespace fporder::order {

/// `root` with `instead(node)` in place of each node for which that is something; what it gives is taken as it is, and so is `node` itself, which is
/// then not looked into. What does not change is shared. Iterative.
NodeId substituted(Graph &graph, NodeId root, const std::function<std::optional<NodeId>(NodeId)> &instead);

} // namespace fporder::order
