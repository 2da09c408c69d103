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

/// Moves values, or computes an address.
bool isMove(const Instruction &instruction) {
  if (isa<BitCastInst>(instruction) || isa<FPExtInst>(instruction))
    return true;
  if (isa<BinaryOperator>(instruction) || isa<CastInst>(instruction))
    return !instruction.getType()->isFPOrFPVectorTy() && !instruction.getOperand(0)->getType()->isFPOrFPVectorTy();
  return isa<AllocaInst>(instruction) || isa<LoadInst>(instruction) || isa<StoreInst>(instruction) || isa<GetElementPtrInst>(instruction) ||
         isa<ICmpInst>(instruction) || isa<ExtractValueInst>(instruction) || isa<InsertValueInst>(instruction) || isa<ReturnInst>(instruction);
}

/// One block that moves values, and hands them to one call of the library at most.
bool isWrapper(const Function &function) {
  if (function.isDeclaration() || function.isInterposable() || function.isVarArg() || function.size() != 1)
    return false;
  unsigned instructions = 0, calls = 0;
  for (const Instruction &instruction : function.front()) {
    if (isa<DbgInfoIntrinsic>(instruction))
      continue;
    if (++instructions > limits::most(limits::Limit::WrapperInstructions)) // without optimisation each argument has a variable
      return false;
    const auto *const call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr ? !isMove(instruction) : !isLibraryCall(*call) || ++calls > 1)
      return false;
  }
  return true;
}

void inlineCallsOf(Module &module, const DenseSet<const Function *> &wrappers) {
  SmallVector<CallBase *, 32> calls;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *const call = dyn_cast<CallBase>(&instruction); call != nullptr && call->getDebugLoc() && wrappers.contains(call->getCalledFunction()))
        calls.push_back(call);
  for (CallBase *const call : calls) {
    InlineFunctionInfo info;
    InlineFunction(*call, info); // what cannot be inlined stays a call
  }
}

} // namespace

void inlineWrappers(Module &module, const DenseSet<const Function *> &kept) {
  DenseSet<const Function *> wrappers;
  for (bool found = true; found;) { // one around another is one when that is inlined
    found = false;
    for (const Function &function : module)
      if (!wrappers.contains(&function) && !kept.contains(&function) && isWrapper(function))
        found |= wrappers.insert(&function).second;
    inlineCallsOf(module, wrappers);
  }
}

} // namespace fporder::instrument
