// The runtime's inlined operations (runtime/shadow/program/inlined*.cpp) within a module: linked in as bitcode, called by name, inlined by the
// pipeline. Each precision defines the same operations under a prefix of its own.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace fporder::instrument {

/// A value's companion in the program: the parts that its precision has, doubles or a pointer to a number.
using Shadow = llvm::SmallVector<llvm::Value *, 3>;

/// What a function with shadows of one precision calls.
struct Precision {
  llvm::StringLiteral prefix;
  llvm::StringLiteral suffix; // of the function's name; of residues none, they are in the function itself
  unsigned doubles;           // of a shadow; 0: it is a pointer to a number
  bool hasNumbers() const { return doubles == 0; }
};
inline constexpr Precision precisions[] = {
    {"fporder_inline_", "", 2}, {"fporder_pair_", ".fporder_pair", 3}, {"fporder_exact_", ".fporder_exact", 0}};

/// Two and four residues at once: see packs.h. `doubles` is how many.
inline constexpr Precision packs[] = {{"fporder_pack2_", "", 2}, {"fporder_pack4_", "", 4}};

/// By its name: of any precision or pack.
bool isInlinedOperation(const llvm::Function &function);

class InlinedOperations {
public:
  /// Links the operations into `ofModule`, once.
  static llvm::Expected<InlinedOperations> link(llvm::Module &ofModule);
  static bool areLinked(const llvm::Module &module);

  llvm::CallInst *call(llvm::IRBuilder<> &builder, const Precision &precision, llvm::StringRef operation,
                       llvm::ArrayRef<llvm::Value *> operands) const;
  /// Removes what was not called.
  void removeUnused() const;

private:
  explicit InlinedOperations(llvm::Module &ofModule) : module(&ofModule) {}
  llvm::Module *module;
};

} // namespace fporder::instrument
