// Operations, comparisons and conversions with shadows.
#include "analyzer/instrument/function_instrumenter.h"

#include "llvm/IR/IntrinsicInst.h"

#include <optional>

namespace fporder::instrument {

using namespace llvm;
using program::Action;

namespace {

StringRef nameOf(Action action) {
  switch (action) {
  case Action::Add:
    return "+";
  case Action::Subtract:
    return "-";
  case Action::Multiply:
    return "*";
  default:
    return "/";
  }
}

StringRef inlinedNameOf(Action action) {
  switch (action) {
  case Action::Add:
    return "add";
  case Action::Subtract:
    return "subtract";
  case Action::Multiply:
    return "multiply";
  default:
    return "divide";
  }
}

StringRef nameOf(FCmpInst::Predicate predicate) {
  switch (predicate) {
  case FCmpInst::FCMP_OEQ:
  case FCmpInst::FCMP_UEQ:
    return "==";
  case FCmpInst::FCMP_ONE:
  case FCmpInst::FCMP_UNE:
    return "!=";
  case FCmpInst::FCMP_OLT:
  case FCmpInst::FCMP_ULT:
    return "<";
  case FCmpInst::FCMP_OLE:
  case FCmpInst::FCMP_ULE:
    return "<=";
  case FCmpInst::FCMP_OGT:
  case FCmpInst::FCMP_UGT:
    return ">";
  default:
    return ">=";
  }
}

constexpr double smallestOf(Type *type) { return type->isDoubleTy() ? 0x1p-1022 : type->isHalfTy() ? 0x1p-14 : 0x1p-126; }

/// The normal double that a product with this constant, or a quotient by a power of two, multiplies by.
std::optional<double> constantFactor(Action action, const Value *operand) {
  const auto *const constant = dyn_cast<ConstantFP>(operand);
  if (constant == nullptr || (action != Action::Multiply && action != Action::Divide))
    return std::nullopt;
  APFloat value = constant->getValueAPF();
  bool loses = false;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
  APFloat inverse(0.0);
  if (action == Action::Divide)
    return value.getExactInverse(&inverse) ? std::optional(inverse.convertToDouble()) : std::nullopt;
  return value.isNormal() ? std::optional(value.convertToDouble()) : std::nullopt;
}

} // namespace

Shadow FunctionInstrumenter::arithmeticLane(Instruction &at, Action action, Value *left, const Shadow &ofLeft, Value *right, const Shadow &ofRight,
                                            Value *result, Type *type) {
  if (isExtended(type))
    return extendedArithmetic(action, left, ofLeft, right, ofRight, result);
  Pending record;
  record.of = {result};
  record.operandsOf = {{left}, {right}};
  record.values = {asDouble(left), asDouble(right)};
  record.operands = {ofLeft, ofRight};
  record.result = asDouble(result);
  const bool isOfLeft = action == Action::Multiply && isa<ConstantFP>(left);
  if (const std::optional<double> factor = constantFactor(action, isOfLeft ? left : right)) {
    scale(record, isOfLeft ? 1 : 0, *factor, type);
  } else {
    Operands operands;
    append(operands, record.values[0], ofLeft);
    append(operands, record.values[1], ofRight);
    operands.append({record.result, flagged(!type->isDoubleTy())});
    record.shadow = shadowOf(inlinedNameOf(action), operands);
  }
  return finishOperation(siteAt(at, nameOf(action), action, type), record);
}

/// The operand times a constant. With a power of two a value without an error has none, but where it leaves the normal range.
void FunctionInstrumenter::scale(Pending &record, unsigned operand, double factor, Type *type) {
  Constant *const constant = ConstantFP::get(builder.getDoubleTy(), factor);
  const bool isPowerOfTwo = APFloat(factor).getExactLog2Abs() != INT_MIN;
  if (isPowerOfTwo && isNone(record.operands[operand])) {
    record.shadow =
        shadowOf("scale_exactly", {record.values[operand], constant, record.result, ConstantFP::get(builder.getDoubleTy(), smallestOf(type))});
    record.flag = ask("is_any", Operands(record.shadow.begin(), record.shadow.end()));
    return;
  }
  Operands operands;
  append(operands, record.values[operand], record.operands[operand]);
  operands.append({constant, record.result, flagged(!type->isDoubleTy())});
  record.shadow = shadowOf("scale", operands);
}

void FunctionInstrumenter::arithmetic(Instruction &at, Action action, Value *left, Value *right) {
  const unsigned lanes = laneCount(at.getType());
  if (lanes == 0)
    return;
  place(at);
  const Shadows ofLeft = shadowsOf(left), ofRight = shadowsOf(right);
  Shadows own;
  for (unsigned index = 0; index < lanes; ++index)
    own.push_back(arithmeticLane(at, action, lane(left, index), ofLeft[index], lane(right, index), ofRight[index], lane(&at, index),
                                 at.getType()->getScalarType()));
  shadows[&at] = own;
}

void FunctionInstrumenter::visitBinaryOperator(BinaryOperator &operation) {
  Action action;
  switch (operation.getOpcode()) {
  case Instruction::FAdd:
    action = Action::Add;
    break;
  case Instruction::FSub:
    action = Action::Subtract;
    break;
  case Instruction::FMul:
    action = Action::Multiply;
    break;
  case Instruction::FDiv:
    action = Action::Divide;
    break;
  default:
    bitOperation(operation);
    return;
  }
  operation.setFastMathFlags({}); // the source's order
  arithmetic(operation, action, operation.getOperand(0), operation.getOperand(1));
}

/// Of -x, a lane: the parts but the bound with the other sign.
Shadow FunctionInstrumenter::negated(UnaryOperator &operation, unsigned index, Shadow ofOperand) {
  if (precision.hasNumbers()) {
    Operands operands;
    append(operands, wideLane(operation.getOperand(0), index), ofOperand);
    operands.push_back(wideLane(&operation, index));
    return shadowOf("copysign", operands);
  }
  for (unsigned part = 0; part + 1 < precision.doubles; ++part)
    ofOperand[part] = builder.CreateFNeg(ofOperand[part]);
  return ofOperand;
}

void FunctionInstrumenter::visitUnaryOperator(UnaryOperator &operation) {
  if (operation.getOpcode() != Instruction::FNeg || laneCount(operation.getType()) == 0)
    return;
  place(operation);
  Shadows own = shadowsOf(operation.getOperand(0));
  for (unsigned index = 0; index < own.size(); ++index)
    if (!isNone(own[index]))
      own[index] = negated(operation, index, own[index]);
  shadows[&operation] = own;
}

void FunctionInstrumenter::squareRoot(Instruction &at, Value *operand) {
  place(at);
  const Shadows ofOperand = shadowsOf(operand);
  if (isExtended(at.getType())) {
    shadows[&at] = {extendedIntrinsic(Intrinsic::sqrt, "sqrt", {operand}, ofOperand, &at)};
    return;
  }
  Shadows own;
  for (unsigned index = 0; index < ofOperand.size(); ++index) {
    Pending record;
    record.of = {&at, index};
    record.operandsOf = {{operand, index}};
    record.values = {wideLane(operand, index)};
    record.operands = {ofOperand[index]};
    record.result = wideLane(&at, index);
    Operands operands;
    append(operands, record.values[0], ofOperand[index]);
    operands.push_back(record.result);
    record.shadow = shadowOf("sqrt", operands);
    own.push_back(finishOperation(siteAt(at, "sqrt", Action::Function, at.getType()), record));
  }
  shadows[&at] = own;
}

/// fma(a, b, c), rounded once.
void FunctionInstrumenter::fused(Instruction &at) {
  place(at);
  Shadows own;
  const Shadows of[3] = {shadowsOf(at.getOperand(0)), shadowsOf(at.getOperand(1)), shadowsOf(at.getOperand(2))};
  if (isExtended(at.getType())) {
    shadows[&at] = {
        extendedIntrinsic(Intrinsic::fma, "fma", {at.getOperand(0), at.getOperand(1), at.getOperand(2)}, {of[0][0], of[1][0], of[2][0]}, &at)};
    return;
  }
  for (unsigned index = 0; index < of[0].size(); ++index) {
    Pending record;
    Operands operands;
    record.of = {&at, index};
    for (unsigned operand = 0; operand < 3; ++operand) {
      record.operandsOf.push_back({at.getOperand(operand), index});
      record.values.push_back(wideLane(at.getOperand(operand), index));
      record.operands.push_back(of[operand][index]);
      append(operands, record.values.back(), record.operands.back());
    }
    record.result = wideLane(&at, index);
    operands.push_back(record.result);
    record.shadow = shadowOf("fma", operands);
    own.push_back(finishOperation(siteAt(at, "fma", Action::Fma, at.getType()), record));
  }
  shadows[&at] = own;
}

/// a * b + c where the target has no fused operation: the two operations that run. The compiler knows one place for both.
void FunctionInstrumenter::splitMultiplyAdd(CallBase &call) {
  builder.SetInsertPoint(&call);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  auto *const product = BinaryOperator::Create(Instruction::FMul, call.getArgOperand(0), call.getArgOperand(1), "", call.getIterator());
  auto *const sum = BinaryOperator::Create(Instruction::FAdd, product, call.getArgOperand(2), "", call.getIterator());
  product->setDebugLoc(call.getDebugLoc());
  sum->setDebugLoc(call.getDebugLoc());
  call.replaceAllUsesWith(sum);
  call.eraseFromParent();
  visitBinaryOperator(*product);
  visitBinaryOperator(*sum);
}

void FunctionInstrumenter::visitFCmpInst(FCmpInst &comparison) {
  const auto predicate = comparison.getPredicate();
  comparison.setFastMathFlags({});
  const bool isOrdering =
      predicate != FCmpInst::FCMP_ORD && predicate != FCmpInst::FCMP_UNO && predicate != FCmpInst::FCMP_TRUE && predicate != FCmpInst::FCMP_FALSE;
  if (!isOrdering)
    return;
  place(comparison);
  settleBefore({comparison.getOperand(0), comparison.getOperand(1)});
  const Shadows left = shadowsOf(comparison.getOperand(0)), right = shadowsOf(comparison.getOperand(1));
  for (unsigned index = 0; index < left.size(); ++index) {
    if (isNone(left[index]) && isNone(right[index]))
      continue;
    Pending record;
    record.values = {wideLane(comparison.getOperand(0), index), wideLane(comparison.getOperand(1), index)};
    record.operands = {left[index], right[index]};
    record.result = lane(&comparison, index);
    Operands operands;
    append(operands, record.values[0], left[index]);
    append(operands, record.values[1], right[index]);
    record.flag = ask("may_compare_otherwise", operands);
    record.restsOn = "apart";
    Site site = siteAt(comparison, nameOf(predicate), Action::Compare, comparison.getOperand(0)->getType());
    site.predicate = predicate;
    finishDecision(site, record);
  }
}

} // namespace fporder::instrument
