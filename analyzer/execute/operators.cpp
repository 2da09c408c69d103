#include "analyzer/execute/arithmetic.h"
#include "analyzer/execute/floating_rules.h"
#include "analyzer/execute/interpreter.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::execute {

using format::Format;

bool Interpreter::asWritten(const clang::BinaryOperator *operation) {
  const std::string why = whyNotAsWritten(context, operation);
  return why.empty() || fail(why);
}

Interpreter::Result Interpreter::compute(const clang::BinaryOperator *at, clang::BinaryOperatorKind kind, const Value &left, const Value &right,
                                         Format format) {
  if (left.kind == Value::Kind::Integer && right.kind == Value::Kind::Integer) {
    const Result result = integerOperation(kind, left, right);
    return result ? result : refuse("an operation on integers is undefined");
  }
  if (left.kind != Value::Kind::Floating || right.kind != Value::Kind::Floating)
    return refuse("an operator has operands that are not numbers");
  if (!asWritten(at) || !spendFloating())
    return std::nullopt;
  const Result result = floatingOperation(kind, left, right, format);
  return result ? result : refuse("an operator has operands that are not integers");
}

Interpreter::Result Interpreter::evaluateInExcess(const clang::Expr *expression) {
  const Nested nested(*this);
  if (!spend())
    return std::nullopt;
  const clang::Expr *inner = expression->IgnoreParens();
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(inner);
      operation && !operation->isCompoundAssignmentOp() && (operation->isAdditiveOp() || operation->isMultiplicativeOp())) {
    const Result left = evaluateInExcess(operation->getLHS()), right = left ? evaluateInExcess(operation->getRHS()) : std::nullopt;
    if (!right)
      return std::nullopt;
    const Result result = compute(operation, operation->getOpcode(), *left, *right, Format::Binary32);
    if (result)
      record(inner, *result);
    return result;
  }
  if (const auto *sign = llvm::dyn_cast<clang::UnaryOperator>(inner);
      sign && (sign->getOpcode() == clang::UO_Minus || sign->getOpcode() == clang::UO_Plus)) {
    const Result value = evaluateInExcess(sign->getSubExpr());
    if (!value || sign->getOpcode() == clang::UO_Plus)
      return value;
    return Value::floating(-value->number, value->format);
  }
  const Result value = evaluate(inner);
  if (!value || value->kind != Value::Kind::Floating)
    return refuse("an operator has operands that are not numbers");
  return Value::floating(value->number, Format::Binary32);
}

Interpreter::Result Interpreter::binary(const clang::BinaryOperator *operation) {
  if (operation->isAssignmentOp())
    return assign(operation);
  if (operation->isLogicalOp())
    return logical(operation);
  if (operation->getOpcode() == clang::BO_Comma) {
    if (execute(operation->getLHS()) != Flow::Next)
      return std::nullopt;
    return evaluate(operation->getRHS());
  }
  const clang::QualType type = operation->getType();
  if ((operation->isAdditiveOp() || operation->isMultiplicativeOp()) && hasExcessPrecision(context, type)) {
    const Result wide = evaluateInExcess(operation);
    return wide ? Result(floatingToFloating(*wide, formatOf(context, type))) : std::nullopt;
  }
  const Result left = evaluate(operation->getLHS()), right = left ? evaluate(operation->getRHS()) : std::nullopt;
  if (!right)
    return std::nullopt;
  if (operation->isComparisonOp())
    return compare(operation, *left, *right);
  if (left->kind == Value::Kind::Pointer || right->kind == Value::Kind::Pointer)
    return pointerOperation(operation, *left, *right);
  return compute(operation, operation->getOpcode(), *left, *right, formatOf(context, type));
}

Interpreter::Result Interpreter::logical(const clang::BinaryOperator *operation) {
  const std::optional<bool> left = condition(operation->getLHS());
  if (!left)
    return std::nullopt;
  std::optional<bool> result = left;
  if (*left == (operation->getOpcode() == clang::BO_LAnd))
    result = condition(operation->getRHS());
  return result ? converted(Value::integer(*result, 8, false), operation->getType()) : std::nullopt;
}

