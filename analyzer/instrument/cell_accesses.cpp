#include "analyzer/instrument/cell_accesses.h"

#include "analyzer/instrument/inlined_operations.h"

#include "llvm/IR/Instructions.h"

namespace fporder::instrument {

using namespace llvm;

namespace {

bool isAccess(const Instruction &instruction) { return isa<CallInst>(instruction) && instruction.hasMetadata(cellAccess); }

/// Of a value that is there when it is accessed: see cellAccess.
bool isKnowable(const Instruction &instruction) { return isAccess(instruction) && instruction.getMetadata(cellAccess)->getNumOperands() == 0; }

// Blocks may be long: what is more is read again, and written at once.
constexpr std::size_t mostKnown = 64;
constexpr std::size_t mostDelayed = 32;

/// Reads or writes what no other code does.
bool isOfShadows(const Instruction &instruction) {
  const auto *const call = dyn_cast<CallInst>(&instruction);
  const Function *const callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && (callee->getName().starts_with(precisions[0].prefix) ||
                               any_of(packs, [&](const Precision &pack) { return callee->getName().starts_with(pack.prefix); }));
}

/// The error or the bound that the access reads or writes.
Value *partOf(CallBase &access, unsigned part) {
  if (access.getType()->isVoidTy())
    return access.getArgOperand(2 + part);
  for (User *const user : access.users())
    if (auto *const extract = cast<ExtractValueInst>(user); extract->getIndices()[0] == part)
      return extract;
  IRBuilder<> builder(access.getNextNode());
  return builder.CreateExtractValue(&access, part);
}

/// Of the program's access.
MemoryLocation placeOf(const CallBase &access) {
  const std::uint64_t bytes = access.getArgOperand(1)->getType()->getScalarSizeInBits() / 8;
  return MemoryLocation(access.getArgOperand(0), LocationSize::precise(bytes), access.getAAMetadata());
}

} // namespace

bool CellAccesses::readAgain(Instruction &instruction) const {
  if (!isKnowable(instruction) || instruction.getType()->isVoidTy())
    return false;
  auto &read = cast<CallBase>(instruction);
  const auto found = find_if(known, [&](CallBase *access) {
    return access->getArgOperand(1)->getType() == read.getArgOperand(1)->getType() && isSame(access->getArgOperand(0), read.getArgOperand(0), 0);
  });
  if (found == known.end())
    return false;
  for (User *const user : read.users())
    user->replaceAllUsesWith(partOf(**found, cast<ExtractValueInst>(user)->getIndices()[0]));
  return true;
}

void CellAccesses::remember(Instruction &instruction) {
  if (isKnowable(instruction)) {
    if (known.size() == mostKnown)
      known.erase(known.begin());
    known.push_back(cast<CallBase>(&instruction));
  } else if (instruction.mayWriteToMemory() && !isOfShadows(instruction)) {
    erase_if(known, [&](CallBase *access) { return isModSet(aliases.getModRefInfo(&instruction, placeOf(*access))); });
  }
}

bool CellAccesses::delay(Instruction &instruction) {
  if (!isAccess(instruction) || !instruction.getType()->isVoidTy())
    return false;
  delayed.push_back(&instruction);
  return true;
}

bool CellAccesses::mustWriteBefore(Instruction &instruction) const {
  if (delayed.empty() || delayed.size() == mostDelayed)
    return !delayed.empty();
  if (isAccess(instruction))
    return any_of(delayed,
                  [&](Instruction *write) { return !aliases.isNoAlias(placeOf(cast<CallBase>(*write)), placeOf(cast<CallBase>(instruction))); });
  if (const auto *const load = dyn_cast<LoadInst>(&instruction))
    return !load->isSimple();
  if (const auto *const store = dyn_cast<StoreInst>(&instruction))
    return !store->isSimple();
  return instruction.isTerminator() || (instruction.mayReadOrWriteMemory() && !isOfShadows(instruction));
}

/// Computed from the same values in the same way, the later one after the earlier.
bool CellAccesses::isSame(const Value *earlier, const Value *later, unsigned depth) const {
  if (earlier == later)
    return true;
  const auto *const a = dyn_cast<Instruction>(earlier), *const b = dyn_cast<Instruction>(later);
  constexpr unsigned deepest = 6;
  if (a == nullptr || b == nullptr || depth == deepest || !a->isSameOperationAs(b) || a->mayHaveSideEffects() || isa<PHINode>(a) ||
      isa<AllocaInst>(a) || isa<CallInst>(a))
    return false;
  for (unsigned operand = 0; operand < a->getNumOperands(); ++operand)
    if (!isSame(a->getOperand(operand), b->getOperand(operand), depth + 1))
      return false;
  return !a->mayReadFromMemory() || (isa<LoadInst>(a) && keepsBetween(cast<LoadInst>(*a), *b));
}

/// Whether what `load` has read is still there at `later`.
bool CellAccesses::keepsBetween(const LoadInst &load, const Instruction &later) const {
  if (load.getParent() != later.getParent() || !load.isSimple())
    return false;
  const MemoryLocation place = MemoryLocation::get(&load);
  constexpr unsigned longest = 400;
  unsigned steps = 0;
  for (const Instruction *between = load.getNextNode(); between != nullptr && between != &later; between = between->getNextNode())
    if (++steps > longest || (between->mayWriteToMemory() && !isOfShadows(*between) && isModSet(aliases.getModRefInfo(between, place))))
      return false;
  return true;
}

} // namespace fporder::instrument
