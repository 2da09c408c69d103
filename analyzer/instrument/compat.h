// The pass is built against LLVM 22 and 19; what differs between them is here.
#pragma once

#include "llvm/Config/llvm-config.h"
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace fporder::instrument::compat {

inline llvm::Triple targetOf(const llvm::Module &module) { return llvm::Triple(module.getTargetTriple()); }

inline llvm::Instruction *splitAndInsertIfThen(llvm::Value *condition, llvm::Instruction *before, llvm::MDNode *weights) {
  return llvm::SplitBlockAndInsertIfThen(condition, before->getIterator(), /*Unreachable=*/false, weights);
}

/// LLVM 20 added the phase of link-time optimisation to the callback.
template <class Add> void registerOptimizerLast(llvm::PassBuilder &builder, const Add &add) {
#if LLVM_VERSION_MAJOR >= 20
  builder.registerOptimizerLastEPCallback([add](llvm::ModulePassManager &passes, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) { add(passes); });
#else
  builder.registerOptimizerLastEPCallback([add](llvm::ModulePassManager &passes, llvm::OptimizationLevel) { add(passes); });
#endif
}

} // namespace fporder::instrument::compat
