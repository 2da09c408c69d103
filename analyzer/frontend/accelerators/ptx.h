// Inline PTX: asm("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(x)) computes exp2(x).
#pragma once

#include "analyzer/frontend/library/builder.h"

namespace fporder::frontend {

/// The value of the one instruction that `assembly` consists of, for its one output; nothing when it is more, or unknown here. Names are those of the
/// PTX ISA: arithmetic, approximations and exchanges between lanes, in f32, f64 and the halves.
std::optional<Value> ptxValue(Builder &builder, const clang::AsmStmt *assembly);

} // namespace fporder::frontend
