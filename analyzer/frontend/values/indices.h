// Index expressions: integers of the graph as functions of the induction variables of loops.
#pragma once

#include "runtime/limits/limits.h"
#include "runtime/order/index_algebra.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace fporder::frontend {

/// Values for the indices of loops.
using IndexValues = llvm::SmallVector<std::pair<std::uint32_t, order::NodeId>, 2>;

/// True when different values of `loop`'s induction variable give different values of `node`: a linear form in it.
bool isInjective(const order::Graph &graph, order::NodeId node, std::uint32_t loop);

/// Nodes with the induction variables of loops replaced, all at once; invalid when a node depends on a value carried around one of these.
order::NodeId substituteIndices(order::Graph &graph, order::NodeId node, const IndexValues &indices);

/// True when `node`, written out, has no more nodes than `limit` allows; that it has more is noted.
bool isShort(const order::Graph &graph, order::NodeId node, limits::Limit limit);

/// True when `wanted` says so of `node` or of a node below it, and when there are too many to look at.
bool anyBelow(const order::Graph &graph, order::NodeId node, llvm::function_ref<bool(order::NodeId)> wanted);

/// True when `node` mentions the induction variable of one of `loops`.
bool dependsOnAny(const order::Graph &graph, order::NodeId node, llvm::ArrayRef<std::uint32_t> loops);

using order::offsetForm;
using order::OffsetForm;
using order::wholeNumber;

} // namespace fporder::frontend
