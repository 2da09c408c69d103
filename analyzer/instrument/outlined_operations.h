// Operations on shadows that are called where inlining them is not worth the code: compiling it is most of what an instrumented build takes.
//
// They become functions of the module's own, compiled for the caller's target. What is computed is the same.
#pragma once

#include "llvm/IR/Function.h"

namespace fporder::instrument {

/// Calls all operations that are larger than a call. After they have been put into the function, packs included.
void callOperations(llvm::Function &function);

/// Where they are more than limits::Limit::InlinedShadowCode instructions, as in unrolled transforms, which take minutes to compile else.
void callOperationsIfLarge(llvm::Function &function);

} // namespace fporder::instrument
