// What a graph computes, without the names of its leaves.
#pragma once

#include "runtime/order/graph.h"

#include <span>
#include <string>

namespace fporder::measure {

/// Graphs with the same text compute the same from the same leaves, node by node.
std::string structureOf(const order::Graph &graph);

/// The same of what `roots` are computed from, with the roots themselves, whatever else the graph holds. A template's open format counts as `open`.
std::string structureOf(const order::Graph &graph, std::span<const order::NodeId> roots, format::Format open);

} // namespace fporder::measure
