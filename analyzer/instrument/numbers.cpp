// Shadows that are numbers lie in the function's frame, one for each operation, and are known by their addresses. What merges two values merges
// addresses, but for phi nodes: an operation of a loop overwrites its number while the phi node's value is still in use, so that a phi node copies
// what it merges into a number of its own.
#include "analyzer/instrument/function_instrumenter.h"

namespace fporder::instrument {

using namespace llvm;

namespace {

/// Its number is its own: no other phi node's of the block.
bool hasOwnNumber(const Value *value) {
  return isa<Constant>(value) || isa<Argument>(value) || isa<BinaryOperator>(value) || isa<LoadInst>(value) ||
         (isa<CallBase>(value) && !isa<IntrinsicInst>(value));
}

/// Whether copying one phi node of the block after the other could overwrite what a later one still has to read.
bool needsTemporaries(const BasicBlock &block) {
  unsigned followed = 0;
  bool mayRead = false;
  for (const PHINode &phi : block.phis()) {
    const unsigned lanes = holdsBits(phi) ? 1 : laneCount(phi.getType());
    if (lanes == 0)
      continue;
    followed += lanes;
    mayRead = mayRead || !all_of(phi.incoming_values(), hasOwnNumber);
  }
  return followed > 1 && mayRead;
}

} // namespace

Value *FunctionInstrumenter::newNumber() {
  IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
  return entry.CreateAlloca(ArrayType::get(entry.getInt64Ty(), program::wideTransferSize / 8), nullptr, "fporder.number");
}

/// First all phi nodes of the block into temporaries, where that is necessary, then into their own numbers.
Shadow FunctionInstrumenter::copiedPhi(PHINode &phi, Value *merged) {
  BasicBlock &block = *phi.getParent();
  auto &[first, last] = phiCopies[&block];
  IRBuilder<> copies(&block, first == nullptr ? block.getFirstInsertionPt() : first->getIterator());
  copies.SetCurrentDebugLocation(phi.getDebugLoc());
  const auto copied = [&](Value *from) { return context.operations.call(copies, precision, "copy", {newNumber(), from}); };
  Value *const from = needsTemporaries(block) ? copied(merged) : merged;
  if (last != nullptr)
    copies.SetInsertPoint(last->getNextNode());
  last = copied(from);
  first = first == nullptr ? last : first;
  return {last};
}

void FunctionInstrumenter::visitPHINode(PHINode &phi) {
  const unsigned lanes = holdsBits(phi) ? 1 : laneCount(phi.getType());
  if (lanes == 0)
    return;
  Shadows merged, own;
  for (unsigned index = 0; index < lanes; ++index) {
    builder.SetInsertPoint(phi.getParent(), phi.getParent()->begin());
    builder.SetCurrentDebugLocation(phi.getDebugLoc());
    Shadow parts;
    for (Value *const part : none())
      parts.push_back(builder.CreatePHI(part->getType(), phi.getNumIncomingValues()));
    merged.push_back(parts);
    own.push_back(precision.hasNumbers() ? copiedPhi(phi, parts[0]) : parts);
  }
  shadows[&phi] = own;
  phis.emplace_back(&phi, merged);
}

void FunctionInstrumenter::completePhis() {
  for (const auto &[phi, merged] : phis)
    for (unsigned edge = 0; edge < phi->getNumIncomingValues(); ++edge) {
      builder.SetInsertPoint(phi->getIncomingBlock(edge)->getTerminator());
      Value *const value = phi->getIncomingValue(edge);
      const Shadow *const carried = carriedBy(value);
      const Shadows incoming = !value->getType()->isIntegerTy() ? shadowsOf(value) : Shadows{carried == nullptr ? none() : *carried};
      for (unsigned index = 0; index < merged.size(); ++index)
        for (unsigned part = 0; part < merged[index].size(); ++part)
          cast<PHINode>(merged[index][part])->addIncoming(incoming[index][part], phi->getIncomingBlock(edge));
    }
}

} // namespace fporder::instrument
