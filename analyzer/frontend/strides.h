// Whether indices formed from several loops' induction variables are different wherever one of these is.
#pragma once

#include "analyzer/frontend/memory.h"

namespace fporder::frontend {

/// True when any two combinations of values of `loops`' induction variables give different values in one of `indices`: one of a[i][j], or
/// i * n + j with j below n. `assumed`: also where strides are unknown values, as in i * ld + j: what is stored in rows is stored in rows that do not
/// overlap.
bool areApart(const Memory &memory, llvm::ArrayRef<order::NodeId> indices, llvm::ArrayRef<std::uint32_t> loops, bool assumed);

} // namespace fporder::frontend
