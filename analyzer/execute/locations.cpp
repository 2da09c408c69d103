#include "analyzer/execute/interpreter.h"

namespace fporder::execute {

Interpreter::Location Interpreter::follow(const Value &pointer) {
  if (pointer.kind != Value::Kind::Pointer || pointer.address.object == Address::null)
    return refuse("a null pointer is followed");
  return pointer.address;
}

Interpreter::Location Interpreter::locate(const clang::Expr *expression) {
  const Nested nested(*this);
  if (!spend())
    return std::nullopt;
  if (expression->isTypeDependent() || expression->isValueDependent())
    return refuse("it depends on template parameters");
  return locateKind(expression);
}

Interpreter::Location Interpreter::locateKind(const clang::Expr *expression) {
  switch (expression->getStmtClass()) {
  case clang::Stmt::ParenExprClass:
    return locate(llvm::cast<clang::ParenExpr>(expression)->getSubExpr());
  case clang::Stmt::ConstantExprClass:
  case clang::Stmt::ExprWithCleanupsClass:
    return locate(llvm::cast<clang::FullExpr>(expression)->getSubExpr());
  case clang::Stmt::SubstNonTypeTemplateParmExprClass:
    return locate(llvm::cast<clang::SubstNonTypeTemplateParmExpr>(expression)->getReplacement());
  case clang::Stmt::CXXDefaultArgExprClass:
    return locate(llvm::cast<clang::CXXDefaultArgExpr>(expression)->getExpr());
  case clang::Stmt::MaterializeTemporaryExprClass: {
    const clang::Expr *value = llvm::cast<clang::MaterializeTemporaryExpr>(expression)->getSubExpr();
    return value->isGLValue() ? locate(value) : temporary(value);
  }
  case clang::Stmt::DeclRefExprClass: {
    const auto *name = llvm::cast<clang::DeclRefExpr>(expression);
    return locateVariable(name->getDecl(), name->refersToEnclosingVariableOrCapture());
  }
  case clang::Stmt::MemberExprClass:
    return locateMember(llvm::cast<clang::MemberExpr>(expression));
  case clang::Stmt::ArraySubscriptExprClass:
    return locateElement(llvm::cast<clang::ArraySubscriptExpr>(expression));
  case clang::Stmt::ConditionalOperatorClass:
    return locateChoice(llvm::cast<clang::AbstractConditionalOperator>(expression));
  default:
    break;
  }
  if (const auto *conversion = llvm::dyn_cast<clang::CastExpr>(expression))
    return locateCast(conversion);
  Result value; // what gives the address of its glvalue
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    if (operation->getOpcode() == clang::UO_Deref) {
      value = evaluate(operation->getSubExpr());
      return value ? follow(*value) : std::nullopt;
    }
    if (!operation->isGLValue() || !operation->isIncrementDecrementOp())
      return refuse("it has an operator that is not executed");
    value = step(operation);
  } else if (const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(expression)) {
    value = assignCompound(compound);
  } else if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression); binary && binary->isAssignmentOp()) {
    value = assign(binary);
  } else if (binary && binary->getOpcode() == clang::BO_Comma) {
    if (execute(binary->getLHS()) != Flow::Next)
      return std::nullopt;
    return locate(binary->getRHS());
  } else if (const auto *callee = llvm::dyn_cast<clang::CallExpr>(expression); callee && callee->isGLValue()) {
    value = call(callee);
  } else if (expression->isPRValue() && expression->getType()->isRecordType()) {
    return temporary(expression);
  } else {
    return refuse(std::string("it has a ") + expression->getStmtClassName());
  }
  return value ? follow(*value) : std::nullopt;
}

Interpreter::Location Interpreter::allocate(clang::QualType type) {
  const std::optional<std::int64_t> cells = memory.layouts.cells(type);
  if (!cells)
    return refuse("it has an object of type '" + type.getAsString(context.getPrintingPolicy()) + "'");
  const Location at = memory.allocate(*cells);
  return at ? at : refuse("its objects are too large");
}

Interpreter::Location Interpreter::temporary(const clang::Expr *value) {
  const Location at = allocate(value->getType());
  return at && initialise(value, value->getType(), *at) ? at : std::nullopt;
}

Interpreter::Location Interpreter::locateVariable(const clang::ValueDecl *declaration, bool captured) {
  if (captured)
    if (const auto field = frame->captures.find(declaration); field != frame->captures.end() && frame->self) {
      const std::optional<std::int64_t> offset = memory.layouts.offsetOf(field->second);
      if (!offset)
        return refuse("a capture is not laid out");
      const Address at{frame->self->object, frame->self->cell + *offset};
      if (!field->second->getType()->isReferenceType())
        return at;
      const Result target = loadAt(at);
      return target ? follow(*target) : std::nullopt;
    }
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration);
  if (!variable)
    return refuse("'" + declaration->getNameAsString() + "' is no variable");
  if (const auto found = frame->variables.find(variable); found != frame->variables.end())
    return found->second;
  if (variable->hasGlobalStorage())
    return global(variable);
  return refuse("'" + declaration->getNameAsString() + "' is not known");
}

