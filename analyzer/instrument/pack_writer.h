// One pack in place of several operations: its operands as vectors, its results as the lanes of vectors. See packs.h.
#pragma once

#include "analyzer/instrument/inlined_operations.h"
#include "analyzer/instrument/lanes.h"

#include "llvm/IR/Instructions.h"

namespace fporder::instrument {

/// Lanes of the widest pack.
inline constexpr unsigned widest = 4;

/// The operation's name where it is a call of one that packs have, or none.
llvm::StringRef packedName(const llvm::Instruction &instruction);
/// A call that says something of a result, and makes none.
bool isCheck(const llvm::Instruction &call);
/// An operation of the code itself, the program's or one beside its long doubles, which may be a lane where what comes in packs takes its result.
bool isOwnOperation(const llvm::Instruction &instruction);

class PackWriter {
public:
  PackWriter(llvm::Function &ofFunction, const InlinedOperations &ofOperations, llvm::DominatorTree &dominators)
      : function(ofFunction), operations(ofOperations), merger(results, dominators) {}

  void startBlock() { operandsOfBlock = {}; }
  /// Whether one pack may do both. What is said of results that are one vector is said of them together.
  bool areTogether(const llvm::Instruction &a, const llvm::Instruction &b) const;
  /// Two operations and more that are together, in front of `before`; they are erased, and what takes calls' results apart, after `leaves` was told.
  void write(llvm::ArrayRef<llvm::Instruction *> group, llvm::Instruction &before, llvm::function_ref<void(llvm::Instruction &)> leaves);
  /// After the last block.
  void finish() { merger.run(); }

private:
  void writeOwnOperations(llvm::ArrayRef<llvm::Instruction *> group, llvm::IRBuilder<> &builder);
  void writeResults(llvm::ArrayRef<llvm::CallInst *> group, llvm::IRBuilder<> &builder, llvm::function_ref<void(llvm::Instruction &)> leaves);
  void writeChecks(llvm::ArrayRef<llvm::CallInst *> group, llvm::IRBuilder<> &builder);
  llvm::Value *areNone(llvm::ArrayRef<llvm::CallInst *> group, llvm::ArrayRef<llvm::Value *> operands, llvm::IRBuilder<> &builder);
  llvm::Value *operandOf(llvm::ArrayRef<llvm::CallInst *> group, unsigned operand, llvm::IRBuilder<> &builder);
  llvm::Value *vectorOfDoubles(const Lanes &lanes, llvm::IRBuilder<> &builder);
  llvm::Value *vectorOf(const Lanes &lanes, llvm::IRBuilder<> &builder);
  llvm::AllocaInst *resultOf(unsigned width);

  llvm::Function &function;
  const InlinedOperations &operations;
  VectorsByLanes results, operandsOfBlock;
  PhiMerger merger;
  llvm::AllocaInst *places[widest + 1] = {}; // of a pack's results, by its width
};

} // namespace fporder::instrument
