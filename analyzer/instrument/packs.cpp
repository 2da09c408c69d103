#include "analyzer/instrument/packs.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

#include <map>
#include <vector>

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
bool isCheck(const CallInst &call) { return packedName(call) == "exceeds"; }

/// How many operands are no lanes, the last ones: the format, and of a check what it is for.
unsigned settingsOf(const CallInst &call) { return isCheck(call) ? 2 : 1; }

/// The error of the result that the check is of.
Value *errorChecked(const CallInst &check) { return check.getArgOperand(2); }

/// Whether one pack may do both.
bool areAlike(const CallInst &a, const CallInst &b) {
  if (a.getCalledFunction() != b.getCalledFunction())
    return false;
  const unsigned count = a.arg_size(), first = count - settingsOf(a);
  return all_of(seq(first, count), [&](unsigned setting) { return a.getArgOperand(setting) == b.getArgOperand(setting); });
}

using Lanes = std::vector<Value *>;

/// What a vector holds in each lane, the last ones the first again where it is wider.
Lanes padded(Lanes lanes, unsigned width) {
  lanes.resize(width, lanes.front());
  return lanes;
}

Value *gather(const Lanes &lanes, IRBuilder<> &builder) {
  Value *vector = PoisonValue::get(FixedVectorType::get(lanes.front()->getType(), static_cast<unsigned>(lanes.size())));
  for (unsigned lane = 0; lane < lanes.size(); ++lane)
    vector = builder.CreateInsertElement(vector, lanes[lane], lane);
  return vector;
}

Constant *constantOf(const Lanes &lanes) {
  SmallVector<Constant *, widest> constants;
  for (Value *const lane : lanes)
    if (auto *const constant = dyn_cast<Constant>(lane))
      constants.push_back(constant);
  return constants.size() == lanes.size() ? ConstantVector::get(constants) : nullptr;
}

/// The block of which all lanes are phi nodes, or null.
BasicBlock *blockOfPhis(const Lanes &lanes) {
  const auto *const first = dyn_cast<PHINode>(lanes.front());
  const bool areAll =
      first != nullptr && all_of(lanes, [&](Value *lane) { return isa<PHINode>(lane) && cast<PHINode>(lane)->getParent() == first->getParent(); });
  return areAll ? cast<PHINode>(lanes.front())->getParent() : nullptr;
}

Lanes incomingLanes(const Lanes &phis, const BasicBlock &from) {
  Lanes lanes;
  for (Value *const phi : phis)
    lanes.push_back(cast<PHINode>(phi)->getIncomingValueForBlock(&from));
  return lanes;
}

/// Vectors that hold values which other code has one by one.
class Vectors {
public:
  void add(const Lanes &lanes, Value *vector) {
    for (unsigned lane = 0; lane < lanes.size(); ++lane)
      places.try_emplace(lanes[lane], vector, lane);
    known.try_emplace(lanes, vector);
  }
  Value *find(const Lanes &lanes) const {
    const auto found = known.find(lanes);
    return found == known.end() ? nullptr : found->second;
  }
  /// That one lane was packed into, or null.
  Value *holderOf(Value *lane) const { return places.lookup(lane).first; }

private:
  std::map<Lanes, Value *> known;
  DenseMap<Value *, std::pair<Value *, unsigned>> places;
};

/// Vectors of which each lane goes round a loop, or past the code that records: one phi node in place of one for each lane.
class PhiMerger {
public:
  explicit PhiMerger(Vectors &ofResults) : vectors(ofResults) {}

  void replace(Instruction &vector, const Lanes &lanes) {
    SmallPtrSet<Value *, 16> seen;
    if (isMade(lanes, seen))
      vector.replaceAllUsesWith(phiOf(lanes));
  }

