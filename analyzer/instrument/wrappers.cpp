#include "analyzer/instrument/wrappers.h"

#include "analyzer/instrument/function_instrumenter.h"
#include "runtime/limits/limits.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace fporder::instrument {

using namespace llvm;

namespace {

/// A call that is handed to the library, or an operation of the processor.
bool isLibraryCall(const CallBase &call) {
  const Function *const callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() && !callee->isVarArg() && isa<CallInst>(call) && laneCount(call.getType()) == 1;
}

/// One block that moves its arguments to one call of the library, and its result back.
bool isWrapper(const Function &function) {
  if (function.isDeclaration() || function.isInterposable() || function.isVarArg() || function.size() != 1 ||
      laneCount(function.getReturnType()) != 1)
    return false;
  unsigned instructions = 0, calls = 0;
  for (const Instruction &instruction : function.front()) {
    if (isa<DbgInfoIntrinsic>(instruction))
      continue;
    if (++instructions > limits::most(limits::Limit::WrapperInstructions)) // without optimisation each argument has a variable
      return false;
    if (const auto *const call = dyn_cast<CallBase>(&instruction)) {
      if (!isLibraryCall(*call) || ++calls > 1)
        return false;
    } else if (!isa<AllocaInst>(instruction) && !isa<LoadInst>(instruction) && !isa<StoreInst>(instruction) && !isa<CastInst>(instruction) &&
               !isa<ReturnInst>(instruction)) {
      return false;
    }
  }
  return calls == 1;
}

} // namespace

void inlineWrappers(Module &module) {
  SmallPtrSet<const Function *, 16> wrappers;
  for (const Function &function : module)
    if (isWrapper(function))
      wrappers.insert(&function);
  SmallVector<CallBase *, 32> calls;
  for (Function &function : module)
    if (!wrappers.contains(&function))
      for (Instruction &instruction : instructions(function))
        if (auto *const call = dyn_cast<CallBase>(&instruction);
            call != nullptr && wrappers.contains(call->getCalledFunction()) && call->getDebugLoc())
          calls.push_back(call);
  for (CallBase *const call : calls) {
    InlineFunctionInfo info;
    InlineFunction(*call, info); // what cannot be inlined stays a call
  }
}

} // namespace fporder::instrument
