// Functions that compute no number: around one function of the library of mathematics, such as std::sqrt(float), or that find, read or set one, such
// as std::vector's operator[]. Inlined where they are called, so that what is around them is one expression, at the caller's line.
#pragma once

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"

namespace fporder::instrument {

/// Before anything is instrumented. Calls of functions in `kept` stay calls. Instructions keep their places; those of a wrapper know where they were
/// inlined.
void inlineWrappers(llvm::Module &module, const llvm::DenseSet<const llvm::Function *> &kept);

} // namespace fporder::instrument
