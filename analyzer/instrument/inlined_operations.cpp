#include "analyzer/instrument/inlined_operations.h"

#include "analyzer/instrument/embedded_bitcode.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

namespace fporder::instrument {

using namespace llvm;

namespace {

Error linkBitcode(Module &into, StringRef bytes) {
  Expected<std::unique_ptr<Module>> operations = parseBitcodeFile(MemoryBufferRef(bytes, "fporder"), into.getContext());
  if (!operations)
    return operations.takeError();
  Module &linked = **operations;
  linked.setTargetTriple(into.getTargetTriple());
  linked.setDataLayout(into.getDataLayout());
  for (NamedMDNode &metadata : make_early_inc_range(linked.named_metadata()))
    linked.eraseNamedMetadata(&metadata); // module flags of another compilation
  for (const char *list : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *const variable = linked.getNamedGlobal(list))
      variable->eraseFromParent();
  for (Function &function : linked) {
    if (function.isDeclaration())
      continue;
    if (!isInlinedOperation(function)) { // what operations call
      function.setLinkage(GlobalValue::InternalLinkage);
      function.setComdat(nullptr);
      function.addFnAttr(Attribute::AlwaysInline);
    }
    for (const char *attribute : {"target-cpu", "target-features", "tune-cpu", "uwtable", "probe-stack", "frame-pointer"})
      function.removeFnAttr(attribute);
  }
  if (Linker::linkModules(into, std::move(*operations)))
    return createStringError("the shadow operations cannot be linked into this module");
  return Error::success();
}

} // namespace

bool isInlinedOperation(const Function &function) {
  const auto isOf = [&](const Precision &precision) { return function.getName().starts_with(precision.prefix); };
  return any_of(precisions, isOf) || any_of(packs, isOf);
}

bool InlinedOperations::areLinked(const Module &module) { return any_of(module, isInlinedOperation); }

Expected<InlinedOperations> InlinedOperations::link(Module &ofModule) {
  const std::pair<const char *, const char *> sources[] = {{fporder_bitcode_residues, fporder_bitcode_residues_end},
                                                           {fporder_bitcode_packs, fporder_bitcode_packs_end},
                                                           {fporder_bitcode_pairs, fporder_bitcode_pairs_end},
                                                           {fporder_bitcode_numbers, fporder_bitcode_numbers_end}};
  for (const auto &[begin, end] : sources)
    if (Error error = linkBitcode(ofModule, StringRef(begin, static_cast<std::size_t>(end - begin))))
      return error;
  for (Function &function : ofModule)
    if (isInlinedOperation(function) && !function.isDeclaration())
      function.setLinkage(GlobalValue::InternalLinkage);
  return InlinedOperations(ofModule);
}

CallInst *InlinedOperations::call(IRBuilder<> &builder, const Precision &precision, StringRef operation, ArrayRef<Value *> operands) const {
  Function *const function = module->getFunction((precision.prefix + operation).str());
  assert(function != nullptr && "an operation that runtime/shadow/program/inlined*.cpp do not define");
  CallInst *const result = builder.CreateCall(function, operands);
  result->setCallingConv(function->getCallingConv());
  return result;
}

void InlinedOperations::removeUnused() const {
  for (Function &function : make_early_inc_range(*module))
    if (isInlinedOperation(function) && !function.isDeclaration() && function.use_empty())
      function.eraseFromParent();
  for (Function &function : make_early_inc_range(*module))
    if (function.isDeclaration() && function.use_empty() && function.getName().starts_with("fporder_"))
      function.eraseFromParent();
}

} // namespace fporder::instrument
