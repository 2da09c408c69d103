// Expressions that are not arithmetic operators: reads, assignments, conditionals, pointers, literals.
#include "analyzer/frontend/calls/candidates.h"
#include "analyzer/frontend/guesses/guessed_numbers.h"
#include "analyzer/frontend/guesses/integer_names.h"
#include "analyzer/frontend/library/call_models.h"
#include "analyzer/frontend/syntax/lost_statements.h"
#include "analyzer/frontend/types/matrices.h"
#include "analyzer/frontend/types/type_evidence.h"
#include "analyzer/frontend/walk/evaluator.h"

#include "runtime/order/bit_cast.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

namespace fporder::frontend {

using format::Format;
using order::booleanType;
using order::integerType;
using order::NodeId;
using order::Op;
using order::Shape;
using order::ValueType;

namespace {

/// Wrappers that compute nothing.
const clang::Expr *unwrap(const clang::Expr *expression) {
  for (;;) {
    const clang::Expr *inner = expression->IgnoreParens();
    if (const auto *full = llvm::dyn_cast<clang::FullExpr>(inner))
      inner = full->getSubExpr();
    else if (const auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    else if (const auto *parameter = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(inner))
      inner = parameter->getReplacement();
    else if (const auto *rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(inner))
      inner = rewritten->getSemanticForm();
    else if (const auto *initializer = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(inner))
      inner = initializer->getSubExpr();
    if (inner == expression)
      return expression;
    expression = inner;
  }
}

} // namespace

Value Evaluator::evaluate(const clang::Expr *expression) {
  expression = unwrap(expression);
  const clang::QualType type = expression->getType();
  if (type.isNull() || type->isVoidType())
    return type.isNull() ? untyped(expression) : prvalue(expression);
  if (types.info(type).isArithmetic() && !type->isDependentType())
    return Value::number(number(expression));
  if (expression->isGLValue() && !type->isDependentType()) {
    if (type->isFunctionType())
      if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenCasts()))
        if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()))
          return Value::toFunction(function);
    return read(location(expression), type);
  }
  Value value = prvalue(expression);
  if (value.isNumber())
    value.node = typed(expression, value.node);
  return value;
}

/// Lists in dependent code have no type: what stands in them is evaluated, the last one is the value.
Value Evaluator::untyped(const clang::Expr *expression) {
  Value last = Value::none();
  for (const clang::Stmt *child : expression->children())
    if (const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child))
      last = evaluate(operand);
  return last;
}

void Evaluator::discard(const clang::Expr *expression) {
  expression = unwrap(expression);
  if (expression->getType().isNull()) {
    untyped(expression);
    return;
  }
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression); cast && cast->getCastKind() == clang::CK_ToVoid)
    return discard(cast->getSubExpr());
  if (!llvm::isa<clang::ParenListExpr>(expression) && expression->isGLValue() && !expression->getType()->isDependentType())
    location(expression);
  else
    evaluate(expression);
}

NodeId Evaluator::condition(const clang::Expr *expression) {
  const clang::Expr *inner = unwrap(expression);
  if (types.info(inner->getType()).isArithmetic())
    return truth(number(inner));
  const Value value = evaluate(inner);
  if (value.isNumber())
    return truth(value.node);
  if (const NodeId test = notNull(value))
    return test;
  return fresh("condition", booleanType, expression);
}

namespace {

/// What the operators of a dependent class compute with, as far as its template arguments tell: vec<L, int> holds integers.
ValueType elementType(Types &types, clang::QualType type) {
  if (const auto *specialization = type->getAs<clang::TemplateSpecializationType>())
    for (const clang::TemplateArgument &argument : specialization->template_arguments())
      if (argument.getKind() == clang::TemplateArgument::Type && !argument.getAsType()->isDependentType() &&
          types.info(argument.getAsType()).isArithmetic() && !format::isFloatingPoint(types.info(argument.getAsType()).stored.format))
        return {Format::Integer};
  return {Format::Dependent};
}

} // namespace

