// Arithmetic: operators, conversions, comparisons. Left-deep chains of any length are walked down and rebuilt upwards without recursion.
#include "analyzer/frontend/values/integer_types.h"
#include "analyzer/frontend/walk/evaluator.h"

#include "clang/AST/ExprCXX.h"

#include <limits>

namespace fporder::frontend {

using format::Format;
using order::booleanType;
using order::integerType;
using order::NodeId;
using order::Op;
using order::Shape;
using order::ValueType;

namespace {

bool isInteger(ValueType type) { return type.format == Format::Integer || type.format == Format::Boolean; }

/// Casts between numbers, which the spine walks through.
bool isNumericCast(const clang::CastExpr *cast) {
  switch (cast->getCastKind()) {
  case clang::CK_NoOp:
    return cast->getSubExpr()->isPRValue();
  case clang::CK_IntegralCast:
  case clang::CK_IntegralToBoolean:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingToBoolean:
  case clang::CK_BooleanToSignedIntegral:
  case clang::CK_FloatingCast:
  case clang::CK_FloatingRealToComplex:
  case clang::CK_FloatingComplexCast:
  case clang::CK_FloatingComplexToReal:
  case clang::CK_IntegralRealToComplex:
  case clang::CK_VectorSplat:
  case clang::CK_BitCast:
    return true;
  case clang::CK_LValueToRValueBitCast:
    return cast->getType()->isVectorType() && cast->getSubExpr()->getType()->isVectorType();
  default:
    return false;
  }
}

bool isArithmeticOperator(clang::BinaryOperatorKind kind) {
  return clang::BinaryOperator::isMultiplicativeOp(kind) || clang::BinaryOperator::isAdditiveOp(kind);
}

unsigned rank(Format format) {
  switch (format) {
  case Format::Boolean:
  case Format::Integer:
    return 0;
  case Format::Dependent:
    return 100;
  default:
    return 1 + static_cast<unsigned>(format);
  }
}

} // namespace

/// The type an operand takes in an operation of type `type`; for dependent operations what the operand itself says.
ValueType Evaluator::operandType(clang::QualType type, NodeId node) {
  const TypeInfo &info = types.info(type);
  if (info.isArithmetic() && !type->isDependentType())
    return info.computed;
  return graph[node].type;
}

NodeId Evaluator::number(const clang::Expr *expression) {
  const NodeId node = arithmetic(expression);
  const clang::QualType type = expression->getType();
  if (type.isNull() || type->isDependentType())
    return node;
  const TypeInfo &info = types.info(type);
  return info.hasExcessPrecision() && graph[node].type == info.computed ? convert(node, info.stored, expression) : node;
}

NodeId Evaluator::arithmetic(const clang::Expr *expression) {
  llvm::SmallVector<const clang::Expr *, 8> pending;
  const clang::Expr *current = expression;
  for (;;) {
    current = current->IgnoreParens();
    if (const auto *cleanups = llvm::dyn_cast<clang::FullExpr>(current)) {
      current = cleanups->getSubExpr();
      continue;
    }
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(current)) {
      if (operation->getOpcode() == clang::BO_Comma) {
        discard(operation->getLHS());
        current = operation->getRHS();
        continue;
      }
      const bool numbers = operation->isLogicalOp() || (types.info(operation->getLHS()->getType()).isArithmetic() && !operation->isPtrMemOp());
      if (!operation->isAssignmentOp() && numbers) {
        pending.push_back(operation);
        current = operation->getLHS();
        continue;
      }
    } else if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(current)) {
      const auto kind = unary->getOpcode();
      if ((kind == clang::UO_Plus || kind == clang::UO_Minus || kind == clang::UO_Not || kind == clang::UO_LNot || kind == clang::UO_Extension) &&
          types.info(unary->getSubExpr()->getType()).isArithmetic()) {
        pending.push_back(unary);
        current = unary->getSubExpr();
        continue;
      }
    } else if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(current)) {
      if (isNumericCast(cast) && types.info(cast->getSubExpr()->getType()).isArithmetic()) {
        pending.push_back(cast);
        current = cast->getSubExpr();
        continue;
      }
    }
    break;
  }
  NodeId node = leafNumber(current);
  while (!pending.empty()) {
    const clang::Expr *operation = pending.pop_back_val();
    if (const auto *binaryOperation = llvm::dyn_cast<clang::BinaryOperator>(operation))
      node = applyBinary(binaryOperation, node);
    else if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(operation))
      node = applyUnary(unary, node);
    else
      node = applyCast(llvm::cast<clang::CastExpr>(operation), node);
  }
  return node;
}

