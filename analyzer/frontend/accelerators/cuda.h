// CUDA's own calls, which declare no arithmetic and yet decide an order: exchanges between threads, atomics, block and warp reductions; and what only
// moves values: makers of vectors, loads with a cache hint.
//
// The evaluator follows one thread. A sum that passes through shuffles or through a block's reduction is a Reduce node over the lanes, of schedule
// Tree and as wide as the shuffles reach, or Pairwise where neighbours meet first: its term is what a lane of the thread's own warp brings along, and
// where the steps do not tell which lanes meet, nothing is claimed of its value. A lane's value that is itself a sum over a loop joins in: its terms
// are then the terms of the whole. Atomic updates of floating-point numbers accumulate over threads in no order. Barriers change nothing that one
// thread knows.
#pragma once

#include "analyzer/frontend/library/library.h"

namespace fporder::frontend {

/// As `libraryCall`, for CUDA sources: asked first.
std::optional<Value> cudaCall(Builder &builder, const Call &call);

/// Makers, parts and conversions of half2 and bfloat162: __floats2half2_rn, __half22float2, __low2float and their kin.
std::optional<Value> packedHalves(Builder &builder, const Call &call);

/// Threads of a warp.
constexpr std::uint32_t warpLanes = 32;

} // namespace fporder::frontend