/// A number that no arithmetic operator makes.
NodeId Evaluator::leafNumber(const clang::Expr *expression) {
  expression = unwrap(expression);
  const clang::QualType type = expression->getType();
  const ValueType stored = types.info(type).stored;
  if (const auto *literal = llvm::dyn_cast<clang::FloatingLiteral>(expression))
    return constantOf(clang::APValue(literal->getValue()), type) ? constantOf(clang::APValue(literal->getValue()), type)
                                                                 : constant(literal->getValueAsApproximateDouble(), stored);
  if (const auto *literal = llvm::dyn_cast<clang::IntegerLiteral>(expression)) {
    if (const std::string name = guessedNumber(unit.options, literal); !name.empty())
      return graph.input(name, stored);
    return graph.constant(*order::Number::parse(llvm::toString(literal->getValue(), 10, false)), stored);
  }
  if (const auto *literal = llvm::dyn_cast<clang::CharacterLiteral>(expression))
    return integer(literal->getValue());
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    if (const auto *enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(reference->getDecl()))
      return holdsGuessedNumber(unit.options, reference)
                 ? graph.input(enumerator->getName(), integerType)
                 : graph.constant(*order::Number::parse(llvm::toString(enumerator->getInitVal(), 10)), integerType);
  if (const auto *literal = llvm::dyn_cast<clang::CXXBoolLiteralExpr>(expression))
    return graph.constant(order::Number::fromInteger(literal->getValue()), booleanType);
  if (expression->isGLValue() || llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr>(expression)) {
    const LocationId where = location(expression);
    const Value value = memory.read(state.store, where, readType(type));
    if (value.isRecord() && type->isDependentType()) // an object that operators take for a number: one value as long as nothing changes it
      return typed(expression, readNumber(value.location, elementType(types, type)));
    return value.isNumber() ? readAs(expression, typed(expression, value.node))
                            : typed(expression, fresh(spelling(expression, "value"), stored, expression));
  }
  const Value value = prvalue(expression);
  if (value.isNumber())
    return typed(expression, value.node);
  if (value.isRecord() && type->isDependentType() && types.info(type).kind == TypeClass::Record)
    return typed(expression, readNumber(value.location, elementType(types, type)));
  if (value.isRecord() || value.isPointer()) {
    const Value inner = value.isRecord() ? memory.read(state.store, value.location, readType(type)) : Value::none();
    if (inner.isNumber())
      return typed(expression, inner.node);
  }
  const ValueType scalar = stored.format == Format::Unknown ? ValueType{Format::Unknown, Shape::Scalar} : stored;
  return typed(expression, fresh(spelling(expression, "value"), scalar, expression));
}

Value Evaluator::conditional(const clang::AbstractConditionalOperator *expression, bool asLocation) {
  if (const auto *binaryConditional = llvm::dyn_cast<clang::BinaryConditionalOperator>(expression))
    opaqueValues[binaryConditional->getOpaqueValue()] = evaluate(binaryConditional->getCommon());
  const NodeId test = condition(expression->getCond());
  Value first, second;
  const auto side = [&](const clang::Expr *operand) {
    if (asLocation)
      return Value::pointer(location(operand));
    if (types.info(expression->getType()).isArithmetic())
      return Value::number(number(operand));
    return evaluate(operand);
  };
  bool ranFirst = false, ranSecond = false;
  branch(
      test, [&] { first = side(expression->getTrueExpr()), ranFirst = true; }, [&] { second = side(expression->getFalseExpr()), ranSecond = true; });
  if (!ranSecond || first == second)
    return first;
  if (!ranFirst)
    return second;
  if (first.isNumber() && second.isNumber()) {
    NodeId left = first.node, right = second.node;
    if (graph[left].type != graph[right].type && types.info(expression->getType()).isArithmetic() && !expression->getType()->isDependentType()) {
      left = convert(left, types.stored(expression->getType()), expression->getTrueExpr());
      right = convert(right, types.stored(expression->getType()), expression->getFalseExpr());
    }
    if (graph.sameValue(left, right) && graph[left].version == graph[right].version) // integers of one type
      return Value::number(left);
    order::NodeSpec select;
    select.op = Op::Select;
    select.type = graph[left].type;
    const NodeId operands[] = {test, left, right};
    select.operands = operands;
    select.place = place(expression, expression->getExprLoc());
    return Value::number(graph.intern(select));
  }
  // One of two objects: read lazily through a temporary that holds either.
  const LocationId either = temporary("either");
  branch(
      test, [&] { first.isRecord() ? copyObject(either, first.location) : memory.assign(state.store, either, first); },
      [&] { second.isRecord() ? copyObject(either, second.location) : memory.assign(state.store, either, second); });
  if (first.isRecord())
    return Value::record(either);
  ReadType type;
  type.kind = asLocation ? ReadType::Kind::Reference : ReadType::Kind::Pointer;
  return memory.read(state.store, either, type);
}

