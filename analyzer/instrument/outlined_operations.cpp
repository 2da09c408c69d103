#include "analyzer/instrument/outlined_operations.h"

#include "analyzer/instrument/inlined_operations.h"
#include "runtime/limits/limits.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace fporder::instrument {

using namespace llvm;

namespace {

constexpr unsigned smallestCalled = 12; // instructions: a call with its operands is no smaller

constexpr const char *targetAttributes[] = {"target-cpu", "target-features", "tune-cpu"};

Function *operationOf(const Instruction &instruction) {
  const auto *const call = dyn_cast<CallInst>(&instruction);
  Function *const callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr && !callee->isDeclaration() && isInlinedOperation(*callee) ? callee : nullptr;
}

/// The operation as a function of its own, for the target that `caller` is compiled for.
Function &outlined(Function &operation, const Function &caller) {
  std::string target;
  for (const char *attribute : targetAttributes)
    target += caller.getFnAttribute(attribute).getValueAsString().str() + ";";
  const std::string name = (operation.getName() + ".called." + Twine::utohexstr(xxh3_64bits(target))).str();
  if (Function *const known = operation.getParent()->getFunction(name))
    return *known;
  ValueToValueMapTy map;
  Function *const made = CloneFunction(&operation, map);
  made->setName(name);
  made->setLinkage(GlobalValue::InternalLinkage);
  made->removeFnAttr(Attribute::AlwaysInline);
  made->addFnAttr(Attribute::NoInline);
  for (const char *attribute : targetAttributes)
    if (const Attribute known = caller.getFnAttribute(attribute); known.isValid())
      made->addFnAttr(known);
  return *made;
}

} // namespace

void callOperations(Function &function) {
  for (Instruction &instruction : instructions(function))
    if (Function *const operation = operationOf(instruction); operation != nullptr && operation->getInstructionCount() >= smallestCalled)
      cast<CallInst>(instruction).setCalledFunction(&outlined(*operation, function));
}

void callOperationsIfLarge(Function &function) {
  unsigned size = 0;
  for (const Instruction &instruction : instructions(function))
    if (const Function *const operation = operationOf(instruction))
      size += operation->getInstructionCount();
  if (size > limits::most(limits::Limit::InlinedShadowCode))
    callOperations(function);
}

} // namespace fporder::instrument