Interpreter::Result Interpreter::compare(const clang::BinaryOperator *operation, const Value &left, const Value &right) {
  std::optional<bool> result;
  if (left.kind == Value::Kind::Pointer && right.kind == Value::Kind::Pointer) {
    const bool one = left.address.object == right.address.object;
    if (operation->isEqualityOp())
      result = (left.address == right.address) == (operation->getOpcode() == clang::BO_EQ);
    else if (one)
      result = comparison(operation->getOpcode(), Value::integer(static_cast<std::uint64_t>(left.address.cell), 64, true),
                          Value::integer(static_cast<std::uint64_t>(right.address.cell), 64, true));
  } else {
    result = comparison(operation->getOpcode(), left, right);
  }
  if (!result)
    return refuse("a comparison is undefined");
  return converted(Value::integer(*result, 8, false), operation->getType());
}

Interpreter::Result Interpreter::moved(const Value &pointer, __int128 by, clang::QualType pointee) {
  const std::optional<std::int64_t> each = memory.layouts.cells(pointee);
  constexpr __int128 furthest = std::int64_t{1} << 40;
  if (!each || by > furthest || by < -furthest)
    return refuse("a pointer is moved where no object lies");
  if (pointer.address.object == Address::null)
    return by == 0 ? Result(pointer) : refuse("a null pointer is moved");
  return Value::pointer({pointer.address.object, pointer.address.cell + static_cast<std::int64_t>(by) * *each});
}

Interpreter::Result Interpreter::pointerOperation(const clang::BinaryOperator *operation, const Value &left, const Value &right) {
  const bool sum = operation->getOpcode() == clang::BO_Add, difference = operation->getOpcode() == clang::BO_Sub;
  if (left.kind == Value::Kind::Pointer && right.kind == Value::Kind::Integer && (sum || difference))
    return moved(left, sum ? right.wide() : -right.wide(), operation->getLHS()->getType()->getPointeeType());
  if (right.kind == Value::Kind::Pointer && left.kind == Value::Kind::Integer && sum)
    return moved(right, left.wide(), operation->getRHS()->getType()->getPointeeType());
  if (left.kind == right.kind && difference && left.address.object == right.address.object) {
    const std::optional<std::int64_t> each = memory.layouts.cells(operation->getLHS()->getType()->getPointeeType());
    if (each && *each > 0)
      return converted(Value::integer(static_cast<std::uint64_t>((left.address.cell - right.address.cell) / *each), 64, true), operation->getType());
  }
  return refuse("an operation on pointers is undefined");
}

Interpreter::Result Interpreter::unary(const clang::UnaryOperator *operation) {
  switch (operation->getOpcode()) {
  case clang::UO_PostInc:
  case clang::UO_PostDec:
  case clang::UO_PreInc:
  case clang::UO_PreDec:
    return step(operation);
  case clang::UO_AddrOf: {
    if (operation->getSubExpr()->getType()->isFunctionType() || operation->getType()->isMemberPointerType())
      return refuse("it takes a function's or a member's address");
    const Location at = locate(operation->getSubExpr());
    return at ? Result(Value::pointer(*at)) : std::nullopt;
  }
  case clang::UO_Extension:
    return evaluate(operation->getSubExpr());
  case clang::UO_LNot: {
    const std::optional<bool> truth = condition(operation->getSubExpr());
    return truth ? converted(Value::integer(!*truth, 8, false), operation->getType()) : std::nullopt;
  }
  case clang::UO_Plus:
  case clang::UO_Minus:
  case clang::UO_Not: {
    const Result value = evaluate(operation->getSubExpr());
    if (!value || operation->getOpcode() == clang::UO_Plus)
      return value;
    if (value->kind == Value::Kind::Floating && operation->getOpcode() == clang::UO_Minus)
      return Value::floating(-value->number, value->format);
    if (value->kind != Value::Kind::Integer)
      return refuse("an operator has operands that are not numbers");
    if (operation->getOpcode() == clang::UO_Not)
      return Value::integer(~value->bits, value->width, value->isSigned);
    const Result negated = integerOperation(clang::BO_Sub, Value::integer(0, value->width, value->isSigned), *value);
    return negated ? negated : refuse("an operation on integers is undefined");
  }
  default:
    return refuse("it has an operator that is not executed");
  }
}

