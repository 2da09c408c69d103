#include "analyzer/instrument/versions.h"

#include "analyzer/instrument/outlined_operations.h"
#include "analyzer/instrument/packs.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace fporder::instrument {

using namespace llvm;

namespace {

Function *versionOf(Function &function, const Precision &precision) {
  ValueToValueMapTy map;
  Function *const version = CloneFunction(&function, map);
  version->setName(function.getName() + precision.suffix);
  version->removeFnAttr(Attribute::AlwaysInline);
  if (function.isDiscardableIfUnused() && !function.hasLocalLinkage())
    version->setVisibility(GlobalValue::HiddenVisibility); // merged with its like in other modules, as the function
  else
    version->setLinkage(GlobalValue::InternalLinkage);
  return version;
}

AttributeList attributesOfCall(const Function &function) {
  const AttributeList all = function.getAttributes();
  SmallVector<AttributeSet, 8> ofArguments;
  for (unsigned argument = 0; argument < function.arg_size(); ++argument)
    ofArguments.push_back(all.getParamAttrs(argument));
  return AttributeList::get(function.getContext(), AttributeSet(), all.getRetAttrs(), ofArguments);
}

/// A block that calls the version as if it were the function.
BasicBlock *handOver(Function &function, Function &version) {
  BasicBlock *const block = BasicBlock::Create(function.getContext(), "", &function);
  IRBuilder<> builder(block);
  if (DISubprogram *const subprogram = function.getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(function.getContext(), subprogram->getLine(), 0, subprogram));
  SmallVector<Value *, 8> arguments;
  for (Argument &argument : function.args())
    arguments.push_back(&argument);
  CallInst *const call = builder.CreateCall(&version, arguments);
  call->setCallingConv(function.getCallingConv());
  call->setAttributes(attributesOfCall(function));
  call->setTailCallKind(CallInst::TCK_MustTail);
  if (function.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  return block;
}

/// Among themselves versions need not choose again. Tags stay those of the functions (calls.cpp).
void callVersions(Function &version, function_ref<Function *(const Function &)> versionOfCallee) {
  for (Instruction &instruction : instructions(version))
    if (auto *const call = dyn_cast<CallBase>(&instruction))
      if (const Function *const callee = call->getCalledFunction(); callee != nullptr && !callee->isInterposable())
        if (Function *const known = versionOfCallee(*callee))
          call->setCalledFunction(known);
}

void chooseAtEntry(Function &function, ArrayRef<Function *> versions) {
  BasicBlock *const body = &function.getEntryBlock();
  BasicBlock *const entry = BasicBlock::Create(function.getContext(), "", &function, body);
  IRBuilder<> builder(entry);
  Module &module = *function.getParent();
  Constant *const chosen = module.getOrInsertGlobal("fporder_precision", builder.getInt32Ty());
  SwitchInst *const choice = builder.CreateSwitch(builder.CreateLoad(builder.getInt32Ty(), chosen), body, versions.size());
  SmallVector<std::uint32_t, 4> weights{1U << 20};
  for (Function *const version : versions) {
    choice->addCase(builder.getInt32(static_cast<std::uint32_t>(weights.size())), handOver(function, *version));
    weights.push_back(1);
  }
  choice->setMetadata(LLVMContext::MD_prof, MDBuilder(function.getContext()).createBranchWeights(weights));
  // Of a fixed size in the entry block: a part of the frame.
  for (Instruction &instruction : make_early_inc_range(*body))
    if (auto *const variable = dyn_cast<AllocaInst>(&instruction); variable != nullptr && isa<Constant>(variable->getArraySize()))
      variable->moveBefore(*entry, entry->begin());
}

/// The function starts a list of its variable arguments and calls the body with it.
void becomeCaller(Function &function, Function &body) {
  const GlobalValue::LinkageTypes linkage = function.getLinkage();
  DISubprogram *const subprogram = function.getSubprogram();
  Comdat *const comdat = function.getComdat();
  function.deleteBody();
  function.setLinkage(linkage);
  function.setComdat(comdat);
  function.setSubprogram(subprogram);
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "", &function));
  if (subprogram != nullptr)
    builder.SetCurrentDebugLocation(DILocation::get(function.getContext(), subprogram->getLine(), 0, subprogram));
  PointerType *const pointer = builder.getPtrTy();
  constexpr unsigned sizeOfList = 24; // of x86-64's va_list
  Value *const list = builder.CreateAlloca(ArrayType::get(builder.getInt64Ty(), sizeOfList / 8));
  builder.CreateIntrinsic(Intrinsic::vastart, {pointer}, {list});
  SmallVector<Value *, 8> arguments;
  for (Argument &argument : function.args())
    arguments.push_back(&argument);
  arguments.push_back(list);
  CallInst *const call = builder.CreateCall(&body, arguments);
  call->setCallingConv(function.getCallingConv());
  call->setAttributes(attributesOfCall(function));
  builder.CreateIntrinsic(Intrinsic::vaend, {pointer}, {list});
  if (function.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

/// The function's body as one that takes a started list of the variable arguments; the function becomes what starts the list and calls it. (A tail
/// call with variable arguments in a function that starts a list itself is compiled wrongly by LLVM 22 with AVX.)
Function &bodyOfVariadic(Function &function) {
  LLVMContext &context = function.getContext();
  PointerType *const pointer = PointerType::getUnqual(context);
  SmallVector<Type *, 8> types(function.getFunctionType()->params());
  types.push_back(pointer);
  Function *const body = Function::Create(FunctionType::get(function.getReturnType(), types, false), GlobalValue::InternalLinkage,
                                          function.getName() + ".fporder_body", function.getParent());
  ValueToValueMapTy map;
  for (Argument &argument : function.args())
    map[&argument] = body->getArg(argument.getArgNo());
  SmallVector<ReturnInst *, 4> exits;
  CloneFunctionInto(body, &function, map, CloneFunctionChangeType::LocalChangesOnly, exits);
  body->setLinkage(GlobalValue::InternalLinkage);
  body->setComdat(function.getComdat());
  Value *const list = body->getArg(body->arg_size() - 1);
  for (Instruction &instruction : make_early_inc_range(instructions(*body)))
    if (auto *const start = dyn_cast<VAStartInst>(&instruction)) {
      IRBuilder<> builder(start);
      builder.CreateIntrinsic(Intrinsic::vacopy, {pointer}, {start->getArgList(), list});
      start->eraseFromParent();
    }
  becomeCaller(function, *body);
  return *body;
}

void instrumentAll(ModuleContext &context, Function &function, ArrayRef<Function *> versions, Function &identity) {
  for (unsigned index = 0; index < versions.size(); ++index)
    FunctionInstrumenter(context, precisions[index + 1], *versions[index], identity).run();
  FunctionInstrumenter(context, precisions[0], function, identity).run();
  if (context.takesPacks)
    packOperations(function, context.operations, context.analyses);
  callOperationsIfLarge(function);
  for (unsigned index = 0; index < versions.size(); ++index)
    if (precisions[index + 1].hasNumbers()) // which take far longer than a call
      callOperations(*versions[index]);
    else
      callOperationsIfLarge(*versions[index]);
}

SmallVector<Function *, 2> versionsOf(Function &function) {
  SmallVector<Function *, 2> versions;
  for (const Precision &precision : ArrayRef(precisions).drop_front())
    versions.push_back(versionOf(function, precision));
  return versions;
}

} // namespace

void instrumentVersions(ModuleContext &context, ArrayRef<Function *> functions) {
  DenseMap<const Function *, SmallVector<Function *, 2>> versions;
  SmallVector<std::pair<Function *, Function *>, 4> variadic; // and their bodies
  for (Function *const function : functions)
    if (function->isVarArg())
      variadic.emplace_back(function, &bodyOfVariadic(*function));
    else
      versions[function] = versionsOf(*function);
  for (const auto &[function, body] : variadic) {
    const SmallVector<Function *, 2> ofBody = versionsOf(*body);
    instrumentAll(context, *body, ofBody, *function);
    chooseAtEntry(*body, ofBody);
  }
  for (Function *const function : functions)
    if (!function->isVarArg())
      instrumentAll(context, *function, versions[function], *function);
  for (const auto &[function, ofFunction] : versions)
    for (unsigned index = 0; index < ofFunction.size(); ++index)
      callVersions(*ofFunction[index], [&versions, index](const Function &callee) -> Function * {
        const auto found = versions.find(&callee);
        return found == versions.end() ? nullptr : found->second[index];
      });
  for (Function *const function : functions)
    if (!function->isVarArg())
      chooseAtEntry(*function, versions[function]);
}

} // namespace fporder::instrument