Value Evaluator::castValue(const clang::CastExpr *cast) {
  const clang::QualType type = cast->getType();
  if (cast->getCastKind() == clang::CK_ToVoid) {
    discard(cast->getSubExpr());
    return Value::none();
  }
  const TypeInfo &info = types.info(type);
  if (info.isArithmetic() && (cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_NoOp)) {
    // Of a choice between two objects only the value is asked for.
    if (const auto *choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(cast->getSubExpr()->IgnoreParens()))
      return conditional(choice, false);
    if (const auto *swizzle = llvm::dyn_cast<clang::ExtVectorElementExpr>(cast->getSubExpr()->IgnoreParens()))
      return Value::number(swizzled(swizzle));
    const LocationId where = location(cast->getSubExpr());
    const Value value = memory.read(state.store, where, readType(type));
    return value.isNumber() ? Value::number(readAs(cast->getSubExpr(), punned(cast->getSubExpr(), where, value.node))) : value;
  }
  if (info.kind == TypeClass::Pointer && type->isDependentType() && !info.isBuffer)
    return pointerCast(cast);
  if (info.isArithmetic() || type->isDependentType()) {
    if (type->isDependentType() || types.info(cast->getSubExpr()->getType()).isArithmetic())
      return Value::number(applyCast(cast, arithmetic(cast->getSubExpr())));
    const Value value = evaluate(cast->getSubExpr());
    if (value.isNumber())
      return Value::number(convert(value.node, info.stored, cast));
    if (const NodeId test = cast->getCastKind() == clang::CK_PointerToBoolean ? notNull(value) : NodeId{})
      return Value::number(test);
    if (value.isPointer() && value.location && cast->getCastKind() == clang::CK_PointerToIntegral)
      return Value::number(views.address(value.location, cast->getSubExpr()->getType()->getPointeeType(), frame->key,
                                         [&] { return fromOutside("address", integerType, cast); }));
    return unknown(type, spelling(cast, "value"), cast);
  }
  if (info.kind == TypeClass::Pointer)
    return pointerCast(cast);
  return cast->getSubExpr()->isGLValue() ? Value::record(location(cast->getSubExpr())) : evaluate(cast->getSubExpr());
}

/// A function of both, whose order stays.
NodeId Evaluator::matrixProduct(const clang::Expr *expression, const clang::Expr *left, const clang::Expr *right) {
  const NodeId first = number(left), second = number(right);
  return emit(Op::Call, {first, second}, graph[first].type, expression, expression->getExprLoc(), "operator*");
}

