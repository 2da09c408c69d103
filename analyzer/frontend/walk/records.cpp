// Objects: initialisation, constructors, closures.
#include "analyzer/frontend/calls/candidates.h"
#include "analyzer/frontend/library/library.h"
#include "analyzer/frontend/walk/evaluator.h"

#include "runtime/order/assembled.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

bool isStandardArray(clang::QualType type) {
  const auto *record = type->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getName() == "array";
}

} // namespace

void Evaluator::zeroInitialise(LocationId target, clang::QualType type) {
  const TypeInfo &info = types.info(type);
  memory.assign(state.store, target,
                Value::number(graph.constant(order::Number::fromInteger(0),
                                             info.isArithmetic() ? info.stored : order::ValueType{format::Format::Integer, order::Shape::Scalar})));
}

/// Stores a value of whatever kind; what is unknown makes the target unknown, under its own name.
void Evaluator::keep(LocationId target, const Value &value, clang::SourceLocation where) {
  if (value.isRecord())
    copyObject(target, value.location, where);
  else if (value.kind == Value::Kind::None || (value.isPointer() && !value.location))
    forget(target);
  else
    write(target, value, where);
}

/// An initialiser without what Clang wraps it in; null when it is not there.
static const clang::Expr *written(const clang::Expr *expression) {
  while (expression) {
    const clang::Expr *inner = expression->IgnoreParens();
    if (const auto *full = llvm::dyn_cast<clang::FullExpr>(inner))
      inner = full->getSubExpr();
    else if (const auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    else if (const auto *defaulted = llvm::dyn_cast<clang::CXXDefaultInitExpr>(inner))
      inner = defaulted->getExpr();
    else if (const auto *defaultArgument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(inner))
      inner = defaultArgument->getExpr();
    else if (const auto *list = llvm::dyn_cast<clang::ParenListExpr>(inner); list && list->getNumExprs() == 1)
      inner = list->getExpr(0);
    if (inner == expression)
      break;
    expression = inner;
  }
  return expression;
}

void Evaluator::initialise(LocationId target, clang::QualType type, const clang::Expr *initializer) {
  const clang::Expr *expression = written(initializer);
  // A member initialiser that the instantiation did not need is not there.
  if (!expression)
    return forget(target);
  if (type.isNull())
    type = expression->getType();
  if (isBuiltOpen(type, expression))
    return buildOpen(target, type, expression);
  if (llvm::isa<clang::ParenListExpr>(expression) || buildsByReference(type, expression)) {
    // Constructor arguments of a dependent type: the list itself has no type to evaluate by.
    Call construction;
    construction.expression = expression;
    construction.type = type;
    const llvm::SmallVector<const clang::Expr *, 4> arguments = partsOf(expression).value();
    construction.arguments = arguments;
    return buildUnseen(target, construction, false);
  }
  if (type->isReferenceType()) {
    const Value referred = Value::pointer(location(expression));
    memory.assign(state.store, target, referred);
    return define(target, referred);
  }
  if (const auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(expression)) {
    const clang::CXXRecordDecl *built = type->getAsCXXRecordDecl();
    if (!built || built->isLambda())
      return closure(target, lambda);
    Call construction; // of a class that takes any callable
    construction.expression = expression;
    construction.type = type;
    const clang::Expr *arguments[] = {expression};
    construction.arguments = arguments;
    return buildUnseen(target, construction, false);
  }
  const TypeInfo &info = types.info(type);
  // A handle that `auto` or a template parameter stands for.
  const bool mayBeHandle = info.isBuffer || info.kind == TypeClass::Dependent;
  if (const clang::Expr *plain = expression->IgnoreParenImpCasts(); mayBeHandle && !unit.options.vendors.empty())
    if (llvm::isa<clang::CallExpr, clang::DeclRefExpr, clang::MemberExpr, clang::BinaryOperator>(plain) || slicedBuffer(plain))
      return keep(target, evaluateOpen(plain), expression->getExprLoc());
  // An address given to an object of unknown type: kept, and written through.
  if (info.kind == TypeClass::Dependent && !type->isUndeducedType() && isPointer(types, expression)) {
    const Value address = evaluate(expression);
    Given given;
    if (address.isPointer() && address.location)
      given.written.push_back(address.location);
    runUnseen(given, expression);
    return keep(target, address, expression->getExprLoc());
  }
  const bool dependentList = type->isDependentType() && llvm::isa<clang::InitListExpr>(expression);
  if (info.isArithmetic() && info.stored.shape == order::Shape::Scalar && !dependentList && !llvm::isa<clang::CXXConstructExpr>(expression)) {
    NodeId node = number(expression);
    if (!type->isDependentType())
      node = convert(node, info.stored, expression);
    write(target, Value::number(node), expression->getExprLoc());
    return;
  }
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(expression))
    return initialiseList(target, type, list->isSemanticForm() || !list->getSemanticForm() ? list : list->getSemanticForm());
  if (const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(expression))
    return construct(target, construction);
  if (const auto *inherited = llvm::dyn_cast<clang::CXXInheritedCtorInitExpr>(expression))
    return constructInherited(target, inherited);
  if (llvm::isa<clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr>(expression))
    return zeroInitialise(target, type);
  if (const auto *parenthesised = llvm::dyn_cast<clang::CXXParenListInitExpr>(expression)) {
    const auto *record = type->getAsRecordDecl();
    auto field = record ? record->field_begin() : clang::RecordDecl::field_iterator();
    for (const clang::Expr *item : parenthesised->getInitExprs()) {
      if (!record || field == record->field_end())
        break;
      initialise(memory.field(target, *field), field->getType(), item);
      ++field;
    }
    return;
  }
  if (const auto *literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(expression))
    return initialise(target, type, literal->getInitializer());
  if (const auto *temporaryObject = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
    return initialise(target, type, temporaryObject->getSubExpr());
  if (llvm::isa<clang::StringLiteral>(expression))
    return forget(target);
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression); cast && info.kind == TypeClass::Record && cast->getSubExpr()->isPRValue())
    return initialise(target, type, cast->getSubExpr());
  if (info.kind == TypeClass::Array) {
    copyObject(target, location(expression));
    return;
  }
  const Value value = evaluate(expression);
  if (value.isRecord())
    copyObject(target, value.location);
  else if (value.kind != Value::Kind::None)
    write(target, value, expression->getExprLoc());
  else
    forget(target);
}