  /// The scalars, where something still takes them, are lanes; made there, not on each way round a loop.
  void finish() {
    for (const auto &[lanes, merged] : phis) {
      for (unsigned lane = 0; lane < lanes.size(); ++lane)
        if (owners.lookup(lanes[lane]) == merged) {
          extractAtUses(*lanes[lane], *merged, lane);
          owners.erase(lanes[lane]);
          cast<PHINode>(lanes[lane])->eraseFromParent();
        }
    }
  }

private:
  static void extractAtUses(Value &scalar, PHINode &merged, unsigned lane) {
    for (Use &use : make_early_inc_range(scalar.uses())) {
      auto *const user = cast<Instruction>(use.getUser());
      auto *const phi = dyn_cast<PHINode>(user);
      IRBuilder<> builder(phi != nullptr ? phi->getIncomingBlock(use)->getTerminator() : user);
      Value *const extracted = builder.CreateExtractElement(&merged, lane);
      if (phi == nullptr)
        use.set(extracted);
      else
        phi->setIncomingValueForBlock(phi->getIncomingBlock(use), extracted); // equal for all edges from there
    }
  }

  /// Whether some way into the phi nodes holds the lanes in a vector.
  bool isMade(const Lanes &lanes, SmallPtrSet<Value *, 16> &seen) {
    const BasicBlock *const block = blockOfPhis(lanes);
    if (block == nullptr || !seen.insert(lanes.front()).second || any_of(lanes, [&](Value *lane) { return owners.contains(lane); }))
      return false;
    return any_of(predecessors(block), [&](const BasicBlock *from) {
      const Lanes incoming = incomingLanes(lanes, *from);
      return vectors.find(incoming) != nullptr || isMade(incoming, seen);
    });
  }

  PHINode *phiOf(const Lanes &lanes) {
    BasicBlock *const block = blockOfPhis(lanes);
    auto *const merged = PHINode::Create(FixedVectorType::get(lanes.front()->getType(), static_cast<unsigned>(lanes.size())),
                                         cast<PHINode>(lanes.front())->getNumIncomingValues(), "", block->begin());
    phis.emplace_back(lanes, merged);
    for (Value *const lane : lanes)
      owners.try_emplace(lane, merged);
    vectors.add(lanes, merged);
    DenseMap<BasicBlock *, Value *> ofBlock;
    for (BasicBlock *const from : cast<PHINode>(lanes.front())->blocks()) {
      Value *&incoming = ofBlock[from];
      if (incoming == nullptr)
        incoming = incomingOf(incomingLanes(lanes, *from), *from);
      merged->addIncoming(incoming, from);
    }
    return merged;
  }

  Value *incomingOf(const Lanes &lanes, BasicBlock &from) {
    if (Constant *const constant = constantOf(lanes))
      return constant;
    if (Value *const known = vectors.find(lanes))
      return known;
    SmallPtrSet<Value *, 16> seen;
    if (isMade(lanes, seen))
      return phiOf(lanes);
    IRBuilder<> builder(from.getTerminator());
    return gather(lanes, builder);
  }

  Vectors &vectors;
  std::vector<std::pair<Lanes, PHINode *>> phis;
  DenseMap<Value *, PHINode *> owners;
};

/// Cells in one block: what is known of them, and which have yet to be written.
class Cells {
public:
  explicit Cells(AAResults &ofProgram) : aliases(ofProgram) {}

  void startBlock() { known.clear(); }

  /// Whether it reads a cell that is known; its users take that.
  bool readAgain(Instruction &instruction) const {
    if (!isAccess(instruction) || instruction.getType()->isVoidTy())
      return false;
    auto &read = cast<CallInst>(instruction);
    const auto found = find_if(known, [&](CallInst *access) {
      return access->getArgOperand(1)->getType() == read.getArgOperand(1)->getType() && isSame(access->getArgOperand(0), read.getArgOperand(0), 0);
    });
    if (found == known.end())
      return false;
    for (User *const user : read.users())
      user->replaceAllUsesWith(partOf(**found, cast<ExtractValueInst>(user)->getIndices()[0]));
    return true;
  }

