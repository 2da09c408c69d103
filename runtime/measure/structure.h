// What a graph computes, without the names of its leaves.
#pragma once

#include "runtime/order/graph.h"

#include <string>

namespace fporder::measure {

/// Graphs with the same text compute the same from the same leaves, node by node.
std::string structureOf(const order::Graph &graph);

} // namespace fporder::measure
