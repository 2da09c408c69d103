// The part of a procedure that a trial of two orders evaluates: a graph of its own.
#pragma once

#include "runtime/measure/input_families.h"
#include "runtime/measure/order_trial.h"

#include <optional>
#include <string>

namespace fporder::measure {

struct TrialSlice {
  order::Graph graph;
  order::NodeId written, offered;
  std::vector<order::NodeId> conditions; // all of which hold where the orders run, as far as they can be evaluated and concern the operands
  std::unordered_map<std::uint32_t, Bounds> bounds; // by leaf: what comparisons with constants among the conditions say
  std::string text;                                 // the slice without the names of its leaves
};

/// Nothing when the orders themselves hold an operation that cannot be evaluated. `freeOperands`: the operands may have any values, and there are no
/// conditions.
std::optional<TrialSlice> sliceOf(const Trial &trial, bool freeOperands = false);

} // namespace fporder::measure
