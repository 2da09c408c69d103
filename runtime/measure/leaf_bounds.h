// What the conditions on the way to an expression say of its leaves.
#pragma once

#include "runtime/measure/input_families.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace fporder::measure {

/// The leaves below a node, or below several of them, constants aside. An element is one, whatever its indices are.
std::vector<order::NodeId> valuesBelow(const order::Graph &graph, order::NodeId root);
std::vector<order::NodeId> valuesBelow(const order::Graph &graph, std::span<const order::NodeId> roots);

/// The conditions that say something of the leaves of `root`, by way of others too; `if (i < n)` around what is done to a[i] does not.
std::vector<order::NodeId> connectedTo(const order::Graph &graph, order::NodeId root, std::vector<order::NodeId> conditions);

/// Whether a leaf of one of `others` is one of `root`; counters of loops aside, whose bounds are no property of data.
bool sharesInputs(const order::Graph &graph, order::NodeId root, std::span<const order::NodeId> others);

/// By leaf: what comparisons with constants among the conditions, which all hold, say of it.
std::unordered_map<std::uint32_t, Bounds> boundsFrom(const order::Graph &graph, std::span<const order::NodeId> conditions);

} // namespace fporder::measure