Value Evaluator::binaryValue(const clang::BinaryOperator *operation) {
  const clang::QualType type = operation->getType();
  if (operation->getOpcode() == clang::BO_Comma) {
    discard(operation->getLHS());
    return evaluate(operation->getRHS());
  }
  if (operation->isAssignmentOp()) {
    const LocationId target = operation->isCompoundAssignmentOp() ? compoundAssignment(operation) : assignment(operation);
    return read(target, operation->getLHS()->getType());
  }
  if (const auto value = modelledOperator(*this, operation))
    return *value;
  if (type->isDependentType() ? isPointer(types, operation) : !types.info(operation->getLHS()->getType()).isArithmetic())
    return pointerArithmetic(operation);
  if (operation->getOpcode() == clang::BO_Mul && type->isDependentType() && isMatrixProduct(operation->getLHS(), operation->getRHS()))
    return Value::number(matrixProduct(operation, operation->getLHS(), operation->getRHS()));
  return Value::number(applyBinary(operation, arithmetic(operation->getLHS())));
}

Value Evaluator::unaryValue(const clang::UnaryOperator *unary) {
  const clang::QualType type = unary->getType();
  if (unary->isIncrementDecrementOp())
    return increment(unary, location(unary->getSubExpr()));
  if (unary->getOpcode() == clang::UO_AddrOf) {
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(unary->getSubExpr()->IgnoreParens()))
      if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()))
        return Value::toFunction(function);
    return Value::pointer(location(unary->getSubExpr()));
  }
  if (unary->getOpcode() == clang::UO_Deref)
    return read(location(unary), type);
  if (unary->getOpcode() == clang::UO_LNot)
    return Value::number(negation(condition(unary->getSubExpr())));
  if (unary->getOpcode() == clang::UO_Real || unary->getOpcode() == clang::UO_Imag) {
    const NodeId operand = number(unary->getSubExpr());
    return Value::number(
        emit(Op::Call, {operand}, types.stored(type), unary, unary->getOperatorLoc(), unary->getOpcode() == clang::UO_Real ? "real" : "imag"));
  }
  return Value::number(applyUnary(unary, arithmetic(unary->getSubExpr())));
}

/// Pointers to objects that an expression names, makes or ends: this, nullptr, new, delete; nothing for other kinds.
std::optional<Value> Evaluator::objectValue(const clang::Expr *expression) {
  if (llvm::isa<clang::CXXThisExpr>(expression)) {
    if (initialisedObject)
      return Value::pointer(initialisedObject);
    return Value::pointer(frame->self ? frame->self : temporary("this"));
  }
  if (llvm::isa<clang::CXXNullPtrLiteralExpr, clang::GNUNullExpr>(expression))
    return Value::pointer({});
  if (const auto *allocation = llvm::dyn_cast<clang::CXXNewExpr>(expression)) {
    const bool isPlaced = llvm::any_of(allocation->placement_arguments(), [&](const clang::Expr *argument) {
      return argument->isTypeDependent() || types.info(argument->getType()).kind == TypeClass::Pointer;
    });
    Root root;
    root.kind = Root::Kind::Allocation;
    root.name = "memory";
    // In the memory that is given, wherever that is.
    const LocationId first = isPlaced ? target(Value::none()) : element(memory.newRoot(std::move(root)), 0);
    if (allocation->getNumPlacementArgs() > 0) {
      Call placement;
      placement.expression = allocation;
      placement.callee = allocation->getOperatorNew();
      const llvm::SmallVector<const clang::Expr *, 2> arguments(allocation->placement_arguments());
      placement.arguments = arguments;
      Given given;
      giveParts(arguments, placement, given);
      runUnseen(given, allocation);
    }
    const clang::Expr *initializer = allocation->getInitializer();
    if (const auto parts = initializer ? partsOf(initializer) : std::nullopt; parts && allocation->getAllocatedType()->isDependentType()) {
      Call construction;
      construction.expression = initializer;
      construction.type = allocation->getAllocatedType();
      construction.arguments = *parts;
      buildUnseen(first, construction, false);
    } else if (!allocation->isArray() && initializer)
      initialise(first, allocation->getAllocatedType(), allocation->getInitializer());
    return Value::pointer(first);
  }
  if (const auto *deletion = llvm::dyn_cast<clang::CXXDeleteExpr>(expression)) {
    evaluate(deletion->getArgument());
    return Value::none();
  }
  return std::nullopt;
}

