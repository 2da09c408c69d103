#include "analyzer/execute/containers.h"
#include "analyzer/execute/interpreter.h"

namespace fporder::execute {

bool Interpreter::setToZero(clang::QualType type, Address at) {
  const std::vector<Layouts::Cell> cells = memory.layouts.cellTypes(type);
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const clang::QualType cell = cells[k].type;
    const Result zero = isObjectPointer(cell) || cell->isNullPtrType() ? Result(Value::pointer({})) : converted(Value::integer(0, 32, true), cell);
    if (!zero || !storeAt({at.object, at.cell + static_cast<std::int64_t>(k)}, *zero))
      return false;
    steps += k % 16 == 0;
  }
  return spend();
}

/// An object of `type` at `at` from what initialises it.
bool Interpreter::initialise(const clang::Expr *from, clang::QualType type, Address at) {
  const Nested nested(*this);
  if (!spend())
    return false;
  if (from->isTypeDependent() || from->isValueDependent())
    return fail("it depends on template parameters");
  if (type->isReferenceType()) {
    const Location target = locate(from);
    return target && storeAt(at, Value::pointer(*target));
  }
  if (type->isRecordType() || type->isArrayType())
    return initialiseRecord(from, type, at);
  const Result value = evaluate(from);
  return value && storeAt(at, *value);
}

bool Interpreter::initialiseRecord(const clang::Expr *from, clang::QualType type, Address at) {
  from = from->IgnoreParens();
  const std::optional<std::int64_t> cells = memory.layouts.cells(type);
  if (!cells)
    return fail("it has an object of type '" + type.getAsString(context.getPrintingPolicy()) + "'");
  switch (from->getStmtClass()) {
  case clang::Stmt::ConstantExprClass:
  case clang::Stmt::ExprWithCleanupsClass:
    return initialise(llvm::cast<clang::FullExpr>(from)->getSubExpr(), type, at);
  case clang::Stmt::CXXBindTemporaryExprClass:
    return endsSilently(type) ? initialise(llvm::cast<clang::CXXBindTemporaryExpr>(from)->getSubExpr(), type, at)
                              : fail("it has an object with a destructor");
  case clang::Stmt::MaterializeTemporaryExprClass:
    return initialise(llvm::cast<clang::MaterializeTemporaryExpr>(from)->getSubExpr(), type, at);
  case clang::Stmt::CXXDefaultArgExprClass:
    return initialise(llvm::cast<clang::CXXDefaultArgExpr>(from)->getExpr(), type, at);
  case clang::Stmt::CXXDefaultInitExprClass:
    return initialise(llvm::cast<clang::CXXDefaultInitExpr>(from)->getExpr(), type, at);
  case clang::Stmt::CompoundLiteralExprClass:
    return initialise(llvm::cast<clang::CompoundLiteralExpr>(from)->getInitializer(), type, at);
  case clang::Stmt::InitListExprClass:
    return initialiseList(llvm::cast<clang::InitListExpr>(from), type, at);
  case clang::Stmt::ImplicitValueInitExprClass:
  case clang::Stmt::CXXScalarValueInitExprClass:
    return setToZero(type, at);
  case clang::Stmt::CXXConstructExprClass:
  case clang::Stmt::CXXTemporaryObjectExprClass:
    return construct(llvm::cast<clang::CXXConstructExpr>(from), type, at);
  case clang::Stmt::LambdaExprClass:
    return captureInto(llvm::cast<clang::LambdaExpr>(from), at);
  case clang::Stmt::ConditionalOperatorClass: {
    const auto *choice = llvm::cast<clang::AbstractConditionalOperator>(from);
    const std::optional<bool> truth = condition(choice->getCond());
    return truth && initialise(*truth ? choice->getTrueExpr() : choice->getFalseExpr(), type, at);
  }
  case clang::Stmt::CallExprClass:
  case clang::Stmt::CXXMemberCallExprClass:
  case clang::Stmt::CXXOperatorCallExprClass:
    if (from->isPRValue())
      return call(llvm::cast<clang::CallExpr>(from), at).has_value();
    break;
  default:
    if (const auto *conversion = llvm::dyn_cast<clang::CastExpr>(from);
        conversion && from->isPRValue() &&
        (conversion->getCastKind() == clang::CK_NoOp || conversion->getCastKind() == clang::CK_ConstructorConversion ||
         conversion->getCastKind() == clang::CK_UserDefinedConversion))
      return initialise(conversion->getSubExpr(), type, at);
    break;
  }
  const bool copies = from->isGLValue() || llvm::isa<clang::CastExpr>(from);
  const Location source = copies ? locate(from) : refuse(std::string("it has a ") + from->getStmtClassName());
  steps += static_cast<std::uint64_t>(*cells);
  return source && memory.copy(*source, at, *cells, reason);
}

