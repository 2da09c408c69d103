// The accesses of cells in one block, as the calls that FunctionInstrumenter has put there: which cells are known, and which writes wait. A cell is
// that of its value in the program, so that cells are different where the program's values are: TBAA and LLVM's other analyses say where.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/InstrTypes.h"

namespace fporder::instrument {

/// The kind of metadata of a call that reads or writes a cell. Its first operand is the value's address, the second the value; a write's next two are
/// the shadow. With an operand it says that the access is not one with that of the program: its cell is read each time.
inline constexpr llvm::StringLiteral cellAccess = "fporder.cell";

class CellAccesses {
public:
  explicit CellAccesses(llvm::AAResults &ofProgram) : aliases(ofProgram) {}

  /// For each instruction of the block, in its order.
  void startBlock() { known.clear(); }
  void remember(llvm::Instruction &instruction);
  /// Whether it reads a cell that is known; its users take that.
  bool readAgain(llvm::Instruction &instruction) const;
  /// Whether it is the write of a cell, and is taken to be placed later.
  bool delay(llvm::Instruction &instruction);
  /// Whether it may see or order the writes that wait.
  bool mustWriteBefore(llvm::Instruction &instruction) const;
  llvm::SmallVector<llvm::Instruction *, 8> takeDelayed() { return std::exchange(delayed, {}); }

private:
  bool isSame(const llvm::Value *earlier, const llvm::Value *later, unsigned depth) const;
  bool keepsBetween(const llvm::LoadInst &load, const llvm::Instruction &later) const;

  llvm::AAResults &aliases;
  llvm::SmallVector<llvm::CallBase *, 8> known;
  llvm::SmallVector<llvm::Instruction *, 8> delayed; // writes
};

} // namespace fporder::instrument