NodeId Evaluator::applyUnary(const clang::UnaryOperator *operation, NodeId operand) {
  switch (operation->getOpcode()) {
  case clang::UO_Minus: {
    const ValueType type = operandType(operation->getType(), operand);
    const NodeId operands[] = {convert(operand, type, operation->getSubExpr())};
    const bool integer = isInteger(type) || (type.format == Format::Dependent && isIntegerByEvidence(operation));
    return integer ? IntegerTypes(graph, unit.context).computedIn(emit(Op::Neg, operands, integerType, nullptr), operation->getType())
                   : emit(Op::Neg, operands, type, operation, operation->getOperatorLoc());
  }
  case clang::UO_LNot:
    return negation(truth(operand));
  case clang::UO_Not: {
    if (graph[operand].type.shape == Shape::Complex)
      return emit(Op::Call, {operand}, graph[operand].type, operation, operation->getOperatorLoc(), "conj");
    return IntegerTypes(graph, unit.context).computedIn(emit(Op::Call, {operand}, integerType, nullptr, {}, "~"), operation->getType());
  }
  default:
    return operand;
  }
}

/// As a condition: a comparison, or a comparison with zero.
NodeId Evaluator::truth(NodeId node) {
  const order::Node stored = graph[node];
  if (stored.type.format == Format::Boolean)
    return node;
  const NodeId operands[] = {node, graph.constant(order::Number::fromInteger(0), stored.type)};
  if (const auto folded = fold(Op::Compare, operands, booleanType, "!="))
    return *folded;
  order::NodeSpec compare;
  compare.op = Op::Compare;
  compare.type = booleanType;
  compare.operands = operands;
  compare.symbol = "!=";
  return graph.intern(compare);
}

NodeId Evaluator::logical(const clang::BinaryOperator *operation, NodeId left) {
  const bool isAnd = operation->getOpcode() == clang::BO_LAnd;
  left = truth(left);
  if (graph[left].op == Op::Constant) {
    const bool holds = !graph.number(left).isZero();
    return holds == isAnd ? truth(number(operation->getRHS())) : left;
  }
  NodeId right;
  const auto evaluateRight = [&] { right = condition(operation->getRHS()); };
  if (isAnd)
    branch(left, evaluateRight, nullptr);
  else
    branch(left, nullptr, evaluateRight);
  return graph.binary(isAnd ? Op::And : Op::Or, left, right, booleanType);
}

NodeId Evaluator::applyBinary(const clang::BinaryOperator *operation, NodeId left) {
  if (operation->isLogicalOp())
    return logical(operation, left);
  const clang::Expr *leftExpression = operation->getLHS(), *rightExpression = operation->getRHS();
  if (isArithmeticOperator(operation->getOpcode())) {
    const NodeId right = arithmetic(rightExpression);
    return binary(operation->getOpcode(), left, right, operation->getType(), operation, operation->getOperatorLoc());
  }
  // Comparisons and integer operations take their operands as they are stored.
  const TypeInfo &info = types.info(leftExpression->getType());
  if (info.hasExcessPrecision() && graph[left].type == info.computed)
    left = convert(left, info.stored, leftExpression);
  const NodeId right = number(rightExpression);
  const NodeId result = binary(operation->getOpcode(), left, right, operation->getType(), operation, operation->getOperatorLoc());
  streamed(operation);
  return result;
}

