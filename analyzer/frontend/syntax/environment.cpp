#include "analyzer/frontend/syntax/environment.h"

#include "analyzer/frontend/translate.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"

namespace fporder::frontend {

using order::Contraction;
using order::Environment;

bool targetFuses(const clang::TargetInfo &target, llvm::function_ref<bool(llvm::StringRef)> hasFeature) {
  const llvm::Triple &triple = target.getTriple();
  switch (triple.getArch()) {
  case llvm::Triple::x86:
  case llvm::Triple::x86_64:
    return hasFeature("fma") || hasFeature("fma4") || hasFeature("avx512f");
  case llvm::Triple::arm:
  case llvm::Triple::armeb:
  case llvm::Triple::thumb:
  case llvm::Triple::thumbeb:
    return hasFeature("vfp4") || hasFeature("vfp4sp") || hasFeature("vfp4d16sp") || hasFeature("fp-armv8") || hasFeature("neon-fp16");
  case llvm::Triple::riscv32:
  case llvm::Triple::riscv64:
  case llvm::Triple::loongarch32:
  case llvm::Triple::loongarch64:
    return hasFeature("f");
  case llvm::Triple::mips:
  case llvm::Triple::mipsel:
  case llvm::Triple::mips64:
  case llvm::Triple::mips64el:
    return hasFeature("mips32r6") || hasFeature("mips64r6");
  case llvm::Triple::aarch64:
  case llvm::Triple::aarch64_be:
  case llvm::Triple::aarch64_32:
  case llvm::Triple::ppc:
  case llvm::Triple::ppcle:
  case llvm::Triple::ppc64:
  case llvm::Triple::ppc64le:
  case llvm::Triple::systemz:
  case llvm::Triple::hexagon:
  case llvm::Triple::ve:
    return true;
  default: // GPUs and their portable forms fuse; small cores, wasm and sparc do not
    return triple.isNVPTX() || triple.isAMDGPU() || triple.isSPIR() || triple.isSPIRV();
  }
}

bool isOnHost(const clang::FunctionDecl *function, const clang::ASTContext &context) {
  return context.getLangOpts().CUDA && !function->hasAttr<clang::CUDADeviceAttr>() && !function->hasAttr<clang::CUDAGlobalAttr>();
}

static bool isCudaDeviceCode(const clang::FunctionDecl *function, const clang::ASTContext &context) {
  if (context.getLangOpts().CUDA)
    return !isOnHost(function, context);
  // A header that is read by itself, as C++: the words are attributes there, by our cuda_runtime.h or by themselves.
  return llvm::any_of(function->specific_attrs<clang::AnnotateAttr>(), [](const clang::AnnotateAttr *word) {
    llvm::StringRef text = word->getAnnotation();
    return text == "fporder: device" || (text.consume_front(unknownWordAnnotation) && (text == "__device__" || text == "__global__"));
  });
}

bool isOnDevice(const clang::FunctionDecl *function, const clang::ASTContext &context) {
  return context.getLangOpts().OpenCL || isCudaDeviceCode(function, context) || context.Idents.find("__aicore__") != context.Idents.end();
}

Environments::Environments(const clang::ASTContext &astContext) : context(astContext) {
  const clang::TargetInfo &target = context.getTargetInfo();
  const llvm::StringMap<bool> &features = target.getTargetOpts().FeatureMap;
  unitFuses = fuses = targetFuses(target, [&](llvm::StringRef feature) { return target.hasFeature(feature) || features.lookup(feature); });
}

void Environments::enterFunction(const clang::FunctionDecl *function) {
  current = function;
  bool before = fuses, onDevice = device;
  fuses = unitFuses;
  device = function && isCudaDeviceCode(function, context);
  if (function && function->hasAttr<clang::TargetAttr>()) {
    llvm::StringMap<bool> features;
    context.getFunctionFeatureMap(features, function);
    fuses = targetFuses(context.getTargetInfo(), [&](llvm::StringRef feature) { return features.lookup(feature); });
  }
  fuses |= device;
  if (before != fuses || onDevice != device)
    cache.clear();
}

Environment Environments::translate(clang::FPOptions options) const {
  Environment environment;
  if (fuses)
    environment.contraction = options.allowFPContractAcrossStatement()   ? Contraction::Fast
                              : options.allowFPContractWithinStatement() ? Contraction::Statement
                                                                         : Contraction::Off;
  environment.reassociate = options.getAllowFPReassociate();
  environment.reciprocal = options.getAllowReciprocal();
  environment.approximateCalls = options.getAllowApproxFunc();
  environment.noSignedZeros = options.getNoSignedZero();
  environment.finiteMathOnly = options.getNoHonorNaNs() && options.getNoHonorInfs();
  if (context.getLangOpts().CUDA && !device) // a .cu file's fast-math flags are for its device code
    environment.reciprocal = environment.approximateCalls = false;
  environment.strict = options.getAllowFEnvAccess() || options.getExceptionMode() == clang::LangOptions::FPE_Strict;
  environment.dynamicRounding = options.getRoundingMode() != llvm::RoundingMode::NearestTiesToEven;
  return environment;
}

Environment Environments::restrictTo(Environment environment, format::Format format) const {
  bool extended = format == format::Format::X87Extended || format == format::Format::Binary128 || format == format::Format::DoubleDouble;
  if (extended || !format::isFloatingPoint(format))
    environment.contraction = Contraction::Off;
  return environment;
}

Environment Environments::of(const clang::Expr *expression, format::Format format) {
  clang::FPOptions options = expression->getFPFeaturesInEffect(context.getLangOpts());
  auto [entry, inserted] = cache.try_emplace(options.getAsOpaqueInt());
  if (inserted)
    entry->second = translate(options);
  return restrictTo(entry->second, format);
}

Environment Environments::ofUnit(format::Format format) { return restrictTo(translate(clang::FPOptions(context.getLangOpts())), format); }

} // namespace fporder::frontend
