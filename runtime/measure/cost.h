// What an ordering costs: operations, depth, and time on a machine model.
//
// A value that is used twice is computed once. What depends on a reduction's loop is counted once a term, everything else once. Operations on
// constants alone are folded; a division by a constant power of two is a multiplication; signs and exact absolute values are free; operations on
// integers and comparisons are not counted. Contraction is not assumed: a * b + c is two operations, fma(a, b, c) is one.
#pragma once

#include "runtime/measure/machine.h"
#include "runtime/order/graph.h"

#include <array>
#include <string>
#include <vector>

namespace fporder::measure {

struct CostOptions {
  double tripCount = 1024; // of reductions whose trip count is not a constant
};

struct OperationCounts {
  std::array<double, costKinds> of{}; // by CostKind; trip counts make them large
  double depth = 0;                   // operations on the longest path
  double operator[](CostKind kind) const { return of[static_cast<std::size_t>(kind)]; }
  double total() const;
};

OperationCounts countOperations(const order::Graph &graph, order::NodeId root, const CostOptions &options = {});

struct MachineCost {
  double latency = 0;                // cycles of the longest path: one value, nothing else running
  double throughput = 0;             // cycles a value when many are computed
  std::vector<std::string> unpriced; // what the model does not say and both figures leave out: "call exp", "add in bfloat16"
};

/// A reduction's combinations run one after another in as many steps as its schedule leaves: n for a sequential or reverse loop (and for unordered
/// and unspecified ones, whose worst case that is), ceil(log2 n) pairwise, ceil(n / w) + ceil(log2 w) for w lanes, trees of w and w splits, 4 n for a
/// compensated loop, which takes four additions a term.
MachineCost costOn(const Machine &machine, const order::Graph &graph, order::NodeId root, const CostOptions &options = {});

} // namespace fporder::measure
