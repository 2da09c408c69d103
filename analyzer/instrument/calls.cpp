// Arguments and results on their way between functions with shadows; what is handed to code without.
#include "analyzer/instrument/function_instrumenter.h"

#include "analyzer/instrument/compat.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
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
  return (callee->isVarArg() && name.contains("printf")) || name == "fporder_output" || name == "_ZNSolsEd" || name == "_ZNSolsEf" ||
         name == "_ZNSolsEe" || name.starts_with("_ZNSo9_M_insertId") || name.starts_with("_ZNSo9_M_insertIe");
}

StringRef shownName(const CallBase &call) {
  const Function *const callee = call.getCalledFunction();
  if (callee == nullptr)
    return "a call through a pointer";
  return callee->getName().starts_with("_ZNSo") ? "std::ostream" : callee->getName();
}

} // namespace

bool writesMemory(const CallBase &call) {
  const Function *const callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() &&
         ((callee->getName() == "fwrite" && call.arg_size() == 4) || (callee->getName() == "_ZNSo5writeEPKcl" && call.arg_size() == 3));
}

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
      const Shadow taken = shadowOf("take", {argumentSlot(next), fits});
      own.push_back(isExtended(argument.getType()) ? unmarked(&argument, taken) : taken);
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
        append(operands, argumentSlot(next++),
               isExtended(call.getArgOperand(argument)->getType()) ? marked(call.getArgOperand(argument), shadow) : shadow);
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
    const Shadow taken = shadowOf("take", {resultSlot(index), fits});
    own.push_back(isExtended(call.getType()) ? unmarked(&call, taken) : taken);
  }
  shadows[&call] = own;
  if (isa<InvokeInst>(call))
    return;
  // A value that code without shadows has made.
  countRestart(siteAt(call, shownName(call), Action::Restart, builder.getDoubleTy()), builder.CreateNot(fits));
}

/// Recorded each time.
void FunctionInstrumenter::output(Instruction &at, StringRef name, bool isNamed, Value *value, const Shadow &shadow) {
  // A float is printed as the double that it becomes.
  Type *type = value->getType();
  if (const auto *const extension = dyn_cast<FPExtInst>(value); extension != nullptr && !isExtended(type))
    type = extension->getOperand(0)->getType();
  Pending record;
  record.values = {asDouble(value)};
  record.operands = {isExtended(type) ? shadowOfPrinted(value, shadow) : shadow};
  record.result = record.values[0];
  record.shadow = record.operands[0];
  record.flag = builder.getTrue();
  Site site = siteAt(at, name, Action::Output, type);
  site.predicate = isNamed ? 1 : 0;
  makeRoom();
  pend(site, record);
  context.sites.add(site);
}

/// Numbers in memory that a call writes to a file.
bool FunctionInstrumenter::writesNumbers(CallBase &call) {
  if (!writesMemory(call))
    return false;
  const bool isC = call.arg_size() == 4;
  builder.SetInsertPoint(&call);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  const auto size = [&](unsigned argument) { return builder.CreateZExtOrTrunc(call.getArgOperand(argument), builder.getInt64Ty()); };
  Value *const element = isC ? size(1) : builder.getInt64(1), *const bytes = isC ? builder.CreateMul(element, size(2)) : size(2);
  const auto [file, line] = SiteTable::lineOf(siteAt(call, "", Action::Output, builder.getDoubleTy()), context.module);
  builder.CreateCall(context.written, {context.sites.text(isC ? "fwrite" : "std::ostream::write"), context.sites.text(file), builder.getInt32(line),
                                       call.getArgOperand(isC ? 0 : 1), bytes, element});
  return true;
}

/// Doubles among the arguments of what prints, or of fporder_output: outputs, with their errors.
void FunctionInstrumenter::outputs(CallBase &call) {
  builder.SetInsertPoint(&call);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  StringRef name;
  const bool isNamed = call.getCalledFunction()->getName() == "fporder_output" && getConstantStringInfo(call.getArgOperand(0), name);
  for (Value *const argument : call.args())
    if (argument->getType()->isDoubleTy() || argument->getType()->isFloatTy() || isExtended(argument->getType()))
      output(call, isNamed ? name : shownName(call), isNamed, argument, shadowsOf(argument)[0]);
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
  if (writesNumbers(call))
    return;
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
  if (context.outputs.contains(&identity) && laneCount(value->getType()) == 1 && !value->getType()->isAggregateType()) {
    output(exit, demangle(identity.getName()), true, lane(value, 0), shadowsOf(value)[0]);
    flush(&exit);
    builder.SetInsertPoint(&exit);
  }
  unsigned next = 0;
  for (const Shadow &shadow : shadowsOf(value))
    if (next < program::transferredValues) {
      Operands operands;
      append(operands, resultSlot(next++), isExtended(value->getType()) ? marked(value, shadow) : shadow);
      ask("put", operands);
    }
  builder.CreateStore(&identity, transferSlot(returnedByField));
}

} // namespace fporder::instrument
