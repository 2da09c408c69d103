// Loops over columns of lanes that a compiler vectorises; for the two sources of kernels only.
#pragma once

#include "runtime/elementary/double_double.h"
#include "runtime/elementary/lane_kernels.h"

#include <cstddef>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define FPORDER_WIDE_KERNELS 1
#endif

#ifdef __FP_FAST_FMA
#define FPORDER_FUSED_EVERYWHERE true
#else
#define FPORDER_FUSED_EVERYWHERE false
#endif

#if defined(__GNUC__) || defined(__clang__)
#define FPORDER_INLINED_LAMBDA __attribute__((always_inline))
#else
#define FPORDER_INLINED_LAMBDA
#endif

// Lanes are independent of each other, a target that is also an operand included. Builds that do not optimise do not vectorise either.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"
#define FPORDER_LANES _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define FPORDER_LANES _Pragma("GCC ivdep")
#else
#define FPORDER_LANES
#endif

namespace fporder::elementary::lanes {

FPORDER_INLINED Lane laneOf(const LaneColumn &column, std::size_t index) { return {column.high[index], column.low[index], column.error[index]}; }

FPORDER_INLINED void store(const LaneColumn &column, std::size_t index, const Lane &lane) {
  column.high[index] = lane.high;
  column.low[index] = lane.low;
  column.error[index] = lane.error;
}

template <class Operation> FPORDER_INLINED void forLanes(const LaneColumn &target, const LaneColumn &a, std::size_t count, Operation operation) {
  FPORDER_LANES
  for (std::size_t index = 0; index < count; ++index)
    store(target, index, operation(laneOf(a, index)));
}

template <class Operation>
FPORDER_INLINED void forLanes(const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, std::size_t count, Operation operation) {
  FPORDER_LANES
  for (std::size_t index = 0; index < count; ++index)
    store(target, index, operation(laneOf(a, index), laneOf(b, index)));
}

template <class Operation>
FPORDER_INLINED void forLanes(const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, const LaneColumn &c, std::size_t count,
                              Operation operation) {
  FPORDER_LANES
  for (std::size_t index = 0; index < count; ++index)
    store(target, index, operation(laneOf(a, index), laneOf(b, index), laneOf(c, index)));
}

} // namespace fporder::elementary::lanes