  void remember(Instruction &instruction) {
    if (isAccess(instruction))
      known.push_back(cast<CallInst>(&instruction));
    else if (instruction.mayWriteToMemory() && !isOfShadows(instruction))
      erase_if(known, [&](CallInst *access) { return isModSet(aliases.getModRefInfo(&instruction, placeOf(*access))); });
  }

  /// Whether it is the write of a cell, and is taken to be placed later.
  bool delay(Instruction &instruction) {
    if (!isAccess(instruction) || !instruction.getType()->isVoidTy())
      return false;
    delayed.push_back(&instruction);
    return true;
  }

  bool mustWriteBefore(Instruction &instruction) const {
    if (delayed.empty())
      return false;
    if (isAccess(instruction))
      return any_of(delayed,
                    [&](Instruction *write) { return !aliases.isNoAlias(placeOf(cast<CallInst>(*write)), placeOf(cast<CallInst>(instruction))); });
    if (const auto *const load = dyn_cast<LoadInst>(&instruction))
      return !load->isSimple();
    if (const auto *const store = dyn_cast<StoreInst>(&instruction))
      return !store->isSimple();
    return instruction.isTerminator() || (instruction.mayReadOrWriteMemory() && !isOfShadows(instruction));
  }

  SmallVector<Instruction *, 8> takeDelayed() { return std::exchange(delayed, {}); }

private:
  static bool isAccess(const Instruction &instruction) { return isa<CallInst>(instruction) && instruction.hasMetadata(cellAccess); }

  /// Reads or writes what no other code does.
  static bool isOfShadows(const Instruction &instruction) {
    const auto *const call = dyn_cast<CallInst>(&instruction);
    const Function *const callee = call == nullptr ? nullptr : call->getCalledFunction();
    return callee != nullptr && (callee->getName().starts_with(precisions[0].prefix) ||
                                 any_of(packs, [&](const Precision &pack) { return callee->getName().starts_with(pack.prefix); }));
  }

  /// The error or the bound that the access reads or writes.
  static Value *partOf(CallInst &access, unsigned part) {
    if (access.getType()->isVoidTy())
      return access.getArgOperand(2 + part);
    for (User *const user : access.users())
      if (auto *const extract = cast<ExtractValueInst>(user); extract->getIndices()[0] == part)
        return extract;
    IRBuilder<> builder(access.getNextNode());
    return builder.CreateExtractValue(&access, part);
  }

