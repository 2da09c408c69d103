// Steps of a reduction over a warp, v += shuffle(v): in which order they combine which lanes, and in which threads the result is known.
#pragma once

#include "analyzer/frontend/values/lane_exchange.h"
#include "runtime/order/procedure.h"

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace fporder::frontend {

struct LaneSteps {
  LaneExchange how;
  llvm::SmallVector<std::uint32_t, 6> offsets; // 0: not known
};

/// The terms of `count` lanes, each `stride` from the next.
struct LaneOrder {
  std::uint32_t count = 0, stride = 1;
  order::Schedule schedule = order::Schedule::Tree;
};

/// Nothing unless each offset is half or twice the one before it, within the lanes that exchange.
std::optional<LaneOrder> laneOrder(const LaneSteps &steps);

/// The values that `offset` has in the iterations of `loop`, whose number is `number`; empty where they are not known, or are too many for a warp.
llvm::SmallVector<std::uint32_t, 6> offsetsIn(const order::Graph &graph, const order::CarryingLoop &loop, std::uint32_t number, order::NodeId offset);

/// Whether `guard` lets only threads pass of which steps down have only met lanes that there are.
bool passesWholeOnly(const order::Graph &graph, order::NodeId guard, const LaneSteps &steps);

} // namespace fporder::frontend
