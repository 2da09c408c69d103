// The operands of a Recurrence by name. What they mean: "Recurrences" in graph.h.
#pragma once

#include "runtime/order/graph.h"

#include <cstdint>
#include <vector>

namespace fporder::order {

/// One of the values that a loop carries.
struct RecurrenceValue {
  NodeId initial, next, value; // value: its LoopValue
};

struct Recurrence {
  NodeId trips, stays;
  std::vector<RecurrenceValue> values; // the wanted one first
};

/// Precondition: `node` is a Recurrence.
Recurrence recurrenceOf(const Graph &graph, NodeId node);

/// Precondition: at least one value.
NodeId internRecurrence(Graph &graph, std::uint32_t loop, const Recurrence &recurrence);

} // namespace fporder::order