/// GNU's ({ ... }), whose last statement is its value.
Value Evaluator::statementValue(const clang::StmtExpr *statement) {
  const clang::Expr *last = nullptr;
  for (const clang::Stmt *child : statement->getSubStmt()->body()) {
    last = llvm::dyn_cast<clang::Expr>(child);
    if (child != statement->getSubStmt()->body_back() || !last)
      execute(child);
  }
  return last ? evaluate(last) : Value::none();
}

/// Numbers written out of parts: lists, literals of vectors, T(x) in templates; nothing for other kinds.
/// Evaluates an expression, or all that a list in braces without a type of its own consists of.
static void discardParts(Evaluator &evaluator, const clang::Expr *expression) {
  const auto *list = llvm::dyn_cast<clang::InitListExpr>(expression);
  if (!list)
    return evaluator.discard(expression);
  for (const clang::Expr *part : list->inits())
    discardParts(evaluator, part);
}

std::optional<Value> Evaluator::builtValue(const clang::Expr *expression) {
  const clang::QualType type = expression->getType();
  if (const auto *swizzle = llvm::dyn_cast<clang::ExtVectorElementExpr>(expression))
    return Value::number(swizzled(swizzle));
  if (const auto *query = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expression); query && query->getKind() == clang::UETT_SizeOf)
    if (const clang::QualType measured = query->getTypeOfArgument(); measured->isDependentType() && !llvm::isa<clang::BuiltinType>(measured))
      return Value::number(views.sizeOf(measured, frame->key));
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(expression); list && type->isVectorType())
    return Value::number(vectorLiteral(list));
  if (const auto *literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(expression); literal && types.info(type).isArithmetic())
    return evaluate(literal->getInitializer());
  if (const auto *bits = llvm::dyn_cast<clang::AsTypeExpr>(expression))
    return Value::number(order::bitCast(graph, number(bits->getSrcExpr()), types.stored(type), place(bits)));
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(expression);
      list && types.info(type).isArithmetic() && types.info(type).stored.shape == Shape::Scalar)
    return list->getNumInits() == 1 ? evaluate(list->getInit(0)) : Value::number(graph.constant(order::Number::fromInteger(0), types.stored(type)));
  if (llvm::isa<clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr>(expression) && types.info(type).isArithmetic())
    return Value::number(graph.constant(order::Number::fromInteger(0), types.stored(type)));
  if (const auto *constructed = llvm::dyn_cast<clang::CXXUnresolvedConstructExpr>(expression)) {
    if (isBuiltOpen(type, constructed)) {
      const LocationId built = temporary("object");
      buildOpen(built, type, constructed);
      return types.info(type).kind == TypeClass::Record ? Value::record(built) : unknown(type, spelling(expression, "value"), expression);
    }
    const auto parts = partsOf(constructed).value_or(llvm::SmallVector<const clang::Expr *, 4>{});
    if (parts.size() == 1 && !llvm::isa<clang::InitListExpr>(parts.front())) { // T(x), or T{x}
      const Value value = evaluate(parts.front());
      if (value.isNumber() && types.info(type).isArithmetic())
        return Value::number(convert(value.node, types.stored(type), constructed));
      return value;
    }
    for (const clang::Expr *operand : parts)
      discardParts(*this, operand);
    return unknown(type, spelling(expression, "value"), expression);
  }
  if (const auto *list = llvm::dyn_cast<clang::ParenListExpr>(expression); list && list->getNumExprs() == 1) {
    const clang::Expr *only = list->getExpr(0);
    if (llvm::isa<clang::DeclRefExpr>(only->IgnoreParens()) && only->isLValue()) // a constructor may keep a reference to it
      memory.escape(location(only));
    return evaluate(only);
  }
  return std::nullopt;
}

