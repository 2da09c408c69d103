// The LLVM pass plugin: instruments each module at the start of the pipeline, where operations are in the source's order and have its lines and
// columns. Loaded by fporder-c++ with -fpass-plugin=.
//
// What has to be inlined is inlined first, and local variables become values (SROA, which moves no operation), since a variable in memory has its
// shadow in memory.
#include "analyzer/instrument/compat.h"
#include "analyzer/instrument/function_instrumenter.h"
#include "analyzer/instrument/optimizer_report.h"
#include "analyzer/instrument/versions.h"
#include "analyzer/instrument/wrappers.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Scalar/SROA.h"

#include <memory>
#include <optional>

using namespace llvm;

namespace fporder::instrument {
namespace {

bool hasFloatingPoint(const Function &function) {
  for (const Instruction &instruction : instructions(function)) {
    if (laneCount(instruction.getType()) != 0)
      return true;
    for (const Use &operand : instruction.operands())
      if (laneCount(operand->getType()) != 0)
        return true;
    if (const auto *const call = dyn_cast<CallBase>(&instruction)) {
      if (writesMemory(*call))
        return true;
      if (const Function *const callee = call->getCalledFunction();
          callee != nullptr && callee->isIntrinsic() && callee->getName().starts_with("llvm.mem"))
        return true; // moves values in memory
    }
  }
  return false;
}

bool passesArgumentsOn(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    const auto *const call = dyn_cast<CallInst>(&instruction);
    return call != nullptr && call->isMustTailCall();
  });
}

bool isFollowed(const Function &function) {
  // A table of addresses of the function's blocks would lead out of a version of it, and variable arguments that are passed on, past it.
  return !function.isDeclaration() && !function.getName().starts_with("fporder_") && !function.hasFnAttribute(Attribute::Naked) &&
         !function.isPresplitCoroutine() && none_of(function, [](const BasicBlock &block) { return block.hasAddressTaken(); }) &&
         !(function.isVarArg() && passesArgumentsOn(function)) && hasFloatingPoint(function);
}

bool wantsFeature(const Function &function, StringRef feature) {
  return function.getFnAttribute("target-features").getValueAsString().contains(feature);
}

/// Vectors wider than 128 bits are passed otherwise where AVX is on.
bool passesWideVectors(const Module &module) {
  const auto isWide = [](Type *type) { return type->isVectorTy() && type->getPrimitiveSizeInBits().getKnownMinValue() > 128; };
  for (const Function &function : module) {
    if (function.isIntrinsic())
      continue;
    if (isWide(function.getReturnType()) || any_of(function.args(), [&](const Argument &argument) { return isWide(argument.getType()); }))
      return true;
  }
  return false;
}

/// The residue of a product takes a fused operation, which x86-64 has since 2013. The program's own operations are not fused: they carry no leave to
/// be.
void allowFusedOperations(Module &module) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    const StringRef features = function.getFnAttribute("target-features").getValueAsString();
    function.addFnAttr("target-features", (features + (features.empty() ? "" : ",") + "+avx,+f16c,+fma").str());
  }
}

class InstrumentPass : public PassInfoMixin<InstrumentPass> {
public:
  explicit InstrumentPass(OptimizationLevel ofPipeline) : level(ofPipeline) {}
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &analyses) {
    const Triple target = compat::targetOf(module);
    if (target.getArch() != Triple::x86_64 || !target.isOSLinux()) {
      fail(module, "shadow execution is implemented for x86-64 Linux, not for " + target.str());
      return PreservedAnalyses::all();
    }
    if (InlinedOperations::areLinked(module))
      return PreservedAnalyses::all();
    const DenseSet<const Function *> outputs = markedOutputs(module);
    inlineWrappers(module, outputs);
    const std::vector<Function *> followed = followedOf(module);
    if (followed.empty())
      return PreservedAnalyses::all();
    const bool fuses = any_of(followed, [](const Function *function) { return wantsFeature(*function, "+fma"); }),
               mayWiden = !passesWideVectors(module);
    Expected<InlinedOperations> operations = InlinedOperations::link(module);
    if (!operations) {
      fail(module, toString(operations.takeError()));
      return PreservedAnalyses::all();
    }
    ModuleContext context = contextOf(module, *operations, fuses, mayWiden && level != OptimizationLevel::O0,
                                      analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager(), outputs);
    instrumentVersions(context, followed);
    context.sites.emit();
    context.operations.removeUnused();
    if (mayWiden)
      allowFusedOperations(module);
    return PreservedAnalyses::none();
  }

