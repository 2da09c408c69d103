#include "analyzer/instrument/lanes.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

namespace fporder::instrument {

using namespace llvm;

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
  SmallVector<Constant *, 4> constants;
  for (Value *const lane : lanes)
    if (auto *const constant = dyn_cast<ConstantFP>(lane))
      constants.push_back(constant);
  return constants.size() == lanes.size() ? ConstantVector::get(constants) : nullptr;
}

namespace {

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

PHINode *newPhi(Type *type, BasicBlock &block) { return PHINode::Create(type, pred_size(&block), "", block.begin()); }

/// One value for all edges from a block.
template <class IncomingOf> void addIncoming(PHINode &phi, const Lanes &lanes, const IncomingOf &incomingOf) {
  DenseMap<BasicBlock *, Value *> ofBlock;
  for (BasicBlock *const from : cast<PHINode>(lanes.front())->blocks()) {
    Value *&incoming = ofBlock[from];
    if (incoming == nullptr)
      incoming = incomingOf(incomingLanes(lanes, *from), *from);
    phi.addIncoming(incoming, from);
  }
}

/// Made where it is taken, and not on each way round a loop.
void extractAtUses(Value &scalar, PHINode &vector, unsigned lane) {
  for (Use &use : make_early_inc_range(scalar.uses())) {
    auto *const user = cast<Instruction>(use.getUser());
    auto *const phi = dyn_cast<PHINode>(user);
    IRBuilder<> builder(phi != nullptr ? phi->getIncomingBlock(use)->getTerminator() : user);
    Value *const extracted = builder.CreateExtractElement(&vector, lane);
    if (phi == nullptr)
      use.set(extracted);
    else
      phi->setIncomingValueForBlock(phi->getIncomingBlock(use), extracted);
  }
}

} // namespace

void PhiMerger::run() {
  for (const auto &[vector, lanes] : all) {
    SmallPtrSet<Value *, 16> seen;
    if (PHINode *const phi = isResult(lanes, seen) ? phiOfResults(lanes) : phiOfGathered(*vector, lanes))
      vector->replaceAllUsesWith(phi);
  }
  removeScalars();
}

/// Whether some way into the phi nodes has the lanes as one result.
bool PhiMerger::isResult(const Lanes &lanes, SmallPtrSet<Value *, 16> &seen) const {
  const BasicBlock *const block = blockOfPhis(lanes);
  if (block == nullptr || !seen.insert(lanes.front()).second || any_of(lanes, [&](Value *lane) { return owners.contains(lane); }))
    return false;
  return any_of(predecessors(block), [&](const BasicBlock *from) {
    const Lanes incoming = incomingLanes(lanes, *from);
    return results.find(incoming) != nullptr || isResult(incoming, seen);
  });
}

PHINode *PhiMerger::phiOfResults(const Lanes &lanes) {
  PHINode *const phi = newPhi(FixedVectorType::get(lanes.front()->getType(), static_cast<unsigned>(lanes.size())), *blockOfPhis(lanes));
  merged.emplace_back(lanes, phi);
  for (Value *const lane : lanes)
    owners.try_emplace(lane, phi);
  results.add(lanes, phi);
  addIncoming(*phi, lanes, [&](const Lanes &incoming, BasicBlock &from) { return incomingResult(incoming, from); });
  return phi;
}

Value *PhiMerger::incomingResult(const Lanes &lanes, BasicBlock &from) {
  if (Constant *const constant = constantOf(lanes))
    return constant;
  if (Value *const known = results.find(lanes))
    return known;
  SmallPtrSet<Value *, 16> seen;
  if (isResult(lanes, seen))
    return phiOfResults(lanes);
  IRBuilder<> builder(from.getTerminator());
  return gather(lanes, builder);
}

/// Of the program's values, which stay what they are: where each way in has gathered them before.
PHINode *PhiMerger::phiOfGathered(const Instruction &vector, const Lanes &lanes) {
  BasicBlock *const block = blockOfPhis(lanes);
  if (block == nullptr)
    return nullptr;
  const auto [place, isNew] = carried.try_emplace(lanes, nullptr);
  const auto isKnown = [&](BasicBlock *from) { return incomingGathered(incomingLanes(lanes, *from), *from) != nullptr; };
  if (!isNew || !all_of(predecessors(block), isKnown))
    return place->second;
  place->second = newPhi(vector.getType(), *block);
  addIncoming(*place->second, lanes, [&](const Lanes &incoming, BasicBlock &from) { return incomingGathered(incoming, from); });
  return place->second;
}

Value *PhiMerger::incomingGathered(const Lanes &lanes, BasicBlock &from) const {
  if (Constant *const constant = constantOf(lanes))
    return constant;
  const auto found = gathered.find(lanes);
  if (found == gathered.end())
    return nullptr;
  const auto made = find_if(found->second, [&](Instruction *vector) { return dominators.dominates(vector, from.getTerminator()); });
  return made == found->second.end() ? nullptr : *made;
}

void PhiMerger::removeScalars() {
  for (const auto &[lanes, phi] : merged)
    for (unsigned lane = 0; lane < lanes.size(); ++lane)
      if (owners.lookup(lanes[lane]) == phi) {
        extractAtUses(*lanes[lane], *phi, lane);
        owners.erase(lanes[lane]);
        cast<PHINode>(lanes[lane])->eraseFromParent();
      }
}

} // namespace fporder::instrument
