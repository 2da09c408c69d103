#include "analyzer/instrument/inlined_operations.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

// The bitcode, as a part of the plugin's read-only data.
__asm__(".section .rodata\n"
        ".global fporder_bitcode\n.hidden fporder_bitcode\n"
        "fporder_bitcode:\n.incbin \"" FPORDER_BITCODE "\"\n"
        ".global fporder_bitcode_end\n.hidden fporder_bitcode_end\n"
        "fporder_bitcode_end:\n.byte 0\n"
        ".previous\n");
extern "C" const char fporder_bitcode[], fporder_bitcode_end[];

namespace fporder::instrument {

using namespace llvm;

static constexpr StringLiteral prefix = "fporder_inline_";

Expected<InlinedOperations> InlinedOperations::link(Module &ofModule) {
  const StringRef bytes(fporder_bitcode, static_cast<std::size_t>(fporder_bitcode_end - fporder_bitcode));
  Expected<std::unique_ptr<Module>> operations = parseBitcodeFile(MemoryBufferRef(bytes, "fporder"), ofModule.getContext());
  if (!operations)
    return operations.takeError();
  Module &linked = **operations;
  linked.setTargetTriple(ofModule.getTargetTriple());
  linked.setDataLayout(ofModule.getDataLayout());
  for (NamedMDNode &metadata : make_early_inc_range(linked.named_metadata()))
    linked.eraseNamedMetadata(&metadata); // module flags of another compilation
  for (const char *list : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *const variable = linked.getNamedGlobal(list))
      variable->eraseFromParent();
  for (Function &function : linked)
    if (!function.isDeclaration())
      for (const char *attribute : {"target-cpu", "target-features", "tune-cpu", "uwtable", "probe-stack", "frame-pointer"})
        function.removeFnAttr(attribute);
  if (Linker::linkModules(ofModule, std::move(*operations)))
    return createStringError("the shadow operations cannot be linked into this module");
  for (Function &function : ofModule)
    if (function.getName().starts_with(prefix))
      function.setLinkage(GlobalValue::InternalLinkage);
  return InlinedOperations(ofModule);
}

CallInst *InlinedOperations::call(IRBuilder<> &builder, StringRef operation, ArrayRef<Value *> operands) const {
  Function *const function = module->getFunction((prefix + operation).str());
  assert(function != nullptr && "an operation that runtime/shadow/program/inlined.cpp does not define");
  return builder.CreateCall(function, operands);
}

Shadow InlinedOperations::shadow(IRBuilder<> &builder, StringRef operation, ArrayRef<Value *> operands) const {
  Value *const both = call(builder, operation, operands);
  return {builder.CreateExtractValue(both, 0), builder.CreateExtractValue(both, 1)};
}

void InlinedOperations::removeUnused() const {
  for (Function &function : make_early_inc_range(*module))
    if (function.getName().starts_with(prefix) && function.use_empty())
      function.eraseFromParent();
}

} // namespace fporder::instrument
