#include "analyzer/execute/floating_rules.h"

#include "clang/Basic/TargetInfo.h"
#include "llvm/TargetParser/Triple.h"

namespace fporder::execute {
namespace {

/// Of a target that is not known to have none, true.
bool hasFusedMultiplyAdd(const clang::TargetInfo &target) {
  return !target.getTriple().isX86() || target.hasFeature("fma") || target.hasFeature("fma4") || target.hasFeature("avx512f");
}

bool isProduct(const clang::Expr *operand) {
  for (;;) {
    operand = operand->IgnoreParenImpCasts();
    const auto *sign = llvm::dyn_cast<clang::UnaryOperator>(operand);
    if (!sign || (sign->getOpcode() != clang::UO_Minus && sign->getOpcode() != clang::UO_Plus))
      break;
    operand = sign->getSubExpr();
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(operand);
  return binary && binary->getOpcode() == clang::BO_Mul;
}

} // namespace

std::string whyUnitIsNotExecuted(const clang::ASTContext &context) {
  const clang::LangOptions &language = context.getLangOpts();
  if (language.CUDA || language.OpenCL || language.SYCLIsDevice || language.HLSL || language.ObjC)
    return "only C and C++ for the host are executed";
  if (context.getTargetInfo().getFPEvalMethod() == clang::LangOptions::FEM_Extended)
    return "the target computes in x87 registers";
  return "";
}

std::string whyNotAsWritten(const clang::ASTContext &context, const clang::BinaryOperator *operation) {
  const clang::FPOptions options = operation->getFPFeaturesInEffect(context.getLangOpts());
  if (options.getAllowFPReassociate() || options.getAllowReciprocal() || options.getNoHonorNaNs() || options.getNoHonorInfs() ||
      options.getNoSignedZero() || options.getAllowApproxFunc())
    return "fast-math options let the compiler change operations";
  if (options.getRoundingMode() != llvm::RoundingMode::NearestTiesToEven && options.getRoundingMode() != llvm::RoundingMode::Dynamic)
    return "a rounding mode is set";
  const clang::BinaryOperatorKind kind = operation->getOpcode();
  const bool sum = kind == clang::BO_Add || kind == clang::BO_Sub || kind == clang::BO_AddAssign || kind == clang::BO_SubAssign;
  if (!sum || !hasFusedMultiplyAdd(context.getTargetInfo()))
    return "";
  const bool fused = options.allowFPContractAcrossStatement() ||
                     (options.allowFPContractWithinStatement() && (isProduct(operation->getLHS()) || isProduct(operation->getRHS())));
  return fused ? "the compiler may contract a product and a sum to a fused multiply-add" : "";
}

bool hasExcessPrecision(const clang::ASTContext &context, clang::QualType type) {
  return type->isRealFloatingType() && type.UseExcessPrecision(context);
}

} // namespace fporder::execute
