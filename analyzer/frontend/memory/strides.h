// Whether indices formed from loops' induction variables are different: from one another wherever a variable is, and two of them always.
#pragma once

#include "analyzer/frontend/memory/memory.h"

namespace fporder::frontend {

/// True when any two combinations of values of `loops`' induction variables give different values in one of `indices`: one of a[i][j], or
/// i * n + j with j below n. `assumed`: also where strides are unknown values, as in i * ld + j: what is stored in rows is stored in rows that do not
/// overlap.
bool areApart(const Memory &memory, llvm::ArrayRef<order::NodeId> indices, llvm::ArrayRef<std::uint32_t> loops, bool assumed);

/// True when `written`, for any values of `loops`' induction variables, is another number than `other` for any values of all: where the remainders
/// by a stride differ, as of 4 * i and 4 * j + 1, or what is left of the ranges, as of j and j + 4 with j below 4, or where a loop goes on from what
/// the index of the other was at its end. Other loops' variables and unknown values are the same in both.
bool neverMeet(const Memory &memory, order::NodeId written, order::NodeId other, llvm::ArrayRef<std::uint32_t> loops);

} // namespace fporder::frontend