private:
  static std::vector<Function *> followedOf(Module &module) {
    std::vector<Function *> followed;
    for (Function &function : module) {
      if (!isFollowed(function))
        continue;
      if (function.hasAvailableExternallyLinkage())
        function.deleteBody(); // another module has its versions
      else
        followed.push_back(&function);
    }
    return followed;
  }

  /// Those with the annotation of FPORDER_OUTPUT.
  static DenseSet<const Function *> markedOutputs(const Module &module) {
    DenseSet<const Function *> marked;
    const GlobalVariable *const annotations = module.getNamedGlobal("llvm.global.annotations");
    if (annotations == nullptr || !annotations->hasInitializer())
      return marked;
    for (const Use &entry : annotations->getInitializer()->operands()) {
      StringRef text;
      const auto *const row = dyn_cast<ConstantStruct>(entry);
      const auto *const function = row == nullptr ? nullptr : dyn_cast<Function>(row->getOperand(0)->stripPointerCasts());
      if (function != nullptr && getConstantStringInfo(row->getOperand(1), text) && text == "fporder_output")
        marked.insert(function);
    }
    return marked;
  }

  static void fail(Module &module, const Twine &why) { module.getContext().emitError("fporder: " + why); }

  static ModuleContext contextOf(Module &module, const InlinedOperations &operations, bool fuses, bool takesPacks, FunctionAnalysisManager &analyses,
                                 const DenseSet<const Function *> &outputs) {
    LLVMContext &context = module.getContext();
    Type *const word = Type::getInt32Ty(context), *const size = Type::getInt64Ty(context), *const nothing = Type::getVoidTy(context);
    PointerType *const pointer = PointerType::getUnqual(context);
    const auto threadLocal = [&](const char *name, std::size_t bytes) {
      return new GlobalVariable(module, ArrayType::get(size, bytes / 8), false, GlobalValue::ExternalLinkage, nullptr, name, nullptr,
                                GlobalValue::GeneralDynamicTLSModel);
    };
    const auto declare = [&](const char *name, Type *result, std::initializer_list<Type *> operands) {
      FunctionCallee callee = module.getOrInsertFunction(name, FunctionType::get(result, operands, false));
      cast<Function>(callee.getCallee())->addFnAttr(Attribute::NoUnwind);
      return callee;
    };
    FunctionCallee record = declare("fporder_record", nothing, {pointer, pointer, word, pointer});
    cast<Function>(record.getCallee())->addFnAttr(Attribute::Cold);
    return {module,
            operations,
            SiteTable(module),
            fuses,
            takesPacks,
            analyses,
            threadLocal("fporder_transfer", sizeof(program::Transfer)),
            threadLocal("fporder_wide_transfer", sizeof(program::WideTransfer)),
            record,
            declare("fporder_copy_cells", nothing, {pointer, pointer, size}),
            declare("fporder_clear_cells", nothing, {pointer, size}),
            declare("fporder_lock_cell", word, {pointer}),
            declare("fporder_unlock_cell", nothing, {pointer, word}),
            declare("fporder_written", nothing, {pointer, pointer, word, pointer, size, size}),
            outputs};
  }

  OptimizationLevel level;
};

/// At the start of the pipeline the source's operations are kept, at its end compared.
class OptimizerReportPass : public PassInfoMixin<OptimizerReportPass> {
public:
  explicit OptimizerReportPass(std::shared_ptr<std::optional<OperationsByPlace>> ofSource) : source(std::move(ofSource)) {}
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    if (!*source) {
      source->emplace(module);
      return PreservedAnalyses::all();
    }
    const std::string problem = writeOptimizerReport(optimizerReportFile(), (*source)->changesTo(OperationsByPlace(module)));
    if (!problem.empty())
      module.getContext().emitError("fporder: " + problem);
    source->reset();
    return PreservedAnalyses::all();
  }

private:
  std::shared_ptr<std::optional<OperationsByPlace>> source;
};

void registerOptimizerReport(PassBuilder &builder) {
  const auto source = std::make_shared<std::optional<OperationsByPlace>>();
  builder.registerPipelineStartEPCallback([source](ModulePassManager &passes, OptimizationLevel) { passes.addPass(OptimizerReportPass(source)); });
  compat::registerOptimizerLast(builder, [source](ModulePassManager &passes) { passes.addPass(OptimizerReportPass(source)); });
}

void registerCallbacks(PassBuilder &builder) {
  if (!optimizerReportFile().empty()) {
    registerOptimizerReport(builder);
    return;
  }
  builder.registerPipelineStartEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
    passes.addPass(AlwaysInlinerPass(/*InsertLifetime=*/false)); // intrinsics of the processor are functions in headers
    if (level != OptimizationLevel::O0)
      passes.addPass(createModuleToFunctionPassAdaptor(SROAPass(SROAOptions::ModifyCFG)));
    passes.addPass(InstrumentPass(level));
  });
}

} // namespace
} // namespace fporder::instrument

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "fporder", LLVM_VERSION_STRING, fporder::instrument::registerCallbacks};
}
