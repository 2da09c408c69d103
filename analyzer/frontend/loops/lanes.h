// Values as other lanes of a warp compute them.
#pragma once

#include "runtime/order/graph.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace fporder::frontend {

bool isExtremum(order::ReductionKind kind);

/// True when `wanted` says so of a node that `node` is computed from, as far as lanes are followed.
bool anyInLane(const order::Graph &graph, order::NodeId node, llvm::function_ref<bool(const order::Graph &, order::NodeId)> wanted);

/// `node` as the thread computes it whose number `numberOf` makes of the thread's own; invalid when the thread's number does not occur in it.
order::NodeId inLane(order::Graph &graph, order::NodeId node, llvm::function_ref<order::NodeId(order::NodeId thread)> numberOf);

} // namespace fporder::frontend
