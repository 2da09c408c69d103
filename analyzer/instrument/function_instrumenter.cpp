#include "analyzer/instrument/function_instrumenter.h"

#include "analyzer/instrument/compat.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/MDBuilder.h"

namespace fporder::instrument {

using namespace llvm;
using program::Action;
using program::SiteFormat;

namespace {

SiteFormat formatOf(Type *type) {
  Type *const scalar = type->getScalarType();
  return scalar->isDoubleTy() || isExtended(scalar) ? SiteFormat::Binary64
         : scalar->isFloatTy()                      ? SiteFormat::Binary32
         : scalar->isHalfTy()                       ? SiteFormat::Binary16
                                                    : SiteFormat::BFloat16;
}

constexpr unsigned boundOfResult = (offsetof(program::Entry, shadow) + offsetof(program::Shadow, bound)) / 8; // in doubles

constexpr double smallestNormal[] = {0x1p-126, 0x1p-14, 0x1p-126, 0x1p-1022};

unsigned countedLanes(Type *type) {
  if (type->isDoubleTy() || type->isFloatTy() || type->isHalfTy() || type->isBFloatTy() || isExtended(type))
    return 1;
  if (auto *const vector = dyn_cast<FixedVectorType>(type))
    return isExtended(vector->getElementType()) ? 0 : vector->getNumElements() * countedLanes(vector->getElementType());
  if (auto *const array = dyn_cast<ArrayType>(type))
    return static_cast<unsigned>(std::min<std::uint64_t>(array->getNumElements(), 1000)) * countedLanes(array->getElementType());
  unsigned count = 0;
  if (auto *const structure = dyn_cast<StructType>(type))
    for (Type *const element : structure->elements())
      count += countedLanes(element);
  return count;
}

} // namespace

unsigned laneCount(Type *type) {
  const unsigned count = countedLanes(type);
  return count <= 64 ? count : 0;
}

bool isNone(const Shadow &shadow) {
  return all_of(shadow, [](const Value *part) { return isa<Constant>(part) && cast<Constant>(part)->isNullValue(); });
}

FunctionInstrumenter::FunctionInstrumenter(ModuleContext &ofModule, const Precision &ofPrecision, Function &ofFunction, Function &asFunction)
    : context(ofModule), precision(ofPrecision), function(ofFunction), identity(asFunction), builder(ofFunction.getContext()), origins(ofFunction) {}

void FunctionInstrumenter::run() {
  SmallVector<Instruction *, 64> instructions;
  ReversePostOrderTraversal<Function *> order(&function);
  for (BasicBlock *const block : order)
    for (Instruction &instruction : *block)
      instructions.push_back(&instruction);

  builder.SetInsertPoint(&function.getEntryBlock(), function.getEntryBlock().begin());
  entries = builder.CreateAlloca(ArrayType::get(builder.getDoubleTy(), sizeof(program::Entry) / 8 * chunkSize), nullptr, "fporder.entries");
  area = builder.CreateThreadLocalAddress(context.sites.area());
  takeArguments();
  for (Instruction *const instruction : instructions) {
    if (instruction->isTerminator())
      flush(instruction);
    visit(*instruction);
  }
  completePhis();
  fitEntries();
}

/// As many as the largest chunk has; a frame is not larger than it has to be.
void FunctionInstrumenter::fitEntries() {
  IRBuilder<> entry(entries);
  if (largestChunk > 0)
    entries->replaceAllUsesWith(
        entry.CreateAlloca(ArrayType::get(entry.getDoubleTy(), sizeof(program::Entry) / 8 * largestChunk), nullptr, "fporder.entries"));
  entries->eraseFromParent();
}

Value *FunctionInstrumenter::ask(StringRef operation, const Operands &operands) {
  return context.operations.call(builder, precision, operation, operands);
}

Shadow FunctionInstrumenter::shadowOf(StringRef operation, Operands operands) {
  if (precision.hasNumbers()) {
    operands.insert(operands.begin(), newNumber());
    return {ask(operation, operands)};
  }
  Value *const all = ask(operation, operands);
  Shadow parts;
  for (unsigned part = 0; part < precision.doubles; ++part)
    parts.push_back(builder.CreateExtractValue(all, part));
  return parts;
}

void FunctionInstrumenter::append(Operands &operands, Value *value, const Shadow &shadow) {
  operands.push_back(value);
  operands.append(shadow.begin(), shadow.end());
}

Shadow FunctionInstrumenter::none() const {
  LLVMContext &ofFunction = function.getContext();
  if (precision.hasNumbers())
    return {ConstantPointerNull::get(PointerType::getUnqual(ofFunction))};
  return Shadow(precision.doubles, ConstantFP::get(Type::getDoubleTy(ofFunction), 0));
}

Shadows FunctionInstrumenter::shadowsOf(Value *value) {
  if (value->getType()->isIntegerTy())
    return {}; // what its bits are a number's is for carriedBy
  const auto found = shadows.find(value);
  if (found != shadows.end())
    return found->second;
  return isExtended(value->getType()) ? Shadows{ownShadow(value)} : Shadows(laneCount(value->getType()), none());
}

Value *FunctionInstrumenter::lane(Value *value, unsigned index) {
  return value->getType()->isVectorTy() ? builder.CreateExtractElement(value, index) : value;
}

Value *FunctionInstrumenter::asDouble(Value *value) {
  return value->getType()->isDoubleTy() ? value : builder.CreateFPCast(value, builder.getDoubleTy());
}

void FunctionInstrumenter::place(Instruction &after) {
  placedAfter = &after;
  builder.SetInsertPoint(after.getNextNode());
  builder.SetCurrentDebugLocation(after.getDebugLoc());
}

Site FunctionInstrumenter::siteAt(const Instruction &at, StringRef operation, Action action, Type *type) const {
  Site site;
  site.place = at.getDebugLoc();
  site.function = &function;
  site.operation = operation.str();
  site.action = action;
  site.format = formatOf(type);
  return site;
}

Value *FunctionInstrumenter::slot(std::uint64_t offset) { return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), area, offset); }

