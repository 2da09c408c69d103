// Assignments, increments, and what pointers are made of.
#include "analyzer/frontend/values/integer_types.h"
#include "analyzer/frontend/walk/evaluator.h"

#include "clang/AST/ExprCXX.h"

namespace fporder::frontend {

using format::Format;
using order::booleanType;
using order::integerType;
using order::NodeId;
using order::Op;
using order::Shape;
using order::ValueType;

namespace {

/// What a pointer leads to that still is what it was when the function was entered.
bool isReachedOnEntry(const Root &root) { return root.kind == Root::Kind::Pointee && root.version == 0; }

} // namespace

LocationId Evaluator::assignment(const clang::BinaryOperator *operation) {
  const clang::Expr *left = operation->getLHS(), *right = operation->getRHS();
  if (const auto *swizzle = llvm::dyn_cast<clang::ExtVectorElementExpr>(left->IgnoreParens()); swizzle && swizzle->getNumElements() > 1)
    return assignLanes(swizzle, operation);
  const clang::QualType type = left->getType();
  if (types.info(type).isBuffer) {
    const Value handle = evaluateFor(spelling(left, ""), right);
    const LocationId target = location(left);
    keep(target, handle, operation->getOperatorLoc());
    return target;
  }
  if (types.info(type).kind == TypeClass::Record && !type->isDependentType()) {
    const Value value = evaluate(right);
    const LocationId target = location(left);
    if (value.isNumber() || !value.location) // of open type: the object is another one
      forget(target);
    else
      value.isRecord() ? copyObject(target, value.location, operation->getOperatorLoc()) : write(target, value);
    return target;
  }
  Value value = types.info(type).isArithmetic() ? Value::number(number(right)) : evaluate(right);
  const LocationId target = location(left);
  if (value.isNumber() && !type->isDependentType())
    value.node = convert(value.node, types.stored(type), right);
  write(target, value, operation->getOperatorLoc());
  storeToResult(left, value, operation);
  return target;
}

/// What is assigned to the result of a call that a template leaves open is stored where the callee says.
void Evaluator::storeToResult(const clang::Expr *left, const Value &value, const clang::BinaryOperator *operation) {
  const auto *site = llvm::dyn_cast<clang::CallExpr>(left->IgnoreParens());
  if (!site || !site->isTypeDependent() || site->isGLValue() || !value.isNumber() || !recording || !state.reachable)
    return;
  const clang::SourceLocation where = operation->getOperatorLoc();
  journal.add(order::Effect{order::Effect::Kind::Store, value.node, spelling(left, "the result of a call"),
                            places.of(where, clang::SourceRange(where, where)), state.path});
}

LocationId Evaluator::compoundAssignment(const clang::BinaryOperator *operation) {
  const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(operation);
  const clang::Expr *left = operation->getLHS();
  if (const auto *swizzle = llvm::dyn_cast<clang::ExtVectorElementExpr>(left->IgnoreParens()); swizzle && swizzle->getNumElements() > 1)
    return assignLanes(swizzle, operation);
  const clang::QualType type = left->getType();
  const auto kind = clang::BinaryOperator::getOpForCompoundAssignment(operation->getOpcode());
  if (types.info(type).kind == TypeClass::Pointer) {
    const LocationId target = location(left);
    NodeId count = number(operation->getRHS());
    if (kind == clang::BO_Sub)
      count = integerOperation(clang::BO_Sub, integer(0), count);
    write(target, advance(read(target, type), count), operation->getOperatorLoc());
    return target;
  }
  const NodeId right = arithmetic(operation->getRHS());
  const LocationId target = location(left);
  const Value held = memory.read(state.store, target, readType(type));
  NodeId before = typed(left, held.isNumber() ? held.node : readNumber(target, types.stored(type)));
  clang::QualType computation = compound ? compound->getComputationResultType() : clang::QualType();
  if (computation.isNull())
    computation = type;
  if (compound && !compound->getComputationLHSType().isNull() && !computation->isDependentType())
    before = IntegerTypes(graph, unit.context)
                 .converted(convert(before, types.computed(compound->getComputationLHSType()), left), type, compound->getComputationLHSType());
  NodeId after = binary(kind, before, right, computation, operation, operation->getOperatorLoc());
  if (!type->isDependentType())
    after = IntegerTypes(graph, unit.context).converted(convert(after, types.stored(type), operation), computation, type);
  write(target, Value::number(after), operation->getOperatorLoc());
  storeToResult(left, Value::number(after), operation);
  return target;
}

Value Evaluator::increment(const clang::UnaryOperator *operation, LocationId target) {
  const clang::QualType type = operation->getSubExpr()->getType();
  const Value before = read(target, type);
  const bool up = operation->isIncrementOp();
  Value after = before;
  if (before.isNumber()) {
    const ValueType stored = graph[before.node].type;
    const NodeId one = graph.constant(order::Number::fromInteger(1), format::isFloatingPoint(stored.format) ? types.computed(type) : integerType);
    after.node = binary(up ? clang::BO_Add : clang::BO_Sub, before.node, one, type, operation, operation->getOperatorLoc());
    after.node = convert(after.node, stored, operation);
  } else if (before.isPointer()) {
    after = advance(before, integer(up ? 1 : -1));
  }
  write(target, after, operation->getOperatorLoc());
  return operation->isPostfix() ? before : after;
}

/// That a pointer which the caller gives is not null, one value for each pointer; invalid for other pointers.
NodeId Evaluator::notNull(const Value &pointer) {
  if (!pointer.isPointer() || !pointer.location || !isReachedOnEntry(memory.root(pointer.location)))
    return {};
  const std::string symbol = order::notNullSymbol(memory.spell(memory.root(pointer.location).origin));
  return graph.intern({.op = Op::Input, .type = booleanType, .symbol = symbol, .version = memory.rootId(pointer.location).index});
}

Value Evaluator::pointerArithmetic(const clang::BinaryOperator *operation) {
  const clang::Expr *left = operation->getLHS(), *right = operation->getRHS();
  const auto pointsSomewhere = [&](const clang::Expr *operand) { return isPointer(types, operand); };
  if (operation->isComparisonOp()) {
    const Value first = evaluate(left), second = evaluate(right);
    const bool known = first.isPointer() && second.isPointer() && first.location && second.location;
    const Location a = known ? memory[first.location] : Location{}, b = known ? memory[second.location] : Location{};
    if (known && a.kind == Location::Kind::Index && b.kind == Location::Kind::Index && a.parent == b.parent)
      return Value::number(
          emit(Op::Compare, {a.index, b.index}, booleanType, nullptr, {}, clang::BinaryOperator::getOpcodeStr(operation->getOpcode())));
    if (operation->isEqualityOp() && first.isPointer() && second.isPointer() && (!first.location || !second.location))
      if (const NodeId test = notNull(first.location ? first : second))
        return Value::number(operation->getOpcode() == clang::BO_NE ? test : negation(test));
    // Where the caller's pointers point the caller decides.
    const auto fromCaller = [&](const Value &pointer) { return isReachedOnEntry(memory.root(pointer.location)); };
    const bool open = known && fromCaller(first) && fromCaller(second);
    return Value::number(open ? fromOutside("condition", booleanType, operation) : fresh("condition", booleanType, operation));
  }
  if (pointsSomewhere(left) && pointsSomewhere(right)) {
    const Value last = evaluate(left), first = evaluate(right);
    return Value::number(distance(first, last));
  }
  const Value pointer = evaluate(pointsSomewhere(left) ? left : right);
  NodeId count = number(pointsSomewhere(left) ? right : left);
  if (operation->getOpcode() == clang::BO_Sub)
    count = integerOperation(clang::BO_Sub, integer(0), count);
  const clang::Expr *array = (pointsSomewhere(left) ? left : right)->IgnoreParens();
  if (const auto *decay = llvm::dyn_cast<clang::CastExpr>(array); decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay)
    noteExtent(decay->getSubExpr(), count);
  return advance(pointer, count);
}

Value Evaluator::pointerCast(const clang::CastExpr *cast) {
  const clang::Expr *source = cast->getSubExpr();
  switch (cast->getCastKind()) {
  case clang::CK_ArrayToPointerDecay:
    return Value::pointer(element(location(source), 0));
  case clang::CK_FunctionToPointerDecay:
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(source->IgnoreParens()))
      if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()))
        return Value::toFunction(function);
    return evaluate(source);
  case clang::CK_NullToPointer:
    return Value::pointer({});
  case clang::CK_LValueToRValue:
    return read(location(source), cast->getType());
  default:
    break;
  }
  const Value value = source->isGLValue() && !source->getType()->isDependentType() ? read(location(source), source->getType()) : evaluate(source);
  if (value.isPointer() && value.location && (cast->getCastKind() == clang::CK_BitCast || cast->getCastKind() == clang::CK_Dependent))
    return Value::pointer(views.as(value.location, source->getType()->getPointeeType(), cast->getType()->getPointeeType(), frame->key));
  if (value.isNumber())
    if (const LocationId found = views.at(value.node, cast->getType()->getPointeeType(), frame->key))
      return Value::pointer(found);
  if (value.isPointer() || value.kind == Value::Kind::Function)
    return value;
  return unknown(cast->getType(), "pointer", cast);
}

} // namespace fporder::frontend