/// Remainders, masks and shifts of numbers that no type wraps around.
static std::optional<long long> foldedBits(clang::BinaryOperatorKind kind, long long left, long long right) {
  constexpr long long largest = std::numeric_limits<std::int32_t>::max();
  if (left < 0 || right < 0 || left > largest || right > largest)
    return std::nullopt;
  switch (kind) {
  case clang::BO_Rem:
    return right != 0 ? std::optional(left % right) : std::nullopt;
  case clang::BO_And:
    return left & right;
  case clang::BO_Or:
    return left | right;
  case clang::BO_Xor:
    return left ^ right;
  case clang::BO_Shr:
    return right < 31 ? std::optional(left >> right) : std::nullopt;
  case clang::BO_Shl:
    return right < 31 && left << right <= largest ? std::optional(left << right) : std::nullopt;
  default:
    return std::nullopt;
  }
}

NodeId Evaluator::integerOperation(clang::BinaryOperatorKind kind, NodeId left, NodeId right) {
  static const std::pair<clang::BinaryOperatorKind, Op> operations[] = {
      {clang::BO_Add, Op::Add}, {clang::BO_Sub, Op::Sub}, {clang::BO_Mul, Op::Mul}, {clang::BO_Div, Op::Div}};
  for (const auto &[opcode, op] : operations)
    if (opcode == kind)
      return order::integerOperation(graph, op, left, right);
  const std::optional<long long> first = wholeNumber(graph, left), second = wholeNumber(graph, right);
  if (const auto folded = first && second ? foldedBits(kind, *first, *second) : std::nullopt)
    return integer(*folded);
  const NodeId operands[] = {left, right};
  return graph.call(clang::BinaryOperator::getOpcodeStr(kind).str(), operands, integerType);
}

/// The result type of an operation whose type Clang does not know yet: the wider of its operands' formats.
static ValueType wider(ValueType left, ValueType right) {
  ValueType type = rank(left.format) >= rank(right.format) ? left : right;
  if (left.shape != Shape::Scalar)
    type.shape = left.shape;
  if (right.shape != Shape::Scalar)
    type.shape = right.shape;
  return type;
}

/// An operation on integers in `type`. Adding a constant that an unsigned type makes of a negative one is subtracting.
static NodeId integersIn(order::Graph &graph, const clang::ASTContext &context, clang::QualType type, clang::BinaryOperatorKind kind, NodeId left,
                         NodeId right, llvm::function_ref<NodeId(clang::BinaryOperatorKind, NodeId, NodeId)> operation) {
  const IntegerTypes types(graph, context);
  if (kind == clang::BO_Add || kind == clang::BO_Sub) {
    if (graph[left].op == Op::Constant && graph[right].op != Op::Constant && kind == clang::BO_Add)
      std::swap(left, right);
    if (const NodeId other = graph[left].op == Op::Constant ? NodeId{} : types.complement(right, type)) {
      right = other;
      kind = kind == clang::BO_Add ? clang::BO_Sub : clang::BO_Add;
    }
    if (graph[right].op == Op::Constant && types.isBoundary(left, type))
      return types.computedIn(graph.binary(kind == clang::BO_Add ? Op::Add : Op::Sub, left, right, integerType), type);
  }
  return types.computedIn(operation(kind, left, right), type);
}

/// The type of an operation. Where one operand is of open type, and the other a double, it is at least a double, whatever number that is. Constants
/// are written as doubles where any type is meant.
static ValueType computedType(const order::Graph &graph, NodeId left, NodeId right) {
  const ValueType both = wider(graph[left].type, graph[right].type);
  const auto isDouble = [&](NodeId operand) { return graph[operand].type.format == Format::Binary64 && graph[operand].op != Op::Constant; };
  return both.format == Format::Dependent && (isDouble(left) || isDouble(right)) ? ValueType{Format::Binary64, both.shape} : both;
}

