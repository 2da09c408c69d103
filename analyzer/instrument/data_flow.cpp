// Shadows of values that are moved and not computed: phi nodes, selections, lanes, members, memory.
#include "analyzer/instrument/function_instrumenter.h"

#include "analyzer/instrument/cell_accesses.h"

#include "llvm/IR/IntrinsicInst.h"

namespace fporder::instrument {

using namespace llvm;
using program::Action;

namespace {

/// Where the lanes of a member begin among those of the aggregate.
unsigned firstLane(Type *type, ArrayRef<unsigned> path) {
  unsigned first = 0;
  for (const unsigned step : path) {
    if (auto *const structure = dyn_cast<StructType>(type)) {
      for (unsigned element = 0; element < step; ++element)
        first += laneCount(structure->getElementType(element));
      type = structure->getElementType(step);
    } else {
      type = cast<ArrayType>(type)->getElementType();
      first += step * laneCount(type);
    }
  }
  return first;
}

} // namespace

Shadow FunctionInstrumenter::chosen(Value *condition, const Shadow &whenTrue, const Shadow &whenFalse) {
  Shadow parts;
  for (unsigned part = 0; part < whenTrue.size(); ++part)
    parts.push_back(builder.CreateSelect(condition, whenTrue[part], whenFalse[part]));
  return parts;
}

void FunctionInstrumenter::visitSelectInst(SelectInst &select) {
  if (laneCount(select.getType()) == 0)
    return;
  place(select);
  const Shadows whenTrue = shadowsOf(select.getTrueValue()), whenFalse = shadowsOf(select.getFalseValue());
  Shadows own;
  for (unsigned index = 0; index < whenTrue.size(); ++index) {
    Value *const condition = lane(select.getCondition(), index);
    own.push_back(chosen(condition, whenTrue[index], whenFalse[index]));
  }
  shadows[&select] = own;
}

void FunctionInstrumenter::visitExtractElementInst(ExtractElementInst &extract) {
  const Shadows ofVector = shadowsOf(extract.getVectorOperand());
  if (laneCount(extract.getType()) == 0 || ofVector.empty())
    return;
  place(extract);
  Shadow own = ofVector[0];
  if (auto *const constant = dyn_cast<ConstantInt>(extract.getIndexOperand())) {
    own = constant->getValue().ult(ofVector.size()) ? ofVector[constant->getZExtValue()] : none();
  } else {
    for (unsigned index = 1; index < ofVector.size(); ++index) {
      Value *const here = builder.CreateICmpEQ(extract.getIndexOperand(), ConstantInt::get(extract.getIndexOperand()->getType(), index));
      own = chosen(here, ofVector[index], own);
    }
  }
  shadows[&extract] = {own};
}

void FunctionInstrumenter::visitInsertElementInst(InsertElementInst &insert) {
  if (laneCount(insert.getType()) == 0)
    return;
  place(insert);
  Shadows own = shadowsOf(insert.getOperand(0));
  const Shadow inserted = shadowsOf(insert.getOperand(1))[0];
  for (unsigned index = 0; index < own.size(); ++index) {
    Value *const here = builder.CreateICmpEQ(insert.getOperand(2), ConstantInt::get(insert.getOperand(2)->getType(), index));
    own[index] = chosen(here, inserted, own[index]);
  }
  shadows[&insert] = own;
}

void FunctionInstrumenter::visitShuffleVectorInst(ShuffleVectorInst &shuffle) {
  if (laneCount(shuffle.getType()) == 0)
    return;
  Shadows from = shadowsOf(shuffle.getOperand(0));
  from.append(shadowsOf(shuffle.getOperand(1)));
  Shadows own;
  for (const int index : shuffle.getShuffleMask())
    own.push_back(index >= 0 && static_cast<unsigned>(index) < from.size() ? from[static_cast<unsigned>(index)] : none());
  shadows[&shuffle] = own;
}

void FunctionInstrumenter::visitExtractValueInst(ExtractValueInst &extract) {
  if (const auto exchanged = shadows.find(extract.getAggregateOperand());
      exchanged != shadows.end() && isa<AtomicCmpXchgInst>(extract.getAggregateOperand()) && extract.getIndices()[0] == 0)
    shadows[&extract] = Shadows(exchanged->second);
  const unsigned lanes = laneCount(extract.getType());
  const Shadows from = shadowsOf(extract.getAggregateOperand());
  if (lanes == 0 || from.empty())
    return;
  const unsigned first = firstLane(extract.getAggregateOperand()->getType(), extract.getIndices());
  shadows[&extract] = Shadows(from.begin() + first, from.begin() + first + lanes);
}

void FunctionInstrumenter::visitInsertValueInst(InsertValueInst &insert) {
  if (laneCount(insert.getType()) == 0)
    return;
  Shadows own = shadowsOf(insert.getAggregateOperand());
  const Shadows inserted = shadowsOf(insert.getInsertedValueOperand());
  std::copy(inserted.begin(), inserted.end(), own.begin() + firstLane(insert.getType(), insert.getIndices()));
  shadows[&insert] = own;
}

void FunctionInstrumenter::visitFreezeInst(FreezeInst &freeze) {
  if (laneCount(freeze.getType()) != 0)
    shadows[&freeze] = shadowsOf(freeze.getOperand(0));
}

/// The lanes of a type in memory, in the order of its shadows.
void FunctionInstrumenter::addLeaves(Type *type, std::uint64_t offset, const SmallVector<unsigned, 4> &path, SmallVectorImpl<Leaf> &leaves) const {
  const DataLayout &layout = function.getParent()->getDataLayout();
  const auto step = [&](unsigned index) {
    SmallVector<unsigned, 4> longer = path;
    longer.push_back(index);
    return longer;
  };
  if (laneCount(type) == 0)
    return;
  if (auto *const structure = dyn_cast<StructType>(type)) {
    for (unsigned index = 0; index < structure->getNumElements(); ++index)
      addLeaves(structure->getElementType(index), offset + layout.getStructLayout(structure)->getElementOffset(index).getFixedValue(), step(index),
                leaves);
  } else if (auto *const array = dyn_cast<ArrayType>(type)) {
    for (unsigned index = 0; index < array->getNumElements(); ++index)
      addLeaves(array->getElementType(), offset + index * layout.getTypeAllocSize(array->getElementType()).getFixedValue(), step(index), leaves);
  } else {
    for (unsigned index = 0; index < laneCount(type); ++index)
      leaves.push_back({path, index, offset + index * layout.getTypeStoreSize(type->getScalarType()).getFixedValue()});
  }
}

SmallVector<FunctionInstrumenter::Leaf, 4> FunctionInstrumenter::leavesOf(Type *type) const {
  SmallVector<Leaf, 4> leaves;
  addLeaves(type, 0, {}, leaves);
  return leaves;
}

Value *FunctionInstrumenter::leafAddress(Value *address, const Leaf &leaf) {
  return leaf.offset == 0 ? address : builder.CreateConstGEP1_64(builder.getInt8Ty(), address, leaf.offset);
}

Value *FunctionInstrumenter::leafValue(Value *value, const Leaf &leaf) {
  return lane(leaf.path.empty() ? value : builder.CreateExtractValue(value, leaf.path), leaf.element);
}

/// `ofProgram`: the load or store of that value at that address, or null. What is ordered among threads, what may change by itself, and long double,
/// whose cell holds no value that is read as another, is read anew each time.
void FunctionInstrumenter::describeAccess(Value *access, const Instruction *ofProgram, bool isLongDouble) {
  auto *const call = cast<CallInst>(access);
  const auto *const load = dyn_cast_or_null<LoadInst>(ofProgram);
  const auto *const store = dyn_cast_or_null<StoreInst>(ofProgram);
  const bool isSimple = (load != nullptr && load->isSimple()) || (store != nullptr && store->isSimple());
  if (isSimple)
    call->setAAMetadata(ofProgram->getAAMetadata());
  LLVMContext &ofCall = call->getContext();
  call->setMetadata(cellAccess, MDNode::get(ofCall, isSimple && !isLongDouble ? ArrayRef<Metadata *>() : MDString::get(ofCall, "once")));
}

void FunctionInstrumenter::storeCell(Value *address, Value *value, const Shadow &shadow, const Instruction *ofProgram) {
  if (isExtended(value->getType())) {
    Operands operands{address};
    append(operands, imageOf(value), marked(value, shadow));
    describeAccess(ask("store64", operands), ofProgram, true);
    return;
  }
  const unsigned bits = value->getType()->getScalarSizeInBits();
  Value *const image = builder.CreateBitCast(value, builder.getIntNTy(bits));
  Operands operands{address};
  append(operands, image, shadow);
  describeAccess(ask(bits == 64 ? "store64" : bits == 32 ? "store32" : "store16", operands), ofProgram, false);
}

Shadow FunctionInstrumenter::readCell(StringRef operation, const Operands &operands, const Instruction *ofProgram, bool isLongDouble) {
  const Shadow shadow = shadowOf(operation, operands);
  if (auto *const part = dyn_cast<ExtractValueInst>(shadow.front()))
    describeAccess(part->getAggregateOperand(), ofProgram, isLongDouble);
  return shadow;
}

Shadow FunctionInstrumenter::loadCell(Value *address, Value *value, const Instruction *ofProgram) {
  if (isExtended(value->getType()))
    return unmarked(value, readCell("load64", {address, imageOf(value), asDouble(value)}, ofProgram, true));
  const unsigned bits = value->getType()->getScalarSizeInBits();
  Value *const image = builder.CreateBitCast(value, builder.getIntNTy(bits));
  if (value->getType()->isIntegerTy()) // see carried_bits.cpp
    value = builder.CreateBitCast(value, bits == 64 ? builder.getDoubleTy() : builder.getFloatTy());
  return readCell(bits == 64 ? "load64" : bits == 32 ? "load32" : "load16", {address, image, asDouble(value)}, ofProgram, false);
}

void FunctionInstrumenter::visitLoadInst(LoadInst &load) {
  const unsigned lanes = laneCount(load.getType());
  const bool ofBits = load.isAtomic() && holdsBits(load);
  if ((lanes == 0 && !ofBits) || load.getPointerAddressSpace() != 0)
    return;
  Value *const isHeld = load.isAtomic() ? lock(load, load.getPointerOperand()) : nullptr;
  place(load);
  if (ofBits) {
    shadows[&load] = {loadCell(load.getPointerOperand(), &load)};
    unlock(load.getPointerOperand(), isHeld);
    return;
  }
  Shadows own;
  for (const Leaf &leaf : leavesOf(load.getType()))
    own.push_back(loadCell(leafAddress(load.getPointerOperand(), leaf), leafValue(&load, leaf), &load));
  shadows[&load] = own;
  if (load.isAtomic())
    unlock(load.getPointerOperand(), isHeld);
}

void FunctionInstrumenter::visitStoreInst(StoreInst &store) {
  Value *const value = store.getValueOperand();
  const Shadow *const carried = carriedBy(value);
  if ((laneCount(value->getType()) == 0 && carried == nullptr) || store.getPointerAddressSpace() != 0)
    return;
  Value *const isHeld = store.isAtomic() ? lock(store, store.getPointerOperand()) : nullptr;
  place(store);
  if (carried != nullptr)
    storeCell(store.getPointerOperand(), value, Shadow(*carried), &store);
  const Shadows own = shadowsOf(value);
  const auto leaves = leavesOf(value->getType());
  for (unsigned index = 0; index < leaves.size(); ++index)
    storeCell(leafAddress(store.getPointerOperand(), leaves[index]), leafValue(value, leaves[index]), own[index], &store);
  if (store.isAtomic())
    unlock(store.getPointerOperand(), isHeld);
}

/// The cell still holds the old value's shadow when the new value is in memory.
void FunctionInstrumenter::visitAtomicRMWInst(AtomicRMWInst &update) {
  if (laneCount(update.getType()) != 1 || update.getType()->isVectorTy())
    return;
  Value *const isHeld = lock(update, update.getPointerOperand());
  place(update);
  const Shadow old = loadCell(update.getPointerOperand(), &update), operand = shadowsOf(update.getValOperand())[0];
  shadows[&update] = {old};
  const bool isSum = update.getOperation() == AtomicRMWInst::FAdd;
  if (isSum || update.getOperation() == AtomicRMWInst::FSub) {
    Value *const result = isSum ? builder.CreateFAdd(&update, update.getValOperand()) : builder.CreateFSub(&update, update.getValOperand());
    const Shadow own =
        arithmeticLane(update, isSum ? Action::Add : Action::Subtract, &update, old, update.getValOperand(), operand, result, update.getType());
    storeCell(update.getPointerOperand(), result, own);
  } else if (update.getOperation() == AtomicRMWInst::Xchg) {
    storeCell(update.getPointerOperand(), update.getValOperand(), operand);
  }
  unlock(update.getPointerOperand(), isHeld);
}

} // namespace fporder::instrument