void FunctionInstrumenter::pend(Site &site, const Pending &record) {
  site.operandCount = record.values.size();
  pending.push_back(record);
  origins.add(record.of);
}

void FunctionInstrumenter::makeRoom() {
  if (pending.size() == chunkSize)
    closeChunk();
}

void FunctionInstrumenter::closeChunk() {
  Instruction *const next = &*builder.GetInsertPoint();
  const DebugLoc location = builder.getCurrentDebugLocation();
  flush(next);
  builder.SetInsertPoint(next);
  builder.SetCurrentDebugLocation(location);
}

/// A decision rests on shadows that are settled: where operations of the open chunk have made them, it ends.
void FunctionInstrumenter::settleBefore(ArrayRef<Value *> operands) {
  const auto isOpen = [this](Value *operand) {
    const auto found = shadows.find(operand);
    return found != shadows.end() &&
           any_of(pending, [&](const Pending &record) { return record.owner != nullptr && is_contained(found->second, record.shadow); });
  };
  if (any_of(operands, isOpen))
    closeChunk();
}

Shadow FunctionInstrumenter::finishOperation(Site site, Pending record) {
  makeRoom();
  record.owner = placedAfter;
  origins.describe(record.operandsOf, site);
  pend(site, record);
  Pending &kept = pending.back();
  Value *const state = slot(context.sites.add(site));
  if (kept.flag != nullptr)
    return kept.shadow;
  Constant *const smallest = ConstantFP::get(builder.getDoubleTy(), smallestNormal[static_cast<unsigned>(site.format)]);
  Operands operands{state};
  append(operands, kept.result, kept.shadow);
  const bool isProduct = site.action == Action::Multiply, mayUnderflow = isProduct || site.action == Action::Divide;
  Value *const nothing = ConstantFP::get(builder.getDoubleTy(), 0);
  operands.push_back(mayUnderflow ? kept.values[0] : nothing);
  operands.push_back(isProduct ? kept.values[1] : mayUnderflow ? ConstantFP::get(builder.getDoubleTy(), 1) : nothing);
  operands.push_back(smallest);
  kept.flag = ask("exceeds", operands);
  return kept.shadow;
}

void FunctionInstrumenter::finishDecision(Site site, Pending record) {
  makeRoom();
  record.shadow = none();
  pend(site, record);
  context.sites.add(site);
}

void FunctionInstrumenter::countRestart(Site site, Value *restarts) {
  Pending record;
  record.result = builder.CreateZExt(restarts, builder.getInt32Ty());
  record.shadow = none();
  makeRoom();
  pend(site, record);
  Value *const state = slot(context.sites.add(site));
  pending.back().flag = context.operations.call(builder, precisions[0], "restarted", {state, restarts});
}

/// What a precision says in two doubles.
SmallVector<Value *, 2> FunctionInstrumenter::reducedOf(IRBuilder<> &cold, StringRef operation, const Operands &operands) {
  Value *const both = context.operations.call(cold, precision, operation, operands);
  return {cold.CreateExtractValue(both, 0), cold.CreateExtractValue(both, 1)};
}

