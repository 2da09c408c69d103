#include "analyzer/instrument/packs.h"

#include "analyzer/instrument/cell_accesses.h"
#include "analyzer/instrument/lanes.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

namespace fporder::instrument {

using namespace llvm;

namespace {

constexpr unsigned widest = 4;

/// The operation's name where it is one that packs have, or none.
StringRef packedName(const Instruction &instruction) {
  const auto *const call = dyn_cast<CallInst>(&instruction);
  const Function *const callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr)
    return {};
  StringRef name = callee->getName();
  const bool isPacked = name.consume_front(precisions[0].prefix) && is_contained({"add", "subtract", "multiply", "scale", "exceeds"}, name);
  return isPacked ? name : StringRef();
}

/// Says something of a result, and makes none.
bool isCheck(const Instruction &call) { return packedName(call) == "exceeds"; }

/// The error of the result that the check is of.
Value *errorChecked(const CallInst &check) { return check.getArgOperand(2); }

/// The program's own operation, which is computed together with others where its result is taken by what comes in packs.
bool isOwnOperation(const Instruction &instruction) {
  const unsigned opcode = instruction.getOpcode();
  const bool isTaken = opcode == Instruction::FAdd || opcode == Instruction::FSub || opcode == Instruction::FMul;
  return isTaken && (instruction.getType()->isFloatTy() || instruction.getType()->isDoubleTy());
}

/// Whether one pack may do both.
bool areAlike(const Instruction &first, const Instruction &second) {
  if (isOwnOperation(first) || isOwnOperation(second))
    return first.getOpcode() == second.getOpcode() && first.getType() == second.getType();
  const auto &a = cast<CallInst>(first), &b = cast<CallInst>(second);
  const unsigned format = a.arg_size() - 1; // the one operand that is no lane
  return a.getCalledFunction() == b.getCalledFunction() && a.getArgOperand(format) == b.getArgOperand(format);
}

class Packer {
public:
  Packer(Function &ofFunction, const InlinedOperations &ofOperations, FunctionAnalysisManager &analyses)
      : function(ofFunction), operations(ofOperations), cells(analyses.getResult<AAManager>(ofFunction)),
        merger(results, analyses.getResult<DominatorTreeAnalysis>(ofFunction)) {}

  void run() {
    for (BasicBlock &block : function)
      pack(block);
    merger.run();
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
    operandsOfBlock = {};
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
          if (group.size() < widest && other != first && needed.contains(other) == takesNeeded && areTogether(*first, *other))
            group.push_back(other);
      const bool isEarlier = !best.empty() && isCheck(*best.front()) && !isCheck(*first);
      if (group.size() > best.size() || isEarlier)
        best = group;
    }
    return best;
  }

  /// What is said of results that are one vector is said of them together.
  bool areTogether(const Instruction &a, const Instruction &b) const {
    return areAlike(a, b) && (!isCheck(a) || results.holderOf(errorChecked(cast<CallInst>(a))) == results.holderOf(errorChecked(cast<CallInst>(b))));
  }

  void placeGroup(ArrayRef<Instruction *> group, Instruction &before) {
    if (group.empty())
      return;
    for (Instruction *const instruction : group)
      placed(*instruction);
    if (group.size() == 1) {
      group.front()->moveBefore(*before.getParent(), before.getIterator());
      return;
    }
    IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation(group.front()->getDebugLoc());
    SmallVector<CallInst *, widest> calls;
    for (Instruction *const instruction : group)
      if (auto *const call = dyn_cast<CallInst>(instruction))
        calls.push_back(call);
    if (calls.empty())
      packOwnOperations(group, builder);
    else if (isCheck(*group.front()))
      packChecks(calls, builder);
    else
      packResults(calls, builder);
    for (Instruction *const instruction : group)
      instruction->eraseFromParent();
  }

  template <class T> static const Precision &widthOf(ArrayRef<T *> group) { return packs[group.size() == 2 ? 0 : 1]; }

  void packOwnOperations(ArrayRef<Instruction *> group, IRBuilder<> &builder) {
    Value *operands[2];
    for (const unsigned operand : {0U, 1U}) {
      Lanes lanes;
      for (const Instruction *const own : group)
        lanes.push_back(own->getOperand(operand));
      operands[operand] = vectorAsIs(padded(lanes, widthOf(group).doubles), builder);
    }
    Value *const vector = builder.CreateBinOp(static_cast<Instruction::BinaryOps>(group.front()->getOpcode()), operands[0], operands[1]);
    Lanes lanes;
    for (unsigned lane = 0; lane < group.size(); ++lane) {
      lanes.push_back(builder.CreateExtractElement(vector, lane));
      group[lane]->replaceAllUsesWith(lanes.back());
    }
    results.add(padded(lanes, widthOf(group).doubles), vector);
  }

  Value *operandOf(ArrayRef<CallInst *> group, unsigned operand, IRBuilder<> &builder) {
    Lanes lanes;
    for (const CallInst *const call : group)
      lanes.push_back(call->getArgOperand(operand));
    return vectorOf(padded(lanes, widthOf(group).doubles), builder);
  }

