// Functions around one function of the library of mathematics, such as std::sqrt(float): inlined where they are called, so that the operation stands
// at the caller's line, in one expression with what is around it.
#pragma once

#include "llvm/IR/Module.h"

namespace fporder::instrument {

/// Before anything is instrumented. Instructions keep their places; those of a wrapper know where they were inlined.
void inlineWrappers(llvm::Module &module);

} // namespace fporder::instrument