void Evaluator::initialiseList(LocationId target, clang::QualType type, const clang::InitListExpr *list) {
  if (list->isTransparent() && list->getNumInits() == 1)
    return initialise(target, type, list->getInit(0));
  if (llvm::is_contained(list->inits(), nullptr)) { // Clang recovered from an error in it
    for (const clang::Expr *item : list->inits())
      if (item)
        discard(item);
    return forget(target);
  }
  const TypeInfo &info = types.info(type);
  if (info.isArithmetic() && type->isVectorType())
    return write(target, Value::number(vectorLiteral(list)));
  if (info.isArithmetic()) {
    llvm::SmallVector<NodeId, 4> parts;
    for (const clang::Expr *item : list->inits())
      parts.push_back(number(item));
    if (info.stored.shape == order::Shape::Complex && parts.size() == 2)
      return write(target, Value::number(emit(Op::Call, parts, info.stored, list, list->getBeginLoc(), order::assembledComplex)));
    if (parts.size() == 1)
      return write(target, Value::number(convert(parts[0], info.stored, list)));
    if (parts.empty())
      return zeroInitialise(target, type);
    forget(target);
    for (std::size_t i = 0; i < parts.size(); ++i)
      write(element(target, static_cast<long long>(i)), Value::number(parts[i]));
    return;
  }
  if (const auto *array = unit.context.getAsArrayType(type)) {
    const auto *constantArray = llvm::dyn_cast<clang::ConstantArrayType>(array);
    const bool filled = !constantArray || constantArray->getSize().ugt(list->getNumInits()) || list->hasArrayFiller();
    // {0.0f} is all zero, an element of unknown index too.
    const auto isZero = [&](const clang::Expr *item) {
      const auto known = filled && types.info(item->getType()).isArithmetic() ? evaluateConstant(item) : std::nullopt;
      return llvm::isa<clang::ImplicitValueInitExpr>(item) || (known && graph.number(*known).isZero() && !graph.number(*known).isNegative());
    };
    if (filled)
      zeroInitialise(target, type);
    for (unsigned i = 0; i < list->getNumInits(); ++i)
      if (!isZero(list->getInit(i)))
        initialise(element(target, i), array->getElementType(), list->getInit(i));
    return;
  }
  if (isStandardArray(type) && list->getNumInits() == 1) {
    const auto *record = type->getAsCXXRecordDecl();
    return initialise(target, record->field_begin()->getType(), list->getInit(0));
  }
  const auto *record = type->getAsRecordDecl();
  if (const auto *functor = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(record))
    closureTypes[target] = functor;
  if (!record) {
    for (unsigned i = 0; i < list->getNumInits(); ++i)
      discard(list->getInit(i));
    return;
  }
  const LocationId outer = std::exchange(initialisedObject, target);
  if (record->isUnion()) {
    if (const clang::FieldDecl *field = list->getInitializedFieldInUnion(); field && list->getNumInits() == 1)
      initialise(memory.field(target, field), field->getType(), list->getInit(0));
    initialisedObject = outer;
    return;
  }
  unsigned next = 0;
  if (const auto *complete = llvm::dyn_cast<clang::CXXRecordDecl>(record); complete && complete->hasDefinition())
    for (const clang::CXXBaseSpecifier &base : complete->bases())
      if (next < list->getNumInits())
        initialise(target, base.getType(), list->getInit(next++));
  for (const clang::FieldDecl *field : record->fields()) {
    if (field->isUnnamedBitField())
      continue;
    if (next >= list->getNumInits())
      break;
    initialise(memory.field(target, field), field->getType(), list->getInit(next++));
  }
  initialisedObject = outer;
}

