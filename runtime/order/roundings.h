// How many roundings an ordering has, once factors that cannot round are taken out.
//
// Multiplying or dividing by a power of two, negating, taking absolute values and widening casts are exact (bar overflow and underflow). An ordering
// whose remaining operations number one rounds once, and so equals any other ordering of the same expression that rounds once.
#pragma once

#include "runtime/order/graph.h"

#include <climits>
#include <functional>

namespace fporder::order {

/// Rounding operations in the expression under `node`, or `most` when there are more: what lies deeper is then not looked at, so that the cost is
/// that of `most` operations, not that of the expression. Stops at nodes for which `isLeaf` holds and at leaves. A node reached twice by value counts
/// once. Exact: Neg, Abs, CopySign, Min, Max, Select, comparisons, widening casts, integer operations, Mul by and Div by a constant power of two
/// (also through a leaf that is a Constant), operations whose operands are all constants, and Sub of equal values. Mul by 0, 1.
unsigned roundingCount(const Graph &graph, NodeId node, const std::function<bool(NodeId)> &isLeaf = {}, unsigned most = UINT_MAX);

/// The same, each operation counted `times(node)` times: how often it runs. A reduction rounds once in each iteration.
double roundingsRun(const Graph &graph, NodeId node, const std::function<double(NodeId)> &times);

/// `node` with power-of-two factors and signs moved outward to the root: (2 * a) / c becomes 2 * (a / c), (-a) * b becomes -(a * b). New nodes carry
/// no place. Equal ValueIds of two normal forms prove the two orderings bit-identical bar overflow and underflow.
NodeId exactFactorNormalForm(Graph &graph, NodeId node, const std::function<bool(NodeId)> &isLeaf = {});

} // namespace fporder::order
