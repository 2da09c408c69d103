// The floating-point environment an expression was written under: command line, pragmas and function attributes, as Clang recorded them.
//
// Contraction is reported as possible only where the target can fuse: x86 needs the fma feature (from the command line or from the function's target
// attribute), CUDA's device code always can, extended formats never fuse. A front end that says -ffp-contract=on for a target without fused
// instructions still emits none.
#pragma once

#include "runtime/order/operation.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"

namespace fporder::frontend {

/// A function of a CUDA source that has no code for the device.
bool isOnHost(const clang::FunctionDecl *function, const clang::ASTContext &context);
/// A function that a GPU runs: of CUDA or HIP one that is not the host's alone, of OpenCL C each; of an AscendC source, which has the
/// word __aicore__, each as well.
bool isOnDevice(const clang::FunctionDecl *function, const clang::ASTContext &context);

class Environments {
public:
  explicit Environments(const clang::ASTContext &context);

  /// Takes the function's own target attributes into account from now on; nullptr: none.
  void enterFunction(const clang::FunctionDecl *function);
  const clang::FunctionDecl *function() const { return current; }

  /// `format` is the one the operation is computed in.
  order::Environment of(const clang::Expr *expression, format::Format format);

  /// What the command line alone says: for operations that no expression spells.
  order::Environment ofUnit(format::Format format);

private:
  order::Environment translate(clang::FPOptions options) const;
  order::Environment restrictTo(order::Environment environment, format::Format format) const;

  const clang::ASTContext &context;
  const clang::FunctionDecl *current = nullptr;
  bool unitFuses, fuses;
  bool device = false; // in CUDA code that runs on the device
  llvm::DenseMap<std::uint32_t, order::Environment> cache;
};

/// True when the target's instruction set, with the features `hasFeature` reports, includes fused multiply-add for binary32 and binary64.
bool targetFuses(const clang::TargetInfo &target, llvm::function_ref<bool(llvm::StringRef)> hasFeature);

} // namespace fporder::frontend