/// True for what stands behind a parenthesis or a brace, as `x` in `Unknown k(x)`.
static bool isInParentheses(const clang::Expr *expression, const clang::SourceManager &sources) {
  bool invalid = false;
  const auto place = sources.getDecomposedSpellingLoc(expression->getBeginLoc());
  const llvm::StringRef before = sources.getBufferData(place.first, &invalid).take_front(place.second).rtrim();
  return invalid || before.ends_with("(") || before.ends_with("{");
}

/// The initializer of a variable of unknown type, which Clang keeps as the only part of an expression with an error. `Unknown k(x)` may be a
/// constructor's, which keeps a reference.
static const clang::Expr *initializerWithin(const clang::Expr *expression, const clang::SourceManager &sources) {
  const auto *recovered = llvm::dyn_cast<clang::RecoveryExpr>(expression);
  if (!recovered || recovered->subExpressions().size() != 1)
    return nullptr;
  const clang::Expr *only = recovered->subExpressions().front();
  const bool whole = only->getBeginLoc() == recovered->getBeginLoc() && only->getEndLoc() == recovered->getEndLoc();
  return whole && !llvm::isa<clang::ParenListExpr, clang::InitListExpr>(only) && !isInParentheses(only, sources) ? only : nullptr;
}

/// What a member function is named of, in what is left of a call with an error in it; null where the function cannot write its object.
static const clang::MemberExpr *boundFunction(const clang::Expr *part) {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(part->IgnoreParenImpCasts());
  const auto *method = member ? llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl()) : nullptr;
  return method && !method->isStatic() && !method->isConst() ? member : nullptr;
}

/// Code with an error in it may be a call of anything that it mentions.
Value Evaluator::recoveredValue(const clang::Expr *expression) {
  Call unresolved;
  unresolved.expression = expression;
  unresolved.type = expression->getType();
  Given given;
  for (const clang::Stmt *child : expression->children())
    if (const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child)) {
      if (const clang::MemberExpr *bound = boundFunction(operand)) {
        given.written.push_back(bound->isArrow() ? target(evaluate(bound->getBase())) : location(bound->getBase()));
        continue;
      }
      give(operand, {}, unresolved, given);
      if (unit.evidence.variableOf(operand)) // what the unknown code does with it is not known
        forget(location(operand));
    }
  runUnseen(given, expression);
  if (expression->children().empty())
    given.numbers = forgetNamed(namesIn(unit.context, expression->getSourceRange()));
  else if (!given.written.empty())
    memory.forgetReachable(state.store);
  else if (llvm::any_of(expression->children(), [](const clang::Stmt *child) { return llvm::isa_and_nonnull<clang::OverloadExpr>(child); }))
    keepReachable(
        assumption(order::Assumption::Kind::Unchanged,
                   "'" + spelling(expression, "the function that is called") + "' is not seen and is assumed not to write globals and fields",
                   expression),
        true);
  const Value yields = unknown(expression->getType(), spelling(expression, "value"), expression);
  remember(yields, given.numbers);
  if (yields.isNumber() && expression->children().empty()) { // computed here, in a way that is lost
    outside.erase(graph.value(yields.node).index);
    lossNotes[graph.value(yields.node).index] = "'" + spelling(expression, "an expression with an error") + "' is not understood";
  }
  return yields;
}

