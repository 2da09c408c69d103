// Arguments and results on their way between functions with shadows; what is handed to code without.
#include "analyzer/instrument/function_instrumenter.h"

#include "analyzer/instrument/compat.h"

#include "llvm/IR/IntrinsicInst.h"

namespace fporder::instrument {

using namespace llvm;
using program::Action;

namespace {

constexpr unsigned calleeField = 0, returnedByField = 8, argumentsField = 16, resultsField = argumentsField + 16 * program::transferredValues;

/// Prints floating-point numbers: they are outputs of the program.
bool isOutput(const CallBase &call) {
  const Function *const callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration())
    return false;
  const StringRef name = callee->getName();
  return (callee->isVarArg() && name.contains("printf")) || name == "_ZNSolsEd" || name == "_ZNSolsEf" || name.starts_with("_ZNSo9_M_insertId");
}

StringRef shownName(const CallBase &call) {
  const Function *const callee = call.getCalledFunction();
  if (callee == nullptr)
    return "a call through a pointer";
  return callee->getName().starts_with("_ZNSo") ? "std::ostream" : callee->getName();
}

} // namespace

Value *FunctionInstrumenter::transferSlot(unsigned field) {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), builder.CreateThreadLocalAddress(context.transfer), field);
}

Value *FunctionInstrumenter::argumentSlot(unsigned index) {
  if (precision.doubles == 2)
    return transferSlot(argumentsField + 16 * index);
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), builder.CreateThreadLocalAddress(context.wideTransfer),
                                            std::uint64_t{program::wideTransferSize} * index);
}

Value *FunctionInstrumenter::resultSlot(unsigned index) {
  return precision.doubles == 2 ? transferSlot(resultsField + 16 * index) : argumentSlot(program::transferredValues + index);
}

void FunctionInstrumenter::takeArguments() {
  unsigned lanes = 0;
  for (Argument &argument : function.args())
    lanes += laneCount(argument.getType());
  if (lanes == 0)
    return;
  builder.SetCurrentDebugLocation(
      function.getSubprogram() != nullptr ? DebugLoc(DILocation::get(function.getContext(), 0, 0, function.getSubprogram())) : DebugLoc());
  Value *const tag = transferSlot(calleeField);
  Value *const fits = builder.CreateICmpEQ(builder.CreateLoad(builder.getPtrTy(), tag), &identity);
  builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), tag);
  unsigned next = 0;
  const Shadow unknown = none();
  for (Argument &argument : function.args()) {
    Shadows own;
    for (unsigned index = 0; index < laneCount(argument.getType()); ++index, ++next) {
      if (next >= program::transferredValues) {
        own.push_back(unknown);
        continue;
      }
      own.push_back(shadowOf("take", {argumentSlot(next), fits}));
    }
    if (!own.empty())
      shadows[&argument] = own;
  }
}

void FunctionInstrumenter::passArguments(CallBase &call) {
  builder.SetInsertPoint(&call);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  unsigned next = 0;
  for (unsigned argument = 0; argument < call.arg_size() && argument < call.getFunctionType()->getNumParams(); ++argument)
    for (const Shadow &shadow : shadowsOf(call.getArgOperand(argument)))
      if (next < program::transferredValues) {
        Operands operands;
        append(operands, argumentSlot(next++), shadow);
        ask("put", operands);
      }
  if (next != 0)
    builder.CreateStore(call.getCalledOperand(), transferSlot(calleeField));
  if (laneCount(call.getType()) != 0)
    builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), transferSlot(returnedByField));
}

void FunctionInstrumenter::takeResults(CallBase &call) {
  const unsigned lanes = laneCount(call.getType());
  if (lanes == 0 || call.isMustTailCall())
    return;
  if (auto *const invoke = dyn_cast<InvokeInst>(&call)) {
    BasicBlock *const edge = SplitEdge(invoke->getParent(), invoke->getNormalDest());
    builder.SetInsertPoint(&*edge->getFirstInsertionPt());
    builder.SetCurrentDebugLocation(call.getDebugLoc());
  } else {
    place(call);
  }
  const Shadow unknown = none();
  Value *const fits = builder.CreateICmpEQ(builder.CreateLoad(builder.getPtrTy(), transferSlot(returnedByField)), call.getCalledOperand());
  Shadows own;
  for (unsigned index = 0; index < lanes; ++index) {
    if (index >= program::transferredValues) {
      own.push_back(unknown);
      continue;
    }
    own.push_back(shadowOf("take", {resultSlot(index), fits}));
  }
  shadows[&call] = own;
  if (isa<InvokeInst>(call))
    return;
  // A value that code without shadows has made restarts: counted.
  Pending record;
  record.result = builder.CreateZExt(builder.CreateNot(fits), builder.getInt32Ty());
  record.shadow = unknown;
  Site site = siteAt(call, shownName(call), Action::Restart, builder.getDoubleTy());
  makeRoom();
  pend(site, record);
  Value *const state = slot(context.sites.add(site));
  pending.back().flag = context.operations.call(builder, precisions[0], "restarted", {state, builder.CreateNot(fits)});
}

/// Doubles among the arguments of what prints: outputs, with their errors. They are recorded each time.
void FunctionInstrumenter::outputs(CallBase &call) {
  builder.SetInsertPoint(&call);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  for (Value *const argument : call.args()) {
    if (!argument->getType()->isDoubleTy() && !argument->getType()->isFloatTy())
      continue;
    // A float is printed as the double that it becomes.
    Type *type = argument->getType();
    if (const auto *const extension = dyn_cast<FPExtInst>(argument))
      type = extension->getOperand(0)->getType();
    Pending record;
    record.values = {asDouble(argument)};
    record.operands = {shadowsOf(argument)[0]};
    record.result = record.values[0];
    record.shadow = record.operands[0];
    record.flag = builder.getTrue();
    Site site = siteAt(call, shownName(call), Action::Output, type);
    makeRoom();
    pend(site, record);
    context.sites.add(site);
  }
  flush(&call);
}

void FunctionInstrumenter::visitCallBase(CallBase &call) {
  if (call.isInlineAsm() || intrinsic(call) || mathematics(call))
    return;
  flush(&call); // it may end the program, or never return
  if (isOutput(call)) {
    outputs(call);
    return;
  }
  passArguments(call);
  takeResults(call);
}

void FunctionInstrumenter::visitReturnInst(ReturnInst &exit) {
  Value *const value = exit.getReturnValue();
  if (value == nullptr || laneCount(value->getType()) == 0)
    return;
  if (const auto *const previous = exit.getPrevNode(); previous != nullptr && isa<CallInst>(previous) && cast<CallInst>(previous)->isMustTailCall())
    return;
  builder.SetInsertPoint(&exit);
  builder.SetCurrentDebugLocation(exit.getDebugLoc());
  unsigned next = 0;
  for (const Shadow &shadow : shadowsOf(value))
    if (next < program::transferredValues) {
      Operands operands;
      append(operands, resultSlot(next++), shadow);
      ask("put", operands);
    }
  builder.CreateStore(&identity, transferSlot(returnedByField));
}

} // namespace fporder::instrument
