// Conversions between formats, from integers and to integers, with shadows.
#include "analyzer/instrument/function_instrumenter.h"

#include "llvm/Analysis/ValueTracking.h"

namespace fporder::instrument {

using namespace llvm;
using program::Action;

namespace {

/// Of the integer that is converted: no more than its magnitude has.
unsigned significantBits(const CastInst &cast, bool isSigned) {
  const DataLayout &layout = cast.getModule()->getDataLayout();
  const Value *const integer = cast.getOperand(0);
  const unsigned width = integer->getType()->getScalarSizeInBits();
  return isSigned ? width - ComputeNumSignBits(integer, layout) + 1 : computeKnownBits(integer, layout).countMaxActiveBits();
}

} // namespace

void FunctionInstrumenter::convert(CastInst &cast) {
  Value *const operand = cast.getOperand(0);
  const Shadows ofOperand = shadowsOf(operand);
  if (laneCount(cast.getType()) == 0 || ofOperand.empty())
    return; // to or from a format that is not followed
  place(cast);
  if (cast.getOpcode() == Instruction::FPExt) {
    shadows[&cast] = ofOperand;
    return;
  }
  Shadows own;
  for (unsigned index = 0; index < ofOperand.size(); ++index) {
    Pending record;
    record.of = {&cast, index};
    record.operandsOf = {{operand, index}};
    record.values = {wideLane(operand, index)};
    record.operands = {ofOperand[index]};
    record.result = wideLane(&cast, index);
    Operands operands;
    append(operands, record.values[0], ofOperand[index]);
    operands.push_back(record.result);
    record.shadow = shadowOf("convert", operands);
    own.push_back(finishOperation(siteAt(cast, "conversion", Action::Conversion, cast.getType()), record));
  }
  shadows[&cast] = own;
}

void FunctionInstrumenter::fromInteger(CastInst &cast, bool isSigned) {
  Type *const type = cast.getType(), *const integer = cast.getOperand(0)->getType()->getScalarType();
  const unsigned significand = isExtended(type) ? 64 : type->getScalarType()->isDoubleTy() ? 53 : type->getScalarType()->isFloatTy() ? 24 : 8;
  if (laneCount(type) == 0 || integer->getIntegerBitWidth() > 64 || significantBits(cast, isSigned) <= significand)
    return; // restarts, or exact
  place(cast);
  Shadows own;
  for (unsigned index = 0; index < laneCount(type); ++index) {
    Value *const number = isSigned ? builder.CreateSExt(lane(cast.getOperand(0), index), builder.getInt64Ty())
                                   : builder.CreateZExt(lane(cast.getOperand(0), index), builder.getInt64Ty());
    Pending record;
    record.result = wideLane(&cast, index);
    record.shadow = shadowOf(isSigned ? "from_signed" : "from_unsigned", {number, record.result});
    // The integer, rounded to a double.
    record.values = {isSigned ? builder.CreateSIToFP(number, builder.getDoubleTy()) : builder.CreateUIToFP(number, builder.getDoubleTy())};
    record.operands = {none()};
    own.push_back(finishOperation(siteAt(cast, "conversion", Action::Conversion, type), record));
  }
  shadows[&cast] = own;
}

void FunctionInstrumenter::toInteger(Instruction &at, Value *operand, bool isSigned) {
  place(at);
  settleBefore({operand});
  const Shadows ofOperand = shadowsOf(operand);
  for (unsigned index = 0; index < ofOperand.size(); ++index) {
    if (isNone(ofOperand[index]) || isExtended(operand->getType())) // of what lies between a long double and the next integer a double knows little
      continue;
    Pending record;
    record.values = {wideLane(operand, index)};
    record.operands = {ofOperand[index]};
    record.result = lane(&at, index);
    record.isSigned = isSigned;
    Operands operands;
    append(operands, record.values[0], ofOperand[index]);
    record.flag = ask("may_truncate_otherwise", operands);
    record.restsOn = "from_integer";
    finishDecision(siteAt(at, "to integer", Action::ToInteger, operand->getType()), record);
  }
}

void FunctionInstrumenter::visitCastInst(CastInst &cast) {
  switch (cast.getOpcode()) {
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    convert(cast);
    break;
  case Instruction::SIToFP:
    fromInteger(cast, true);
    break;
  case Instruction::UIToFP:
    fromInteger(cast, false);
    break;
  case Instruction::FPToSI:
    toInteger(cast, cast.getOperand(0), true);
    break;
  case Instruction::FPToUI:
    toInteger(cast, cast.getOperand(0), false);
    break;
  case Instruction::BitCast:
    bitCast(cast);
    break;
  default:
    break;
  }
}

} // namespace fporder::instrument
