#include "analyzer/instrument/versions.h"

#include "llvm/IR/DebugInfoMetadata.h"
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

/// A block that calls the version as if it were the function, variable arguments included.
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

} // namespace

void instrumentVersions(ModuleContext &context, Function &function) {
  SmallVector<Function *, 2> versions;
  for (const Precision &precision : ArrayRef(precisions).drop_front())
    versions.push_back(versionOf(function, precision));
  for (unsigned index = 0; index < versions.size(); ++index)
    FunctionInstrumenter(context, precisions[index + 1], *versions[index], function).run();
  FunctionInstrumenter(context, precisions[0], function, function).run();
  chooseAtEntry(function, versions);
}

} // namespace fporder::instrument