  /// Computed from the same values in the same way, the later one after the earlier.
  bool isSame(const Value *earlier, const Value *later, unsigned depth) const {
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
  bool keepsBetween(const LoadInst &load, const Instruction &later) const {
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

  /// Of the program's access.
  static MemoryLocation placeOf(const CallInst &access) {
    const std::uint64_t bytes = access.getArgOperand(1)->getType()->getScalarSizeInBits() / 8;
    return MemoryLocation(access.getArgOperand(0), LocationSize::precise(bytes), access.getAAMetadata());
  }

  AAResults &aliases;
  SmallVector<CallInst *, 8> known;
  SmallVector<Instruction *, 8> delayed; // writes
};

class Packer {
public:
  Packer(Function &ofFunction, const InlinedOperations &ofOperations, AAResults &ofAliases)
      : function(ofFunction), operations(ofOperations), cells(ofAliases) {}

  void run() {
    for (BasicBlock &block : function)
      pack(block);
    PhiMerger merger(vectors);
    for (const auto &[vector, lanes] : gathered)
      merger.replace(*vector, lanes);
    merger.finish();
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
    ofBlock.clear();
    cells.startBlock();
    if (any_of(waiting, [](const Instruction *instruction) { return !packedName(*instruction).empty(); }))
      for (Instruction *const user : stay)
        pass(*user);
    waiting.clear();
    isWaiting.clear();
    isAhead.clear();
  }

  void pass(Instruction &user) {
    isAhead.erase(&user);
    if (cells.readAgain(user))
      return;
    SmallVector<Instruction *, 8> users;
    if (cells.mustWriteBefore(user))
      users = cells.takeDelayed();
    const auto writes = users;
    if (!cells.delay(user))
      users.push_back(&user);
    placeFor(users, user);
    for (Instruction *const write : writes)
      write->moveBefore(*user.getParent(), user.getIterator());
    cells.remember(user);
  }

  /// The operations, what widens their operands, and what only reads their results.
  bool mayMove(const Instruction &instruction) const {
    const StringRef name = packedName(instruction);
    if (!name.empty())
      return isCheck(cast<CallInst>(instruction)) || all_of(instruction.users(), [](const User *user) { return isa<ExtractValueInst>(user); });
    const auto isTaken = [](const User *user) { return isa<CallInst>(user) && !packedName(*cast<CallInst>(user)).empty(); };
    if (isa<FPExtInst>(instruction))
      return all_of(instruction.users(), isTaken);
    const bool isPure = !instruction.mayHaveSideEffects() && !instruction.mayReadFromMemory() && !instruction.isTerminator() &&
                        !isa<PHINode>(instruction) && !isa<AllocaInst>(instruction);
    return isPure && any_of(instruction.operands(), [&](const Use &operand) { return isWaiting.contains(dyn_cast<Instruction>(operand)); });
  }

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
      if (packedName(*instruction).empty() && isReady(*instruction)) {
        instruction->moveBefore(*before.getParent(), before.getIterator());
        placed(*instruction);
      }
  }

  /// The largest of those that may be placed and hold something that is needed; results before what is said of them.
  SmallVector<CallInst *, widest> nextGroup(const SmallPtrSetImpl<Instruction *> &needed) const {
    SmallVector<CallInst *, 16> ready;
    for (Instruction *const instruction : waiting)
      if (!packedName(*instruction).empty() && isReady(*instruction))
        ready.push_back(cast<CallInst>(instruction));
    SmallVector<CallInst *, widest> best;
    for (CallInst *const first : ready) {
      const bool isLater = !best.empty() && isCheck(*first) && !isCheck(*best.front());
      if (!needed.contains(first) || isLater)
        continue;
      SmallVector<CallInst *, widest> group{first};
      for (const bool takesNeeded : {true, false})
        for (CallInst *const other : ready)
          if (group.size() < widest && other != first && needed.contains(other) == takesNeeded && areTogether(*first, *other))
            group.push_back(other);
      const bool isEarlier = !best.empty() && isCheck(*best.front()) && !isCheck(*first);
      if (group.size() > best.size() || isEarlier)
        best = group;
    }
    return best;
  }

  /// What is said of results that are one vector is said of them together.
  bool areTogether(const CallInst &a, const CallInst &b) const {
    return areAlike(a, b) && (!isCheck(a) || vectors.holderOf(errorChecked(a)) == vectors.holderOf(errorChecked(b)));
  }

  void placeGroup(ArrayRef<CallInst *> group, Instruction &before) {
    if (group.empty())
      return;
    for (CallInst *const call : group)
      placed(*call);
    if (group.size() == 1) {
      group.front()->moveBefore(*before.getParent(), before.getIterator());
      return;
    }
    IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation(group.front()->getDebugLoc());
    if (isCheck(*group.front()))
      packChecks(group, builder);
    else
      packResults(group, builder);
    for (CallInst *const call : group)
      call->eraseFromParent();
  }

  static const Precision &widthOf(ArrayRef<CallInst *> group) { return packs[group.size() == 2 ? 0 : 1]; }

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
      vectors.add(padded(lanes, width), vector);
    }
  }

  /// Whether no factor has an error. Where these are not in vectors yet, this is asked of them one by one, so that they need not be gathered for it.
  Value *areNone(ArrayRef<CallInst *> group, ArrayRef<Value *> operands, IRBuilder<> &builder) {
    static constexpr unsigned parts[] = {1, 2, 4, 5};
    SmallSetVector<Value *, 16> apart, together;
    for (const unsigned part : parts) {
      const bool isGathered = isa<InsertElementInst>(operands[part + 1]); // after where the results go
      for (CallInst *const call : group)
        (isGathered ? apart : together).insert(isGathered ? call->getArgOperand(part) : operands[part + 1]);
    }
    Value *bits = builder.getInt64(0);
    for (Value *const scalar : apart)
      bits = builder.CreateOr(bits, builder.CreateBitCast(scalar, builder.getInt64Ty()));
    Value *none = builder.CreateICmpEQ(bits, builder.getInt64(0));
    Value *lanes = nullptr;
    for (Value *const vector : together) {
      Value *const image = builder.CreateBitCast(vector, FixedVectorType::get(builder.getInt64Ty(), widthOf(group).doubles));
      lanes = lanes == nullptr ? image : builder.CreateOr(lanes, image);
    }
    return lanes == nullptr ? none : builder.CreateAnd(none, builder.CreateICmpEQ(builder.CreateOrReduce(lanes), builder.getInt64(0)));
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
    const unsigned count = group.front()->arg_size(), settings = count - settingsOf(*group.front());
    for (unsigned operand = 1; operand < settings; ++operand)
      operands.push_back(operandOf(group, operand, builder));
    for (unsigned operand = settings; operand < count; ++operand)
      operands.push_back(group.front()->getArgOperand(operand));
    group.front()->replaceAllUsesWith(operations.call(builder, widthOf(group), packedName(*group.front()), operands));
    for (CallInst *const call : group.drop_front())
      call->replaceAllUsesWith(builder.getFalse());
  }

  Value *vectorOf(const Lanes &lanes, IRBuilder<> &builder) {
    if (Constant *const constant = constantOf(lanes))
      return constant;
    if (Value *const known = vectors.find(lanes))
      return known;
    Value *&vector = ofBlock[lanes];
    if (vector != nullptr)
      return vector;
    const auto isWidened = [&](Value *lane) {
      return isa<FPExtInst>(lane) && cast<FPExtInst>(lane)->getSrcTy() == cast<FPExtInst>(lanes.front())->getSrcTy();
    };
    if (isa<FPExtInst>(lanes.front()) && all_of(lanes, isWidened)) {
      Lanes narrow;
      for (Value *const lane : lanes)
        narrow.push_back(cast<FPExtInst>(lane)->getOperand(0));
      Value *const widened =
          builder.CreateFPExt(vectorOf(narrow, builder), FixedVectorType::get(builder.getDoubleTy(), static_cast<unsigned>(lanes.size())));
      return ofBlock[lanes] = widened;
    }
    vector = gather(lanes, builder);
    if (blockOfPhis(lanes) != nullptr)
      gathered.emplace_back(cast<Instruction>(vector), lanes);
    return vector;
  }

  AllocaInst *resultOf(unsigned width) {
    AllocaInst *&result = results[width];
    if (result == nullptr) {
      IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
      result = builder.CreateAlloca(ArrayType::get(FixedVectorType::get(builder.getDoubleTy(), width), 2));
    }
    return result;
  }

  Function &function;
  const InlinedOperations &operations;
  Cells cells;
  std::vector<Instruction *> waiting;                    // for their place in the block, in its order
  SmallPtrSet<Instruction *, 32> isWaiting, isAhead;     // those too that stay where they are
  Vectors vectors;                                       // of results
  std::map<Lanes, Value *> ofBlock;                      // and of operands, in the block
  std::vector<std::pair<Instruction *, Lanes>> gathered; // from phi nodes
  AllocaInst *results[widest + 1] = {};
};

} // namespace

void packOperations(Function &function, const InlinedOperations &operations, FunctionAnalysisManager &analyses) {
  analyses.invalidate(function, PreservedAnalyses::none());
  Packer(function, operations, analyses.getResult<AAManager>(function)).run();
  analyses.invalidate(function, PreservedAnalyses::none());
}

} // namespace fporder::instrument