void Evaluator::copyFrom(LocationId target, const clang::Expr *object) {
  const Value source = evaluate(object);
  if (source.isRecord())
    copyObject(target, source.location, object->getExprLoc());
  else if (source.kind != Value::Kind::None)
    write(target, source, object->getExprLoc());
  else
    forget(target);
}

void Evaluator::construct(LocationId target, const clang::CXXConstructExpr *expression) {
  const clang::CXXConstructorDecl *constructor = expression->getConstructor();
  closureTypes[target] = constructor->getParent();
  if (expression->getType()->isArrayType())
    return forget(target);
  const bool modelled = unit.context.getSourceManager().isInSystemHeader(constructor->getParent()->getLocation());
  if (constructor->isCopyOrMoveConstructor() && expression->getNumArgs() >= 1 &&
      (constructor->isImplicit() || constructor->isDefaulted() || modelled)) {
    return copyFrom(target, expression->getArg(0));
  }
  llvm::SmallVector<const clang::Expr *, 4> arguments(expression->arg_begin(), expression->arg_end());
  if (modelled) {
    Call construction;
    construction.expression = expression;
    construction.callee = constructor;
    construction.name = constructor->getParent()->getName();
    construction.object = target;
    construction.arguments = arguments;
    construction.token = expression->getExprLoc();
    construction.type = expression->getType();
    if (libraryConstruct(*this, construction))
      return;
  }
  if (mayInline(constructor, expression)) {
    llvm::SmallVector<Value, 4> values;
    for (unsigned i = 0; i < arguments.size(); ++i)
      values.push_back(argument(arguments[i], i < constructor->getNumParams() ? constructor->getParamDecl(i)->getType() : arguments[i]->getType()));
    if (expression->requiresZeroInitialization())
      zeroInitialise(target, expression->getType());
    inlineCall(constructor, target, values, expression);
    return;
  }
  if (expression->requiresZeroInitialization())
    return zeroInitialise(target, expression->getType());
  if (constructor->isTrivial() && arguments.empty())
    return;
  Call construction;
  construction.expression = expression;
  construction.callee = constructor;
  construction.name = constructor->getParent()->getName();
  construction.arguments = arguments;
  construction.type = expression->getType();
  buildUnseen(target, construction, modelled || constructor->isDefaulted() || arguments.empty());
}

/// An inheriting constructor hands its own parameters on.
void Evaluator::constructInherited(LocationId target, const clang::CXXInheritedCtorInitExpr *expression) {
  const clang::CXXConstructorDecl *constructor = expression->getConstructor();
  if (!mayInline(constructor, expression) || !frame->function)
    return forget(target);
  constructor = llvm::cast<clang::CXXConstructorDecl>(constructor->getDefinition());
  llvm::SmallVector<Value, 4> values;
  for (const clang::ParmVarDecl *parameter : frame->function->parameters())
    values.push_back(read(variable(parameter), parameter->getType()));
  inlineCall(constructor, target, values, expression);
}

void Evaluator::closure(LocationId target, const clang::LambdaExpr *lambda) {
  closureTypes[target] = lambda->getLambdaClass();
  auto field = lambda->getLambdaClass()->field_begin();
  auto initializer = lambda->capture_init_begin();
  for (const clang::LambdaCapture &capture : lambda->captures()) {
    if (initializer == lambda->capture_init_end() || field == lambda->getLambdaClass()->field_end())
      return;
    // Closure fields have no names: they are known by the variable they capture.
    const std::string name = capture.capturesThis() ? "this" : capture.capturesVariable() ? capture.getCapturedVar()->getNameAsString() : "captured";
    const LocationId where = memory.member(target, name);
    const clang::Expr *value = *initializer;
    if (!value) {
    } else if (capture.capturesThis()) {
      if (capture.getCaptureKind() == clang::LCK_StarThis)
        copyObject(where, frame->self ? frame->self : temporary("this"));
      else
        memory.assign(state.store, where, Value::pointer(frame->self ? frame->self : temporary("this")));
    } else {
      initialise(where, field->getType(), value);
    }
    ++field;
    ++initializer;
  }
}

} // namespace fporder::frontend