  void packResults(ArrayRef<CallInst *> group, IRBuilder<> &builder) {
    const unsigned width = widthOf(group).doubles, narrow = group.front()->arg_size() - 1;
    AllocaInst *const result = resultOf(width);
    SmallVector<Value *, 10> operands{result};
    for (unsigned operand = 0; operand < narrow; ++operand)
      operands.push_back(operandOf(group, operand, builder));
    if (packedName(*group.front()) == "multiply")
      operands.push_back(areNone(group, operands, builder));
    operands.push_back(group.front()->getArgOperand(narrow));
    operations.call(builder, widthOf(group), packedName(*group.front()), operands);
    Type *const type = FixedVectorType::get(builder.getDoubleTy(), width);
    for (const unsigned part : {0U, 1U}) {
      Value *const vector = builder.CreateLoad(type, builder.CreateConstInBoundsGEP1_32(type, result, part));
      Lanes lanes;
      for (unsigned lane = 0; lane < group.size(); ++lane)
        lanes.push_back(builder.CreateExtractElement(vector, lane));
      for (unsigned lane = 0; lane < group.size(); ++lane)
        replacePart(*group[lane], part, lanes[lane]);
      results.add(padded(lanes, width), vector);
    }
  }

  /// Whether no factor has an error. Where these are not in vectors yet, this is asked of them one by one, so that it does not wait for that.
  Value *areNone(ArrayRef<CallInst *> group, ArrayRef<Value *> operands, IRBuilder<> &builder) {
    SmallSetVector<Value *, 16> apart, together;
    for (const unsigned part : {1U, 2U, 4U, 5U}) { // errors and bounds; among the operands, after where the results go
      const bool isGathered = isa<InsertElementInst>(operands[part + 1]);
      for (const CallInst *const call : group)
        (isGathered ? apart : together).insert(isGathered ? call->getArgOperand(part) : operands[part + 1]);
    }
    Type *const lanes = FixedVectorType::get(builder.getInt64Ty(), widthOf(group).doubles);
    Value *scalar = builder.getInt64(0), *vector = Constant::getNullValue(lanes);
    for (Value *const value : apart)
      scalar = builder.CreateOr(scalar, builder.CreateBitCast(value, builder.getInt64Ty()));
    for (Value *const value : together)
      vector = builder.CreateOr(vector, builder.CreateBitCast(value, lanes));
    return builder.CreateICmpEQ(builder.CreateOr(scalar, builder.CreateOrReduce(vector)), builder.getInt64(0));
  }

  void replacePart(CallInst &call, unsigned part, Value *lane) {
    for (User *const user : make_early_inc_range(call.users()))
      if (auto *const extract = cast<ExtractValueInst>(user); extract->getIndices()[0] == part) {
        extract->replaceAllUsesWith(lane);
        placed(*extract);
        extract->eraseFromParent();
      }
  }

  void packChecks(ArrayRef<CallInst *> group, IRBuilder<> &builder) {
    SmallVector<Value *, 10> operands;
    for (unsigned lane = 0; lane < widthOf(group).doubles; ++lane)
      operands.push_back(group[lane < group.size() ? lane : 0]->getArgOperand(0)); // the site
    const unsigned format = group.front()->arg_size() - 1;
    for (unsigned operand = 1; operand < format; ++operand)
      operands.push_back(operandOf(group, operand, builder));
    operands.push_back(group.front()->getArgOperand(format));
    group.front()->replaceAllUsesWith(operations.call(builder, widthOf(group), packedName(*group.front()), operands));
    for (CallInst *const call : group.drop_front())
      call->replaceAllUsesWith(builder.getFalse());
  }

  Value *vectorOf(const Lanes &lanes, IRBuilder<> &builder) {
    Lanes narrow;
    for (Value *const lane : lanes)
      if (auto *const widened = dyn_cast<FPExtInst>(lane))
        narrow.push_back(widened->getOperand(0));
    const bool areNarrow = narrow.size() == lanes.size() && all_of(narrow, [&](Value *lane) { return lane->getType() == narrow.front()->getType(); });
    if (!areNarrow)
      return vectorAsIs(lanes, builder);
    if (Value *const known = operandsOfBlock.find(lanes))
      return known;
    Value *const vector =
        builder.CreateFPExt(vectorAsIs(narrow, builder), FixedVectorType::get(builder.getDoubleTy(), static_cast<unsigned>(lanes.size())));
    operandsOfBlock.add(lanes, vector);
    return vector;
  }

  /// Of the lanes' own type.
  Value *vectorAsIs(const Lanes &lanes, IRBuilder<> &builder) {
    if (Constant *const constant = constantOf(lanes))
      return constant;
    if (Value *const known = results.find(lanes))
      return known;
    if (Value *const known = operandsOfBlock.find(lanes))
      return known;
    Value *const vector = gather(lanes, builder);
    operandsOfBlock.add(lanes, vector);
    if (auto *const made = dyn_cast<Instruction>(vector))
      merger.add(*made, lanes);
    return vector;
  }

  AllocaInst *resultOf(unsigned width) {
    AllocaInst *&result = places[width];
    if (result == nullptr) {
      IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
      result = builder.CreateAlloca(ArrayType::get(FixedVectorType::get(builder.getDoubleTy(), width), 2));
    }
    return result;
  }

  Function &function;
  const InlinedOperations &operations;
  CellAccesses cells;
  std::vector<Instruction *> waiting;                // for their place in the block, in its order
  SmallPtrSet<Instruction *, 32> isWaiting, isAhead; // those too that stay where they are
  VectorsByLanes results, operandsOfBlock;
  PhiMerger merger;
  AllocaInst *places[widest + 1] = {}; // of a pack's results, by its width
};

} // namespace

void packOperations(Function &function, const InlinedOperations &operations, FunctionAnalysisManager &analyses) {
  analyses.invalidate(function, PreservedAnalyses::none());
  Packer(function, operations, analyses).run();
  analyses.invalidate(function, PreservedAnalyses::none());
}

} // namespace fporder::instrument