Interpreter::Result Interpreter::step(const clang::UnaryOperator *operation) {
  const Location at = locate(operation->getSubExpr());
  const Result before = at ? loadAt(*at) : std::nullopt;
  if (!before)
    return std::nullopt;
  const int by = operation->isIncrementOp() ? 1 : -1;
  const clang::QualType type = operation->getSubExpr()->getType();
  Result after;
  if (before->kind == Value::Kind::Pointer)
    after = moved(*before, by, type->getPointeeType());
  else if (before->kind == Value::Kind::Floating)
    after = spendFloating() ? floatingOperation(clang::BO_Add, *before, Value::floating(by, before->format), before->format) : std::nullopt;
  else if (before->width < 32) // computed as an int, which holds it
    after = Value::integer(before->bits + static_cast<std::uint64_t>(by), before->width, before->isSigned);
  else
    after = integerOperation(clang::BO_Add, *before, Value::integer(static_cast<std::uint64_t>(by), before->width, before->isSigned));
  if (!after)
    return refuse("an operation on integers is undefined");
  if (!storeAt(*at, *after))
    return std::nullopt;
  if (operation->isGLValue()) // ++x in C++: what it names
    return Value::pointer(*at);
  return operation->isPostfix() ? before : after;
}

Interpreter::Result Interpreter::assign(const clang::BinaryOperator *assignment) {
  const clang::QualType type = assignment->getLHS()->getType();
  if (type->isRecordType()) {
    const Location at = locate(assignment->getLHS());
    return at && initialise(assignment->getRHS(), type, *at) ? Result(Value::pointer(*at)) : std::nullopt;
  }
  std::vector<Address> read;
  std::vector<Address> *const outer = std::exchange(loads, &read);
  const Result value = evaluate(assignment->getRHS()); // first, as C++17 says; C leaves it open
  loads = outer;
  if (outer)
    llvm::append_range(*outer, read);
  const Location at = value ? locate(assignment->getLHS()) : Location{};
  if (!at || !storeAt(*at, *value))
    return std::nullopt;
  if (!llvm::is_contained(read, *at))
    setAnew(*at);
  recordAssigned(assignment, *at, *value);
  return assignment->isGLValue() ? Value::pointer(*at) : *value;
}

Interpreter::Result Interpreter::assignCompound(const clang::CompoundAssignOperator *assignment) {
  const clang::Expr *left = assignment->getLHS();
  const clang::BinaryOperatorKind kind = clang::BinaryOperator::getOpForCompoundAssignment(assignment->getOpcode());
  const bool excess = hasExcessPrecision(context, assignment->getComputationResultType());
  const Result right = excess && hasExcessPrecision(context, assignment->getRHS()->getType()) ? evaluateInExcess(assignment->getRHS())
                                                                                              : evaluate(assignment->getRHS());
  const Location at = right ? locate(left) : Location{};
  const Result before = at ? loadAt(*at) : std::nullopt;
  if (!before)
    return std::nullopt;
  Result result;
  if (before->kind == Value::Kind::Pointer) {
    if (right->kind != Value::Kind::Integer || (kind != clang::BO_Add && kind != clang::BO_Sub))
      return refuse("an operation on pointers is undefined");
    result = moved(*before, kind == clang::BO_Add ? right->wide() : -right->wide(), left->getType()->getPointeeType());
  } else {
    const Result operand = converted(*before, assignment->getComputationLHSType());
    const Format format = excess ? Format::Binary32 : formatOf(context, assignment->getComputationResultType());
    result = operand ? compute(assignment, kind, *operand, *right, format) : std::nullopt;
    if (result)
      record(assignment, *result);
    result = result ? converted(*result, left->getType()) : std::nullopt;
  }
  if (!result || !storeAt(*at, *result))
    return std::nullopt;
  if (assignment->getComputationResultType() != left->getType() || excess)
    record(assignment, *result);
  recordAssigned(assignment, *at, *result);
  return assignment->isGLValue() ? Value::pointer(*at) : *result;
}

} // namespace fporder::execute
