// Where the operands of a chunk's operations come from: from an operation of the chunk, or from outside of it, equal ones under one number.
//
// Widening conversions, changes of sign and constant lanes are looked through. Two loads are one value where no instruction in between may write to
// memory; what is computed without side effects from one value is one value. Of one function, as it is before it is instrumented.
#pragma once

#include "analyzer/instrument/site_table.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace fporder::instrument {

/// One lane of a vector, or lane 0 of a value that is none.
struct Source {
  const llvm::Value *value = nullptr;
  unsigned lane = 0;
};

class Origins {
public:
  explicit Origins(const llvm::Function &function);

  /// Of the operands, in order, into `site`.
  void describe(llvm::ArrayRef<Source> operands, Site &site);
  /// The chunk's next site has made `result`; without a value: nothing that an operation takes.
  void add(Source result);
  /// A chunk ends.
  void forget();

private:
  bool isSame(const llvm::Value *one, const llvm::Value *other, unsigned depth = 0) const;
  program::Origin originOf(Source source);

  /// Of loads: no write to what they read lies between those that are equal. The block is the one before instrumentation, and only compared.
  llvm::DenseMap<const llvm::Instruction *, std::pair<const llvm::BasicBlock *, unsigned>> epochs;
  llvm::SmallVector<Source, 8> made, taken; // by the chunk's sites; from outside of the chunk
};

} // namespace fporder::instrument
