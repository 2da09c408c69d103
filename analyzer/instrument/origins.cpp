#include "analyzer/instrument/origins.h"

#include "runtime/limits/limits.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

namespace fporder::instrument {

using namespace llvm;

namespace {

/// What a value is without moves between lanes and conversions that are exact; `negated` is flipped for each change of sign.
Source lookedThrough(Source source, bool &negated) {
  for (;;) {
    if (const auto *const extension = dyn_cast<FPExtInst>(source.value)) {
      source.value = extension->getOperand(0);
    } else if (const auto *const operation = dyn_cast<UnaryOperator>(source.value);
               operation != nullptr && operation->getOpcode() == Instruction::FNeg) {
      source.value = operation->getOperand(0);
      negated = !negated;
    } else if (const auto *const extract = dyn_cast<ExtractElementInst>(source.value);
               extract != nullptr && isa<ConstantInt>(extract->getIndexOperand())) {
      source = {extract->getVectorOperand(), static_cast<unsigned>(cast<ConstantInt>(extract->getIndexOperand())->getZExtValue())};
    } else if (const auto *const insert = dyn_cast<InsertElementInst>(source.value); insert != nullptr && isa<ConstantInt>(insert->getOperand(2))) {
      const bool isHere = cast<ConstantInt>(insert->getOperand(2))->getZExtValue() == source.lane;
      source = isHere ? Source{insert->getOperand(1)} : Source{insert->getOperand(0), source.lane};
    } else if (const auto *const shuffle = dyn_cast<ShuffleVectorInst>(source.value); shuffle != nullptr && shuffle->getMaskValue(source.lane) >= 0) {
      const auto from = static_cast<unsigned>(shuffle->getMaskValue(source.lane));
      const unsigned width = cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements();
      source = {shuffle->getOperand(from < width ? 0 : 1), from % width};
    } else {
      return source;
    }
  }
}

/// The same operands give the same value.
bool isPure(const Instruction &instruction) {
  return isa<GetElementPtrInst>(instruction) || isa<CastInst>(instruction) || isa<BinaryOperator>(instruction);
}

/// A variable that nothing but loads and stores of its own reaches.
bool isOwnVariable(const Value *address) {
  const auto *const variable = dyn_cast<AllocaInst>(address);
  return variable != nullptr && all_of(variable->users(), [&](const User *user) {
           const auto *const store = dyn_cast<StoreInst>(user);
           return isa<LoadInst>(user) || (store != nullptr && store->getValueOperand() != variable);
         });
}

} // namespace

Origins::Origins(const Function &function) {
  DenseMap<const Value *, unsigned> ofVariables;
  DenseMap<const Value *, bool> own;
  const auto isOwn = [&](const Value *address) {
    const auto [known, isNew] = own.try_emplace(address, false);
    return isNew ? known->second = isOwnVariable(address) : known->second;
  };
  unsigned epoch = 0;
  const BasicBlock *block = nullptr;
  for (const Instruction &instruction : instructions(function)) {
    if (instruction.getParent() != block) {
      block = instruction.getParent();
      ++epoch;
      ofVariables.clear();
    }
    const auto *const load = dyn_cast<LoadInst>(&instruction);
    const auto *const store = dyn_cast<StoreInst>(&instruction);
    if (load != nullptr && load->isSimple()) {
      const auto variable = ofVariables.find(load->getPointerOperand());
      epochs[load] = {block, isOwn(load->getPointerOperand()) ? variable == ofVariables.end() ? 0 : variable->second : epoch};
    } else if (store != nullptr && isOwn(store->getPointerOperand())) {
      ofVariables[store->getPointerOperand()] = ++epoch;
    } else if (instruction.mayWriteToMemory()) {
      ++epoch;
    }
  }
}

bool Origins::isSame(const Value *one, const Value *other, unsigned depth) const {
  if (one == other)
    return true;
  const auto *const first = dyn_cast<Instruction>(one), *const second = dyn_cast<Instruction>(other);
  if (first == nullptr || second == nullptr || depth == limits::most(limits::Limit::SameOperands) || !first->isSameOperationAs(second))
    return false;
  if (isa<LoadInst>(first)) {
    const auto epoch = epochs.find(first), otherEpoch = epochs.find(second);
    if (epoch == epochs.end() || otherEpoch == epochs.end() || epoch->second != otherEpoch->second)
      return false;
  } else if (!isPure(*first)) {
    return false;
  }
  for (unsigned operand = 0; operand < first->getNumOperands(); ++operand)
    if (!isSame(first->getOperand(operand), second->getOperand(operand), depth + 1))
      return false;
  return true;
}

program::Origin Origins::originOf(Source source) {
  for (unsigned site = 0; site < made.size(); ++site)
    if (made[site].value == source.value && made[site].lane == source.lane)
      return static_cast<program::Origin>(site);
  for (unsigned number = 0; number < taken.size(); ++number)
    if (taken[number].lane == source.lane && isSame(taken[number].value, source.value))
      return static_cast<program::Origin>(-1 - static_cast<int>(number));
  taken.push_back(source);
  return static_cast<program::Origin>(-static_cast<int>(taken.size()));
}

void Origins::describe(ArrayRef<Source> operands, Site &site) {
  for (unsigned operand = 0; operand < operands.size(); ++operand) {
    bool negated = false;
    const Source source = lookedThrough(operands[operand], negated);
    site.origin[operand] = originOf(source);
    site.negated |= static_cast<std::uint8_t>(negated ? 1U << operand : 0);
    site.constants |= static_cast<std::uint8_t>(isa<Constant>(source.value) ? 1U << operand : 0);
  }
}

void Origins::add(Source result) {
  bool negated = false;
  made.push_back(result.value == nullptr ? result : lookedThrough(result, negated));
}

void Origins::forget() {
  made.clear();
  taken.clear();
}

} // namespace fporder::instrument
