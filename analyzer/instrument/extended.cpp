// x86's long double, 64 bits of significand: followed, but not judged. Its shadow is that of the double nearest to it: the value over the reals is
// within the bound of that double + error. An operation runs once more in binary64, whose rounding is known exactly, and what it gives is moved to
// the double nearest to the program's result. A value without a shadow stands for itself, so that its error is what the double lacks.
//
// Where a value with a shadow of none goes to memory or to another function, its bound is made the smallest number, so that whoever takes it knows
// that it has one. Numbers of MPFR have no such mark: a value whose exact one is a double stands for itself there, a few 2^-64 of it away.
#include "analyzer/instrument/function_instrumenter.h"

#include "llvm/IR/IntrinsicInst.h"

namespace fporder::instrument {

using namespace llvm;
using program::Action;

bool isExtended(const Type *type) { return type->isX86_FP80Ty(); }

/// What the double nearest to it lacks of the value: a double.
Value *FunctionInstrumenter::restOf(Value *value) {
  Value *const near = builder.CreateFPExt(asDouble(value), value->getType());
  return builder.CreateFPTrunc(builder.CreateFSub(value, near), builder.getDoubleTy());
}

Shadow FunctionInstrumenter::ownShadow(Value *value) {
  Value *const rest = restOf(value);
  if (isa<Constant>(rest) && (cast<Constant>(rest)->isNullValue() || cast<Constant>(rest)->isNaN()))
    return none();
  Value *const near = asDouble(value);
  Operands operands;
  append(operands, near, none());
  append(operands, rest, none());
  operands.append({near, flagged(true)});
  return restarted(shadowOf("add", operands), 0);
}

/// Of the exact value beside `x` in place of `wide`, both doubles.
Shadow FunctionInstrumenter::moved(Value *wide, const Shadow &shadow, Value *x) {
  Operands operands;
  append(operands, wide, shadow);
  operands.push_back(x);
  Shadow result = shadowOf("convert", operands);
  if (!precision.hasNumbers()) { // the difference is exact as long as they are near each other
    Value *const apart = builder.CreateUnaryIntrinsic(Intrinsic::fabs, builder.CreateFSub(wide, x));
    result.back() = builder.CreateFAdd(result.back(), builder.CreateFMul(apart, ConstantFP::get(builder.getDoubleTy(), 0x1p-52)));
  }
  return restarted(result, unbounded);
}

Shadow FunctionInstrumenter::extendedArithmetic(Action action, Value *left, const Shadow &ofLeft, Value *right, const Shadow &ofRight,
                                                Value *result) {
  Value *const a = asDouble(left), *const b = asDouble(right);
  const bool isSum = action == Action::Add || action == Action::Subtract;
  const auto opcode = isSum                        ? action == Action::Add ? Instruction::FAdd : Instruction::FSub
                      : action == Action::Multiply ? Instruction::FMul
                                                   : Instruction::FDiv;
  Value *const inDouble = builder.CreateBinOp(opcode, a, b);
  Operands operands;
  append(operands, a, ofLeft);
  append(operands, b, ofRight);
  operands.append({inDouble, flagged(false)});
  const StringRef name = isSum ? action == Action::Add ? "add" : "subtract" : action == Action::Multiply ? "multiply" : "divide";
  return moved(inDouble, shadowOf(name, operands), asDouble(result));
}

/// A root or a fused operation, which binary64 has as well.
Shadow FunctionInstrumenter::extendedIntrinsic(Intrinsic::ID intrinsic, StringRef name, ArrayRef<Value *> values, ArrayRef<Shadow> shadowsOfValues,
                                               Value *result) {
  SmallVector<Value *, 3> doubles;
  Operands operands;
  for (unsigned index = 0; index < values.size(); ++index) {
    doubles.push_back(asDouble(values[index]));
    append(operands, doubles.back(), shadowsOfValues[index]);
  }
  Value *const inDouble = builder.CreateIntrinsic(intrinsic, {builder.getDoubleTy()}, doubles);
  operands.push_back(inDouble);
  return moved(inDouble, shadowOf(name, operands), asDouble(result));
}

/// Of the value as it is, not of the double nearest to it: what is printed.
Shadow FunctionInstrumenter::shadowOfPrinted(Value *value, const Shadow &shadow) {
  Operands operands;
  append(operands, asDouble(value), shadow);
  append(operands, restOf(value), none());
  operands.append({asDouble(value), flagged(true)});
  return restarted(shadowOf("subtract", operands), 0);
}

/// Ten bytes in eight: who writes over them hardly leaves them.
Value *FunctionInstrumenter::imageOf(Value *value) {
  Value *const bits = builder.CreateBitCast(value, builder.getIntNTy(80));
  Value *const significand = builder.CreateTrunc(bits, builder.getInt64Ty());
  Value *const exponent = builder.CreateTrunc(builder.CreateLShr(bits, 64), builder.getInt64Ty());
  return builder.CreateXor(significand, builder.CreateShl(exponent, 32));
}

Shadow FunctionInstrumenter::marked(Value *value, Shadow shadow) {
  if (precision.hasNumbers())
    return shadow;
  Value *const hasRest = builder.CreateFCmpUNE(restOf(value), ConstantFP::get(builder.getDoubleTy(), 0));
  Value *const mark = builder.CreateSelect(hasRest, ConstantFP::get(builder.getDoubleTy(), 0x1p-1073), ConstantFP::get(builder.getDoubleTy(), 0));
  shadow.back() = builder.CreateFAdd(shadow.back(), mark);
  return shadow;
}

Shadow FunctionInstrumenter::unmarked(Value *value, const Shadow &shadow) {
  const Shadow own = ownShadow(value);
  if (precision.hasNumbers())
    return {builder.CreateSelect(builder.CreateIsNull(shadow[0]), own[0], shadow[0])};
  Value *isNothing = builder.getTrue();
  for (Value *const part : shadow)
    isNothing = builder.CreateAnd(isNothing, builder.CreateFCmpOEQ(part, ConstantFP::get(builder.getDoubleTy(), 0)));
  return chosen(isNothing, own, shadow);
}

} // namespace fporder::instrument
