#include "analyzer/instrument/packs.h"

#include "analyzer/instrument/cell_accesses.h"
#include "analyzer/instrument/pack_writer.h"

namespace fporder::instrument {

using namespace llvm;

namespace {

class Packer {
public:
  Packer(Function &ofFunction, const InlinedOperations &ofOperations, FunctionAnalysisManager &analyses)
      : function(ofFunction), cells(analyses.getResult<AAManager>(ofFunction)),
        writer(ofFunction, ofOperations, analyses.getResult<DominatorTreeAnalysis>(ofFunction)) {}

  void run() {
    for (BasicBlock &block : function)
      pack(block);
    writer.finish();
  }

private:
  void pack(BasicBlock &block) {
    std::vector<Instruction *> stay;
    for (Instruction &instruction : block)
      if (mayMove(instruction)) {
        waiting.push_back(&instruction);
        isWaiting.insert(&instruction);
      } else {
        stay.push_back(&instruction);
        isAhead.insert(&instruction);
      }
    writer.startBlock();
    cells.startBlock();
    if (any_of(waiting, [](const Instruction *instruction) { return !packedName(*instruction).empty(); }))
      for (Instruction *const user : stay)
        pass(*user);
    waiting.clear();
    isWaiting.clear();
    isAhead.clear();
  }

  void pass(Instruction &user) {
    if (cells.readAgain(user)) {
      isAhead.erase(&user);
      return;
    }
    SmallVector<Instruction *, 8> users;
    if (cells.mustWriteBefore(user))
      users = cells.takeDelayed();
    const auto writes = users;
    if (!cells.delay(user))
      users.push_back(&user);
    placeFor(users, user);
    isAhead.erase(&user); // what takes its result is not placed in front of it
    for (Instruction *const write : writes)
      write->moveBefore(*user.getParent(), user.getIterator());
    cells.remember(user);
  }

  /// The operations, what widens their operands, and what only reads their results.
  bool mayMove(const Instruction &instruction) const {
    const StringRef name = packedName(instruction);
    if (!name.empty())
      return isCheck(instruction) || all_of(instruction.users(), [](const User *user) { return isa<ExtractValueInst>(user); });
    if (isOwnOperation(instruction) &&
        all_of(instruction.users(), [&](const User *user) { return takesOwnInPacks(instruction, *cast<Instruction>(user)); }))
      return true;
    if (isa<FPExtInst>(instruction) && !isWaiting.contains(dyn_cast<Instruction>(instruction.getOperand(0))))
      return all_of(instruction.users(), [](const User *user) { return !packedName(*cast<Instruction>(user)).empty(); });
    const bool isPure = !instruction.mayHaveSideEffects() && !instruction.mayReadFromMemory() && !instruction.isTerminator() &&
                        !isa<PHINode>(instruction) && !isa<AllocaInst>(instruction);
    return isPure && any_of(instruction.operands(), [&](const Use &operand) { return isWaiting.contains(dyn_cast<Instruction>(operand)); });
  }

  /// Users in other blocks are phi nodes and what records.
  static bool takesOwnInPacks(const Instruction &operation, const Instruction &user) {
    return user.getParent() != operation.getParent() || isa<PHINode>(user) || isa<FPExtInst>(user) || isOwnOperation(user) ||
           !packedName(user).empty();
  }

  /// What packs are made of.
  static bool isPacked(const Instruction &instruction) { return isOwnOperation(instruction) || !packedName(instruction).empty(); }

  bool isReady(const Instruction &instruction) const {
    return none_of(instruction.operands(), [&](const Use &operand) {
      const auto *const made = dyn_cast<Instruction>(operand);
      return isWaiting.contains(made) || isAhead.contains(made);
    });
  }

  void collect(Instruction &user, SmallPtrSetImpl<Instruction *> &needed) const {
    for (const Use &operand : user.operands())
      if (auto *const instruction = dyn_cast<Instruction>(operand); isWaiting.contains(instruction) && needed.insert(instruction).second)
        collect(*instruction, needed);
  }

  /// All that the users take; in front of the block's end, all.
  void placeFor(ArrayRef<Instruction *> users, Instruction &before) {
    SmallPtrSet<Instruction *, 32> needed;
    for (Instruction *const user : users)
      if (!isa<PHINode>(user)) // takes values of other blocks, and of this one's end
        collect(*user, needed);
    if (before.isTerminator())
      needed.insert(isWaiting.begin(), isWaiting.end());
    while (any_of(needed, [&](Instruction *instruction) { return isWaiting.contains(instruction); })) {
      placeMoves(before);
      placeGroup(nextGroup(needed), before);
    }
  }

  void placed(Instruction &instruction) {
    isWaiting.erase(&instruction);
    llvm::erase(waiting, &instruction);
  }

  void placeMoves(Instruction &before) {
    for (Instruction *const instruction : SmallVector<Instruction *, 32>(waiting.begin(), waiting.end()))
      if (!isPacked(*instruction) && isReady(*instruction)) {
        instruction->moveBefore(*before.getParent(), before.getIterator());
        placed(*instruction);
      }
  }

  /// The largest of those that may be placed and hold something that is needed; results before what is said of them.
  SmallVector<Instruction *, widest> nextGroup(const SmallPtrSetImpl<Instruction *> &needed) const {
    SmallVector<Instruction *, 16> ready;
    for (Instruction *const instruction : waiting)
      if (isPacked(*instruction) && isReady(*instruction))
        ready.push_back(instruction);
    SmallVector<Instruction *, widest> best;
    for (Instruction *const first : ready) {
      const bool isLater = !best.empty() && isCheck(*first) && !isCheck(*best.front());
      if (!needed.contains(first) || isLater)
        continue;
      SmallVector<Instruction *, widest> group{first};
      for (const bool takesNeeded : {true, false})
        for (Instruction *const other : ready)
          if (group.size() < widest && other != first && needed.contains(other) == takesNeeded && writer.areTogether(*first, *other))
            group.push_back(other);
      const bool isEarlier = !best.empty() && isCheck(*best.front()) && !isCheck(*first);
      if (group.size() > best.size() || isEarlier)
        best = group;
    }
    return best;
  }

  void placeGroup(ArrayRef<Instruction *> group, Instruction &before) {
    for (Instruction *const instruction : group)
      placed(*instruction);
    if (group.size() == 1)
      group.front()->moveBefore(*before.getParent(), before.getIterator());
    else if (!group.empty())
      writer.write(group, before, [&](Instruction &instruction) { placed(instruction); });
  }

  Function &function;
  CellAccesses cells;
  std::vector<Instruction *> waiting;                // for their place in the block, in its order
  SmallPtrSet<Instruction *, 32> isWaiting, isAhead; // those too that stay where they are
  PackWriter writer;
};

} // namespace

void packOperations(Function &function, const InlinedOperations &operations, FunctionAnalysisManager &analyses) {
  analyses.invalidate(function, PreservedAnalyses::none());
  Packer(function, operations, analyses).run();
  analyses.invalidate(function, PreservedAnalyses::none());
}

} // namespace fporder::instrument