bool Interpreter::initialiseList(const clang::InitListExpr *list, clang::QualType type, Address at) {
  if (const clang::InitListExpr *semantic = list->getSemanticForm())
    list = semantic;
  if (list->isTransparent())
    return initialise(list->getInit(0), type, at);
  std::int64_t offset = 0;
  if (const clang::ConstantArrayType *array = context.getAsConstantArrayType(type)) {
    const clang::QualType element = array->getElementType();
    const std::int64_t each = memory.layouts.cells(element).value_or(0);
    const std::uint64_t size = array->getSize().getZExtValue();
    for (std::uint64_t i = 0; i < size; ++i, offset += each) {
      const Address cell{at.object, at.cell + offset};
      const clang::Expr *init = i < list->getNumInits() ? list->getInit(static_cast<unsigned>(i)) : list->getArrayFiller();
      if (init && llvm::isa<clang::ImplicitValueInitExpr>(init))
        init = nullptr;
      if (init ? !initialise(init, element, cell) : !setToZero(element, cell))
        return false;
    }
    return true;
  }
  const clang::RecordDecl *record = type->getAsRecordDecl();
  if (!record)
    return fail("a list initialises what is no array or record");
  unsigned next = 0;
  const auto part = [&](clang::QualType partType) {
    const Address cell{at.object, at.cell + offset};
    offset += memory.layouts.cells(partType).value_or(0);
    const clang::Expr *init = next < list->getNumInits() ? list->getInit(next++) : nullptr;
    return init ? initialise(init, partType, cell) : setToZero(partType, cell);
  };
  record = record->getDefinition();
  if (const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record))
    for (const clang::CXXBaseSpecifier &base : cxx->bases())
      if (!part(base.getType()))
        return false;
  for (const clang::FieldDecl *field : record->fields())
    if (!part(field->getType()))
      return false;
  return true;
}

bool Interpreter::construct(const clang::CXXConstructExpr *construction, clang::QualType type, Address at) {
  const clang::CXXConstructorDecl *constructor = construction->getConstructor();
  const std::int64_t cells = memory.layouts.cells(type).value_or(0);
  if (construction->requiresZeroInitialization() && !setToZero(type, at))
    return false;
  if (const clang::ConstantArrayType *array = context.getAsConstantArrayType(type)) {
    const std::int64_t each = memory.layouts.cells(array->getElementType()).value_or(0);
    for (std::int64_t offset = 0; each > 0 && offset < cells; offset += each)
      if (!construct(construction, array->getElementType(), {at.object, at.cell + offset}))
        return false;
    return true;
  }
  if (containerOf(constructor->getParent()) == Container::Vector)
    return constructVector(construction, at);
  if (containerOf(constructor->getParent()) == Container::Span && !constructor->isCopyOrMoveConstructor())
    return constructSpan(construction, at);
  if (!endsSilently(type))
    return fail("it has an object with a destructor");
  if (constructor->isDefaultConstructor() && constructor->isTrivial())
    return true;
  if (constructor->isCopyOrMoveConstructor() && constructor->isTrivial()) {
    const Location source = locate(construction->getArg(0));
    steps += static_cast<std::uint64_t>(cells);
    return source && memory.copy(*source, at, cells, reason);
  }
  return runConstructor(construction, at);
}

bool Interpreter::captureInto(const clang::LambdaExpr *lambda, Address at) {
  const clang::CXXRecordDecl *closure = lambda->getLambdaClass();
  auto init = lambda->capture_init_begin();
  for (const clang::FieldDecl *field : closure->fields()) {
    const std::optional<std::int64_t> offset = memory.layouts.offsetOf(field);
    if (!offset || !*init || !initialise(*init, field->getType(), {at.object, at.cell + *offset}))
      return fail("a lambda's capture is not executed");
    ++init;
  }
  return true;
}

} // namespace fporder::execute
