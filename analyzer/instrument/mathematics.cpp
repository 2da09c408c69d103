// The library of mathematics, as calls by name and as LLVM's intrinsics.
#include "analyzer/instrument/function_instrumenter.h"

#include "llvm/IR/IntrinsicInst.h"

#include <optional>

namespace fporder::instrument {

using namespace llvm;
using program::Action;

namespace {

struct LibraryFunction {
  StringLiteral name;
  unsigned operands;
};
constexpr LibraryFunction libraryFunctions[] = {
#define FPORDER_FUNCTION(NAME, OPERANDS) {#NAME, OPERANDS},
#include "runtime/shadow/program/functions.def"
#undef FPORDER_FUNCTION
};

std::optional<unsigned> numberOf(StringRef name) {
  for (unsigned number = 0; number < std::size(libraryFunctions); ++number)
    if (libraryFunctions[number].name == name)
      return number;
  return std::nullopt;
}

/// The double function's name of a C function or of an intrinsic whose operands are all of the result's type; empty: none such.
StringRef baseName(const CallBase &call) {
  const Function *const callee = call.getCalledFunction();
  if (callee == nullptr || call.arg_size() == 0 || laneCount(call.getType()) == 0)
    return {};
  StringRef name = callee->getName();
  const bool isIntrinsic = callee->isIntrinsic();
  if (isIntrinsic) {
    name.consume_front("llvm.");
    name.consume_front("experimental.constrained.");
    name = name.take_until([](char character) { return character == '.'; });
  } else if (!callee->isDeclaration()) {
    return {};
  } else if (call.getType()->isFloatTy()) {
    if (!name.consume_back("f"))
      return {};
  } else if (isExtended(call.getType()) && !name.consume_back("l")) {
    return {};
  }
  if (!isIntrinsic && (call.getType()->isVectorTy() || call.getType()->isAggregateType()))
    return {};
  return name;
}

bool takesItsOwnType(const CallBase &call, unsigned operands) {
  for (unsigned index = 0; index < operands; ++index)
    if (index >= call.arg_size() || call.getArgOperand(index)->getType() != call.getType())
      return false;
  return true;
}

} // namespace

void FunctionInstrumenter::libraryFunction(CallBase &call, StringRef name, unsigned number, unsigned operands) {
  place(call);
  const Shadows ofFirst = shadowsOf(call.getArgOperand(0)), ofSecond = operands == 2 ? shadowsOf(call.getArgOperand(1)) : Shadows();
  Shadows own;
  for (unsigned index = 0; index < ofFirst.size(); ++index) {
    Pending record;
    record.of = {&call, index};
    record.operandsOf = {{call.getArgOperand(0), index}};
    record.values = {wideLane(call.getArgOperand(0), index)};
    record.operands = {ofFirst[index]};
    record.result = wideLane(&call, index);
    Operands passed{builder.getInt32(number), flagged(call.getType()->getScalarType()->isDoubleTy() || isExtended(call.getType())), record.result};
    append(passed, record.values[0], ofFirst[index]);
    if (operands == 2) {
      record.operandsOf.push_back({call.getArgOperand(1), index});
      record.values.push_back(wideLane(call.getArgOperand(1), index));
      record.operands.push_back(ofSecond[index]);
      append(passed, record.values[1], ofSecond[index]);
    }
    record.shadow = shadowOf(operands == 2 ? "function2" : "function1", passed);
    if (isExtended(call.getType())) {
      own.push_back(restarted(record.shadow, unbounded));
      continue;
    }
    own.push_back(finishOperation(siteAt(call, name, Action::Function, call.getType()), record));
  }
  shadows[&call] = own;
}

/// The larger or smaller operand: a decision whose result has the error of what the exact values would have chosen.
void FunctionInstrumenter::extremum(CallBase &call, bool larger) {
  place(call);
  settleBefore({call.getArgOperand(0), call.getArgOperand(1)});
  const Shadows left = shadowsOf(call.getArgOperand(0)), right = shadowsOf(call.getArgOperand(1));
  Shadows own;
  for (unsigned index = 0; index < left.size(); ++index) {
    Value *const a = wideLane(call.getArgOperand(0), index), *const b = wideLane(call.getArgOperand(1), index);
    Operands operands;
    append(operands, a, left[index]);
    append(operands, b, right[index]);
    operands.append({wideLane(&call, index), flagged(larger)});
    const Shadow chosen = shadowOf("extremum", operands);
    own.push_back(precision.hasNumbers() ? restarted(chosen, 0) : settledOf(builder, chosen, chosen.back()));
  }
  shadows[&call] = own;
}

/// fabs and copysign: exact.
void FunctionInstrumenter::unaryExact(CallBase &call, bool absolute) {
  place(call);
  const Shadows ofOperand = shadowsOf(call.getArgOperand(0));
  Shadows own;
  for (unsigned index = 0; index < ofOperand.size(); ++index) {
    Value *const value = wideLane(call.getArgOperand(0), index);
    Operands operands;
    append(operands, value, ofOperand[index]);
    if (!absolute)
      operands.push_back(wideLane(&call, index));
    own.push_back(shadowOf(absolute ? "fabs" : "copysign", operands));
  }
  shadows[&call] = own;
}

bool FunctionInstrumenter::mathematics(CallBase &call) {
  const StringRef name = baseName(call);
  if (name.empty() || isa<InvokeInst>(call))
    return false;
  const auto isOne = [&](std::initializer_list<StringRef> names) { return is_contained(names, name); };
  if (name == "sqrt" && takesItsOwnType(call, 1))
    squareRoot(call, call.getArgOperand(0));
  else if (name == "fabs" && takesItsOwnType(call, 1))
    unaryExact(call, true);
  else if (name == "copysign" && takesItsOwnType(call, 2))
    unaryExact(call, false);
  else if (name == "fma" && takesItsOwnType(call, 3))
    fused(call);
  else if (isOne({"fmax", "maxnum", "maximum", "maximumnum"}) && takesItsOwnType(call, 2))
    extremum(call, true);
  else if (isOne({"fmin", "minnum", "minimum", "minimumnum"}) && takesItsOwnType(call, 2))
    extremum(call, false);
  else if (const auto number = numberOf(name); number && takesItsOwnType(call, libraryFunctions[*number].operands))
    libraryFunction(call, name, *number, libraryFunctions[*number].operands);
  else
    return false;
  return true;
}

/// A reduction with an order of its own: from the start value on, lane by lane.
void FunctionInstrumenter::reduction(CallBase &call, Action action) {
  place(call);
  Value *const vector = call.getArgOperand(1);
  const Shadows ofVector = shadowsOf(vector);
  Value *sum = call.getArgOperand(0);
  Shadow own = shadowsOf(sum)[0];
  for (unsigned index = 0; index < ofVector.size(); ++index) {
    Value *const term = lane(vector, index);
    Value *const next = action == Action::Add ? builder.CreateFAdd(sum, term) : builder.CreateFMul(sum, term);
    own = arithmeticLane(call, action, sum, own, term, ofVector[index], next, call.getType());
    sum = next;
  }
  shadows[&call] = {own};
}

bool FunctionInstrumenter::intrinsic(CallBase &call) {
  const Function *const callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isIntrinsic())
    return false;
  if (isa<FPMathOperator>(&call))
    call.setFastMathFlags({});
  switch (callee->getIntrinsicID()) {
  case Intrinsic::fmuladd:
    if (laneCount(call.getType()) == 0)
      return true;
    if (context.fusesMultiplyAdd)
      fused(call);
    else
      splitMultiplyAdd(call);
    return true;
  case Intrinsic::vector_reduce_fadd:
    reduction(call, Action::Add);
    return true;
  case Intrinsic::vector_reduce_fmul:
    reduction(call, Action::Multiply);
    return true;
  case Intrinsic::experimental_constrained_fadd:
    arithmetic(call, Action::Add, call.getArgOperand(0), call.getArgOperand(1));
    return true;
  case Intrinsic::experimental_constrained_fsub:
    arithmetic(call, Action::Subtract, call.getArgOperand(0), call.getArgOperand(1));
    return true;
  case Intrinsic::experimental_constrained_fmul:
    arithmetic(call, Action::Multiply, call.getArgOperand(0), call.getArgOperand(1));
    return true;
  case Intrinsic::experimental_constrained_fdiv:
    arithmetic(call, Action::Divide, call.getArgOperand(0), call.getArgOperand(1));
    return true;
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
    place(call);
    builder.CreateCall(context.copyCells,
                       {call.getArgOperand(0), call.getArgOperand(1), builder.CreateZExtOrTrunc(call.getArgOperand(2), builder.getInt64Ty())});
    return true;
  case Intrinsic::memset:
  case Intrinsic::memset_inline:
    place(call);
    builder.CreateCall(context.clearCells, {call.getArgOperand(0), builder.CreateZExtOrTrunc(call.getArgOperand(2), builder.getInt64Ty())});
    return true;
  default:
    break;
  }
  mathematics(call);
  return true; // of others the value restarts
}

} // namespace fporder::instrument
