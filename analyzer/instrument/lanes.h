// Values that are the lanes of vectors: which vector holds which values, and how vectors come round loops. See packs.h.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

#include <map>
#include <vector>

namespace fporder::instrument {

/// What a vector holds, lane by lane.
using Lanes = std::vector<llvm::Value *>;

/// Of a vector that is wider: the last lanes are the first again.
Lanes padded(Lanes lanes, unsigned width);
llvm::Value *gather(const Lanes &lanes, llvm::IRBuilder<> &builder);
/// The vector where all lanes are constants, or null.
llvm::Constant *constantOf(const Lanes &lanes);

/// Vectors that hold what other code has one by one.
class VectorsByLanes {
public:
  void add(const Lanes &lanes, llvm::Value *vector) {
    for (llvm::Value *const lane : lanes)
      holders.try_emplace(lane, vector);
    known.try_emplace(lanes, vector);
  }
  llvm::Value *find(const Lanes &lanes) const {
    const auto found = known.find(lanes);
    return found == known.end() ? nullptr : found->second;
  }
  /// The vector that the value is a lane of, or null.
  llvm::Value *holderOf(llvm::Value *lane) const { return holders.lookup(lane); }

private:
  std::map<Lanes, llvm::Value *> known;
  llvm::DenseMap<llvm::Value *, llvm::Value *> holders;
};

/// Vectors whose lanes go round a loop, or past the code that records, one by one: a phi node of the vector in place of gathering them again.
class PhiMerger {
public:
  PhiMerger(VectorsByLanes &ofResults, llvm::DominatorTree &ofFunction) : results(ofResults), dominators(ofFunction) {}

  /// In the order of the function's blocks: a vector that was gathered from values.
  void add(llvm::Instruction &vector, const Lanes &lanes) {
    gathered[lanes].push_back(&vector);
    all.emplace_back(&vector, lanes);
  }
  /// No lane is asked for after that.
  void run();

private:
  bool isResult(const Lanes &lanes, llvm::SmallPtrSet<llvm::Value *, 16> &seen) const;
  llvm::PHINode *phiOfResults(const Lanes &lanes);
  llvm::Value *incomingResult(const Lanes &lanes, llvm::BasicBlock &from);
  llvm::PHINode *phiOfGathered(const llvm::Instruction &vector, const Lanes &lanes);
  llvm::Value *incomingGathered(const Lanes &lanes, llvm::BasicBlock &from) const;
  void removeScalars();

  VectorsByLanes &results;
  llvm::DominatorTree &dominators;
  std::map<Lanes, llvm::SmallVector<llvm::Instruction *, 2>> gathered;
  std::vector<std::pair<llvm::Instruction *, Lanes>> all;
  std::vector<std::pair<Lanes, llvm::PHINode *>> merged;
  std::map<Lanes, llvm::PHINode *> carried;
  llvm::DenseMap<llvm::Value *, llvm::PHINode *> owners; // of scalar phi nodes
};

} // namespace fporder::instrument