/// What is left: objects, constants, code with errors in it, and kinds that are not modelled.
Value Evaluator::remainingValue(const clang::Expr *expression) {
  const clang::QualType type = expression->getType();
  const TypeInfo &info = types.info(type);
  const bool aggregate = info.kind == TypeClass::Record || info.kind == TypeClass::Array;
  const bool builds = llvm::isa<clang::InitListExpr, clang::LambdaExpr, clang::CXXUnresolvedConstructExpr>(expression);
  if (aggregate && type->isDependentType() && llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(expression))
    return Value::record(location(expression));
  // What is left of code with an error in it; and dependent objects, which `materialise` would hand back to be evaluated.
  if (unit.evidence.variableOf(expression))
    return read(location(expression), type);
  if (const auto *recovered = llvm::dyn_cast<clang::RecoveryExpr>(expression))
    if (const auto value = recoveredCall(*this, recovered))
      return *value;
  if (llvm::isa<clang::RecoveryExpr>(expression) || (aggregate && type->isDependentType() && !builds))
    if (const clang::Expr *whole = initializerWithin(expression, unit.context.getSourceManager()))
      return evaluate(whole);
  if (llvm::isa<clang::RecoveryExpr>(expression))
    return recoveredValue(expression);
  if (llvm::isa<clang::InitListExpr>(expression) && (type->isVoidType() || type->isDependentType()) && !info.isArithmetic()) {
    const LocationId built = temporary("object"); // of a type that a template leaves open
    buildOpen(built, type, expression);
    return Value::record(built);
  }
  if (aggregate && type->isDependentType() && !builds) {
    for (const clang::Stmt *child : expression->children())
      if (const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child))
        discard(operand);
    return unknown(type, spelling(expression, "value"), expression);
  }
  if (aggregate)
    return Value::record(materialise(expression));
  if (info.isBuffer && llvm::isa<clang::CXXConstructExpr, clang::InitListExpr>(expression)) {
    const LocationId handle = materialise(expression);
    return memory.read(state.store, handle, readType(type));
  }
  if (info.isArithmetic() && info.stored.shape != Shape::Scalar && llvm::isa<clang::CXXConstructExpr, clang::InitListExpr>(expression)) {
    const LocationId where = materialise(expression);
    return memory.read(state.store, where, readType(type));
  }
  if (info.isArithmetic() && llvm::isa<clang::CXXConstructExpr, clang::InitListExpr>(expression)) {
    const LocationId where = materialise(expression);
    return memory.read(state.store, where, readType(type));
  }
  if (guesses::namesIntegerConstant(expression))
    return Value::number(graph.input(spelling(expression, "constant"), integerType));
  if (type->isDependentType() || expression->isTypeDependent() ||
      llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::CXXDependentScopeMemberExpr, clang::ArraySubscriptExpr>(expression))
    return read(location(expression), type);
  if (const auto constantValue = evaluateConstant(expression))
    return Value::number(*constantValue);
  for (const clang::Stmt *child : expression->children())
    if (const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child); operand && !llvm::isa<clang::UnaryExprOrTypeTraitExpr>(expression))
      discard(operand);
  if (info.isNumber())
    return Value::number(opaque("value", info.stored, expression, expression->getStmtClassName(), "this kind of expression is not modelled"));
  return unknown(type, spelling(expression, "value"), expression);
}

Value Evaluator::prvalue(const clang::Expr *expression) {
  expression = unwrap(expression);
  const clang::QualType type = expression->getType();
  if (const auto *callExpression = llvm::dyn_cast<clang::CallExpr>(expression))
    return call(callExpression);
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression))
    return castValue(cast);
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return binaryValue(operation);
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return unaryValue(unary);
  if (const auto *choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(expression))
    return conditional(choice, false);
  if (const auto *value = llvm::dyn_cast<clang::OpaqueValueExpr>(expression)) {
    if (const auto found = opaqueValues.find(value); found != opaqueValues.end())
      return found->second;
    return value->getSourceExpr() ? evaluate(value->getSourceExpr()) : unknown(type, "value", value);
  }
  if (const auto *defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expression))
    return evaluate(defaulted->getExpr());
  if (const auto *defaulted = llvm::dyn_cast<clang::CXXDefaultInitExpr>(expression))
    return evaluate(defaulted->getExpr());
  if (const auto value = objectValue(expression))
    return *value;
  if (const auto *statement = llvm::dyn_cast<clang::StmtExpr>(expression))
    return statementValue(statement);
  if (const auto *thrown = llvm::dyn_cast<clang::CXXThrowExpr>(expression)) {
    if (thrown->getSubExpr())
      discard(thrown->getSubExpr());
    state.reachable = false;
    return Value::none();
  }
  if (const auto value = builtValue(expression))
    return *value;
  return remainingValue(expression);
}

} // namespace fporder::frontend
