// Integers that hold the bits of a floating-point number: casts between them, changes of the sign, compare-exchange loops. What else is done with the
// bits makes a number without an error, which is counted as a restart.
#include "analyzer/instrument/function_instrumenter.h"

#include "runtime/limits/limits.h"

namespace fporder::instrument {

using namespace llvm;
using program::Action;

namespace {

bool hasWidthOfNumber(const Value &integer) { return integer.getType()->isIntegerTy(32) || integer.getType()->isIntegerTy(64); }

bool isVariableOfNumber(const Value *address) {
  const auto *const variable = dyn_cast<AllocaInst>(address);
  return variable != nullptr && laneCount(variable->getAllocatedType()) == 1;
}

bool holdsBitsWithin(const Instruction &instruction, unsigned depth) {
  return hasWidthOfNumber(instruction) && any_of(instruction.users(), [&](const User *user) {
           const auto *const store = dyn_cast<StoreInst>(user);
           const auto *const phi = dyn_cast<PHINode>(user);
           return (isa<BitCastInst>(user) && laneCount(user->getType()) == 1) ||
                  (store != nullptr && isVariableOfNumber(store->getPointerOperand())) ||
                  (phi != nullptr && depth < limits::most(limits::Limit::BitsMerged) && holdsBitsWithin(*phi, depth + 1));
         });
}

} // namespace

bool holdsBits(const Instruction &instruction) { return holdsBitsWithin(instruction, 0); }

/// Of the number whose bits the integer holds; null: not known.
const Shadow *FunctionInstrumenter::carriedBy(Value *integer) const {
  const auto found = shadows.find(integer);
  return found == shadows.end() || !integer->getType()->isIntegerTy() ? nullptr : &found->second[0];
}

void FunctionInstrumenter::bitCast(CastInst &cast) {
  Value *const from = cast.getOperand(0);
  Type *const type = cast.getType();
  if (laneCount(type) != 0 && type->getScalarType() == from->getType()->getScalarType()) { // between vectors and scalars of the same lanes
    shadows[&cast] = shadowsOf(from);
  } else if (type->isIntegerTy() && laneCount(from->getType()) == 1 && !from->getType()->isVectorTy() && !isExtended(from->getType())) {
    shadows[&cast] = shadowsOf(from);
  } else if (laneCount(type) == 1 && !type->isVectorTy() && from->getType()->isIntegerTy() && !isa<Constant>(from)) {
    fromBits(cast, from);
  }
}

void FunctionInstrumenter::fromBits(CastInst &cast, Value *integer) {
  if (const Shadow *const carried = carriedBy(integer)) {
    const Shadow own = *carried;
    shadows[&cast] = {own};
    return;
  }
  place(cast);
  if (isExtended(cast.getType()))
    return;
  if (auto *const load = dyn_cast<LoadInst>(integer)) {
    shadows[&cast] = {loadCell(load->getPointerOperand(), &cast)};
    return;
  }
  countRestart(siteAt(cast, "bit cast", Action::Restart, builder.getDoubleTy()), builder.getTrue());
}

/// The sign bit, which is all that is understood.
void FunctionInstrumenter::bitOperation(BinaryOperator &operation) {
  const auto *const mask = dyn_cast<ConstantInt>(operation.getOperand(1));
  const Shadow *const carried = carriedBy(operation.getOperand(0));
  const unsigned width = operation.getType()->getScalarSizeInBits();
  if (mask == nullptr || carried == nullptr || (width != 32 && width != 64))
    return;
  const bool changes = operation.getOpcode() == Instruction::Xor && mask->getValue().isSignMask();
  const bool clears = operation.getOpcode() == Instruction::And && mask->getValue().isMaxSignedValue();
  if (!changes && !clears)
    return;
  const Shadow before = *carried;
  place(operation);
  Type *const number = width == 64 ? builder.getDoubleTy() : builder.getFloatTy();
  Operands operands;
  append(operands, asDouble(builder.CreateBitCast(operation.getOperand(0), number)), before);
  if (changes)
    operands.push_back(asDouble(builder.CreateBitCast(&operation, number)));
  shadows[&operation] = {shadowOf(changes ? "copysign" : "fabs", operands)};
}

Value *FunctionInstrumenter::lock(Instruction &atomic, Value *address) {
  builder.SetInsertPoint(&atomic);
  builder.SetCurrentDebugLocation(atomic.getDebugLoc());
  return builder.CreateCall(context.lockCell, {address});
}

void FunctionInstrumenter::unlock(Value *address, Value *isHeld) { builder.CreateCall(context.unlockCell, {address, isHeld}); }

/// Of the number, or of what memory says of it: without optimisation bits go through variables.
Shadow FunctionInstrumenter::carriedShadow(Value *integer) {
  if (const Shadow *const carried = carriedBy(integer))
    return *carried;
  auto *const load = dyn_cast<LoadInst>(integer);
  return load != nullptr && isVariableOfNumber(load->getPointerOperand()) ? loadCell(load->getPointerOperand(), load) : none();
}

/// Where the exchange has been made, memory holds the new value; the old one had the shadow of the cell either way.
void FunctionInstrumenter::visitAtomicCmpXchgInst(AtomicCmpXchgInst &exchange) {
  Value *const value = exchange.getNewValOperand();
  const auto *const load = dyn_cast<LoadInst>(value);
  if (!hasWidthOfNumber(*value) || (carriedBy(value) == nullptr && (load == nullptr || !isVariableOfNumber(load->getPointerOperand()))))
    return;
  builder.SetInsertPoint(&exchange);
  builder.SetCurrentDebugLocation(exchange.getDebugLoc());
  const Shadow own = carriedShadow(value);
  Value *const isHeld = lock(exchange, exchange.getPointerOperand());
  place(exchange);
  const Shadow old = loadCell(exchange.getPointerOperand(), builder.CreateExtractValue(&exchange, 0));
  IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
  Value *const nowhere = entry.CreateAlloca(entry.getInt64Ty(), nullptr, "fporder.nowhere");
  storeCell(builder.CreateSelect(builder.CreateExtractValue(&exchange, 1), exchange.getPointerOperand(), nowhere), value, own);
  unlock(exchange.getPointerOperand(), isHeld);
  shadows[&exchange] = {old};
}

} // namespace fporder::instrument
