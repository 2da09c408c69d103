// The runtime's inlined operations (runtime/shadow/program/inlined.cpp) within a module: linked in as bitcode, called by name, inlined by the
// pipeline.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace fporder::instrument {

/// A value's companion in the program. Both are doubles.
struct Shadow {
  llvm::Value *error = nullptr, *bound = nullptr;
};

class InlinedOperations {
public:
  /// Links the operations into `ofModule`, once.
  static llvm::Expected<InlinedOperations> link(llvm::Module &ofModule);

  llvm::CallInst *call(llvm::IRBuilder<> &builder, llvm::StringRef operation, llvm::ArrayRef<llvm::Value *> operands) const;
  Shadow shadow(llvm::IRBuilder<> &builder, llvm::StringRef operation, llvm::ArrayRef<llvm::Value *> operands) const;
  /// Removes what was not called.
  void removeUnused() const;

private:
  explicit InlinedOperations(llvm::Module &ofModule) : module(&ofModule) {}
  llvm::Module *module;
};

} // namespace fporder::instrument