/// A constant has its initialiser's value; any other variable of static storage is what the caller gives.
Interpreter::Location Interpreter::global(const clang::VarDecl *variable) {
  variable = variable->getCanonicalDecl();
  if (const auto found = globals.find(variable); found != globals.end())
    return found->second;
  const clang::QualType type = variable->getType();
  const clang::VarDecl *definition = nullptr;
  const clang::Expr *initialiser = variable->getAnyInitializer(definition);
  const bool constant = initialiser && (context.getBaseElementType(type).isConstQualified() || variable->isConstexpr());
  if (type->isReferenceType() || (variable->isStaticLocal() && !constant))
    return refuse("'" + variable->getNameAsString() + "' is a static variable or a reference");
  const Location at = constant ? allocate(type) : memory.give(variable->getNameAsString(), type, false);
  if (!at)
    return refuse("'" + variable->getNameAsString() + "' cannot be drawn");
  globals[variable] = *at;
  if (constant) {
    Frame outside; // its initialiser knows no local variables
    Frame *inside = std::exchange(frame, &outside);
    const bool done = initialise(initialiser, type, *at);
    frame = inside;
    if (!done)
      return std::nullopt;
  }
  return at;
}

Interpreter::Location Interpreter::locateMember(const clang::MemberExpr *member) {
  if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl()))
    return global(variable);
  const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  if (!field)
    return refuse("it uses the member '" + member->getMemberDecl()->getNameAsString() + "'");
  Location base;
  if (member->isArrow()) {
    const Result pointer = evaluate(member->getBase());
    base = pointer ? follow(*pointer) : std::nullopt;
  } else {
    base = locate(member->getBase());
  }
  if (!base)
    return std::nullopt;
  const std::optional<std::int64_t> offset = memory.layouts.cells(field->getParent()) ? memory.layouts.offsetOf(field) : std::nullopt;
  if (!offset)
    return refuse("it uses a record that is not laid out");
  const Address at{base->object, base->cell + *offset};
  if (!field->getType()->isReferenceType())
    return at;
  const Result target = loadAt(at);
  return target ? follow(*target) : std::nullopt;
}

Interpreter::Location Interpreter::locateElement(const clang::ArraySubscriptExpr *subscript) {
  const Result base = evaluate(subscript->getBase()), index = base ? evaluate(subscript->getIdx()) : std::nullopt;
  if (!index)
    return std::nullopt;
  if (base->kind != Value::Kind::Pointer || index->kind != Value::Kind::Integer)
    return refuse("a subscript's operands are no pointer and integer");
  const Result element = moved(*base, index->wide(), subscript->getType());
  return element ? follow(*element) : std::nullopt;
}

Interpreter::Location Interpreter::locateChoice(const clang::AbstractConditionalOperator *choice) {
  const std::optional<bool> truth = condition(choice->getCond());
  return truth ? locate(*truth ? choice->getTrueExpr() : choice->getFalseExpr()) : std::nullopt;
}

Interpreter::Location Interpreter::baseOf(const clang::CastExpr *cast, Address derived, clang::QualType from) {
  const clang::CXXRecordDecl *record = from->getAsCXXRecordDecl();
  for (const clang::CXXBaseSpecifier *step : cast->path()) {
    const clang::CXXRecordDecl *base = step->getType()->getAsCXXRecordDecl();
    const std::optional<std::int64_t> offset =
        record && base && record->hasDefinition() ? memory.layouts.offsetOf(record->getDefinition(), base) : std::nullopt;
    if (!offset || step->isVirtual())
      return refuse("it uses a base that is not laid out");
    derived.cell += *offset;
    record = base;
  }
  return derived;
}

Interpreter::Location Interpreter::locateCast(const clang::CastExpr *cast) {
  switch (cast->getCastKind()) {
  case clang::CK_NoOp:
  case clang::CK_ConstructorConversion:
  case clang::CK_UserDefinedConversion:
    if (cast->getSubExpr()->isGLValue() || cast->getSubExpr()->getType()->isRecordType())
      return locate(cast->getSubExpr());
    break;
  case clang::CK_LValueToRValue:
    if (cast->getType()->isRecordType())
      return locate(cast->getSubExpr());
    break;
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase: {
    const Location at = locate(cast->getSubExpr());
    return at ? baseOf(cast, *at, cast->getSubExpr()->getType()) : std::nullopt;
  }
  default:
    break;
  }
  return refuse(std::string("it has a conversion of kind ") + cast->getCastKindName());
}

} // namespace fporder::execute