NodeId Evaluator::binary(clang::BinaryOperatorKind kind, NodeId left, NodeId right, clang::QualType type, const clang::Expr *at,
                         clang::SourceLocation token) {
  const bool bothIntegers = isInteger(graph[left].type) && isInteger(graph[right].type);
  if (clang::BinaryOperator::isComparisonOp(kind)) {
    const ValueType common = wider(graph[left].type, graph[right].type);
    const NodeId operands[] = {convert(left, common, at), convert(right, common, at)};
    if (kind == clang::BO_Cmp)
      return emit(Op::Call, operands, integerType, nullptr, {}, "<=>");
    return emit(Op::Compare, operands, booleanType, at, token, clang::BinaryOperator::getOpcodeStr(kind));
  }
  const TypeInfo &info = types.info(type);
  const bool known = info.isArithmetic() && !type->isDependentType() && info.kind != TypeClass::Dependent;
  ValueType result = known ? info.computed : computedType(graph, left, right);
  if (!isArithmeticOperator(kind) || kind == clang::BO_Rem || (bothIntegers && isInteger(result)))
    return integersIn(graph, unit.context, type, kind, left, right,
                      [&](clang::BinaryOperatorKind of, NodeId a, NodeId b) { return integerOperation(of, a, b); });
  if (isInteger(result) && !bothIntegers)
    result = wider(graph[left].type, graph[right].type);
  if (result.format == Format::Dependent && isIntegerByEvidence(at))
    return integerOperation(kind, left, right);
  Op op = Op::Add;
  switch (kind) {
  case clang::BO_Sub:
    op = Op::Sub;
    break;
  case clang::BO_Mul:
    op = Op::Mul;
    break;
  case clang::BO_Div:
    op = Op::Div;
    break;
  default:
    break;
  }
  const NodeId operands[] = {convert(left, result, at), convert(right, result, at)};
  const NodeId node = emit(op, operands, result, at, token);
  if (result.format == Format::Dependent)
    noteOperation(node, at, left, right);
  if (known && info.hasExcessPrecision())
    procedure.excess.emplace(graph.value(node).index, info.stored.format);
  return node;
}

/// Vectors of integers (int8x16_t, __m128i) serve as containers of bits: they keep the numbers put into them until these are taken out again.
static bool keepsBits(ValueType held, ValueType target) {
  return target.shape == Shape::Lanes && format::isFloatingPoint(held.format) && (target.format == Format::Integer || target.format == held.format);
}

NodeId Evaluator::applyCast(const clang::CastExpr *cast, NodeId operand) {
  const clang::Expr *source = cast->getSubExpr();
  const TypeInfo &from = types.info(source->getType()), &to = types.info(cast->getType());
  const ValueType sourceComputed = from.computed, sourceStored = from.stored, target = to.stored;
  if (to.kind == TypeClass::Dependent && !cast->getType()->isDependentType()) // what Clang converts to stands for a type that was not found
    return operand;
  switch (cast->getCastKind()) {
  case clang::CK_NoOp:
    return operand;
  case clang::CK_IntegralToBoolean:
  case clang::CK_FloatingToBoolean:
    return truth(operand);
  case clang::CK_BitCast:
  case clang::CK_LValueToRValueBitCast:
    // Between vectors of one element type it changes nothing; otherwise the bits mean something else.
    if (sourceStored == target || keepsBits(graph[operand].type, target))
      return operand;
    return graph.call("bits", {&operand, 1}, target, place(cast));
  case clang::CK_FloatingComplexToReal:
    return emit(Op::Call, {operand}, target, cast, {}, "real");
  default:
    break;
  }
  if (!(sourceComputed == sourceStored) && graph[operand].type == sourceComputed)
    operand = convert(operand, sourceStored, source);
  if (cast->getCastKind() == clang::CK_IntegralCast)
    operand = IntegerTypes(graph, unit.context).converted(operand, source->getType(), cast->getType());
  if (graph[operand].type.format == Format::Dependent && target.format == Format::Dependent)
    return operand;
  return typed(cast, convert(operand, target, cast));
}

} // namespace fporder::frontend