void FunctionInstrumenter::fillEntries(IRBuilder<> &cold) {
  const auto put = [&](unsigned entry, unsigned field, Value *value) {
    cold.CreateStore(value, cold.CreateConstInBoundsGEP1_64(cold.getDoubleTy(), entries, sizeof(program::Entry) / 8 * entry + field));
  };
  const auto putBoth = [&](unsigned entry, unsigned field, const SmallVector<Value *, 2> &both) {
    put(entry, field, both[0]);
    put(entry, field + 1, both[1]);
  };
  for (unsigned index = 0; index < pending.size(); ++index) {
    const Pending &record = pending[index];
    Operands all;
    for (unsigned operand = 0; operand < record.values.size(); ++operand) {
      put(index, operand, record.values[operand]);
      putBoth(index, 3 + 2 * operand, reducedOf(cold, "reduced", Operands(record.operands[operand].begin(), record.operands[operand].end())));
      append(all, record.values[operand], record.operands[operand]);
    }
    Value *result = record.result;
    if (result->getType()->isIntegerTy())
      result = record.isSigned ? cold.CreateSIToFP(result, cold.getDoubleTy()) : cold.CreateUIToFP(result, cold.getDoubleTy());
    put(index, offsetof(program::Entry, result) / 8, result);
    putBoth(index, offsetof(program::Entry, shadow) / 8,
            record.restsOn.empty() ? reducedOf(cold, "reduced", Operands(record.shadow.begin(), record.shadow.end()))
                                   : reducedOf(cold, record.restsOn, all));
  }
}

/// `otherwise`: the bound of a value whose error is not finite.
Shadow FunctionInstrumenter::settledOf(IRBuilder<> &at, const Shadow &shadow, Value *otherwise) {
  Operands operands(shadow.begin(), shadow.end());
  operands.push_back(otherwise);
  Value *const all = context.operations.call(at, precision, "settled", operands);
  if (precision.hasNumbers())
    return {all};
  Shadow parts;
  for (unsigned part = 0; part < precision.doubles; ++part)
    parts.push_back(at.CreateExtractValue(all, part));
  return parts;
}

Shadow FunctionInstrumenter::restarted(const Shadow &shadow, double bound) {
  return settledOf(builder, shadow, ConstantFP::get(builder.getDoubleTy(), bound));
}

/// An error that is not finite was recorded, since it is not below any limit: behind the cold path the value restarts, with the bound that the
/// library has put into its entry. The usual path is free of it.
void FunctionInstrumenter::settle(IRBuilder<> &cold, BasicBlock *coldBlock, BasicBlock *after) {
  BasicBlock *const usual = coldBlock->getSinglePredecessor();
  IRBuilder<> joined(after, after->begin());
  for (unsigned index = 0; index < pending.size(); ++index) {
    const Pending &record = pending[index];
    const auto found = record.owner == nullptr ? shadows.end() : shadows.find(record.owner);
    if (found == shadows.end())
      continue;
    const auto lane = find(found->second, record.shadow);
    if (lane == found->second.end())
      continue;
    Value *const bound = cold.CreateConstInBoundsGEP1_64(cold.getDoubleTy(), entries, sizeof(program::Entry) / 8 * index + boundOfResult);
    const Shadow settled = settledOf(cold, record.shadow, cold.CreateLoad(cold.getDoubleTy(), bound));
    for (unsigned part = 0; part < settled.size(); ++part) {
      PHINode *const phi = joined.CreatePHI(settled[part]->getType(), 2);
      phi->addIncoming(record.shadow[part], usual);
      phi->addIncoming(settled[part], coldBlock);
      (*lane)[part] = phi;
    }
  }
}

void FunctionInstrumenter::flush(Instruction *before) {
  if (pending.empty())
    return;
  builder.SetInsertPoint(before);
  const DebugLoc location = before->getDebugLoc() ? before->getDebugLoc() : DebugLoc();
  builder.SetCurrentDebugLocation(location);
  largestChunk = std::max(largestChunk, static_cast<unsigned>(pending.size()));
  Value *flag = context.operations.call(builder, precisions[0], "next", {slot(context.sites.chunkOffset())});
  const unsigned chunk = context.sites.closeChunk();
  for (const Pending &record : pending)
    flag = builder.CreateOr(flag, record.flag);
  Instruction *const then = compat::splitAndInsertIfThen(flag, before, MDBuilder(function.getContext()).createUnlikelyBranchWeights());
  IRBuilder<> cold(then);
  cold.SetCurrentDebugLocation(location);
  fillEntries(cold);
  cold.CreateCall(context.record, {context.sites.description(), area, cold.getInt32(chunk), entries});
  settle(cold, then->getParent(), before->getParent());
  pending.clear();
  origins.forget();
}

} // namespace fporder::instrument
