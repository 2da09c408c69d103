// Packs: operations on residues of one kind that do not depend on each other are computed two or four at a time (runtime/shadow/program/
// inlined_packs.cpp), where the program computes one after the other. What is computed is the same.
//
// Takes the calls that FunctionInstrumenter has put into a block, before they are inlined. Operations only read values, so that each may stand
// anywhere between its operands and its users: the block is walked, and calls are placed when something that stays needs them. A cell is written when
// another cell is accessed that may be the same, and before whatever other code may see it; it is not read again where it is known. Additions,
// subtractions and products of the program itself are lanes of vectors too, rounded as they were, where only packs, other blocks and each other take
// their results.
#pragma once

#include "analyzer/instrument/inlined_operations.h"

#include "llvm/IR/PassManager.h"

namespace fporder::instrument {

void packOperations(llvm::Function &function, const InlinedOperations &operations, llvm::FunctionAnalysisManager &analyses);

} // namespace fporder::instrument
