#include "analyzer/execute/arithmetic.h"
#include "analyzer/execute/interpreter.h"

namespace fporder::execute {

Interpreter::Result Interpreter::loadAt(Address address) {
  const Value *value = memory.cell(address, reason);
  if (!value)
    return std::nullopt;
  if (!value->isSet())
    return refuse("a value is read that was never set or cannot be drawn");
  if (loads && value->kind == Value::Kind::Floating)
    loads->push_back(address);
  return *value;
}

bool Interpreter::storeAt(Address address, const Value &value) {
  Value *cell = memory.cell(address, reason);
  if (!cell)
    return false;
  *cell = value;
  return true;
}

Interpreter::Result Interpreter::load(const clang::Expr *expression) {
  const Location at = locate(expression);
  return at ? loadAt(*at) : std::nullopt;
}

Interpreter::Result Interpreter::evaluate(const clang::Expr *expression) {
  const Nested nested(*this);
  if (!spend())
    return std::nullopt;
  if (expression->isValueDependent() || expression->isTypeDependent())
    return refuse("it depends on template parameters");
  Result value = evaluateKind(expression);
  if (value && !llvm::isa<clang::CompoundAssignOperator>(expression)) // that one records before it converts
    record(expression, *value);
  return value;
}

Interpreter::Result Interpreter::evaluateKind(const clang::Expr *expression) {
  if (expression->isGLValue() && !expression->getType()->isVoidType()) {
    const Location at = locate(expression);
    return at ? Result(Value::pointer(*at)) : std::nullopt; // discarded, or bound by who asked for it
  }
  switch (expression->getStmtClass()) {
  case clang::Stmt::ParenExprClass:
    return evaluate(llvm::cast<clang::ParenExpr>(expression)->getSubExpr());
  case clang::Stmt::ConstantExprClass:
  case clang::Stmt::ExprWithCleanupsClass:
    return evaluate(llvm::cast<clang::FullExpr>(expression)->getSubExpr());
  case clang::Stmt::MaterializeTemporaryExprClass:
    return evaluate(llvm::cast<clang::MaterializeTemporaryExpr>(expression)->getSubExpr());
  case clang::Stmt::SubstNonTypeTemplateParmExprClass:
    return evaluate(llvm::cast<clang::SubstNonTypeTemplateParmExpr>(expression)->getReplacement());
  case clang::Stmt::CXXDefaultArgExprClass:
    return evaluate(llvm::cast<clang::CXXDefaultArgExpr>(expression)->getExpr());
  case clang::Stmt::CXXDefaultInitExprClass:
    return evaluate(llvm::cast<clang::CXXDefaultInitExpr>(expression)->getExpr());
  case clang::Stmt::GenericSelectionExprClass:
    return evaluate(llvm::cast<clang::GenericSelectionExpr>(expression)->getResultExpr());
  case clang::Stmt::UnaryOperatorClass:
    return unary(llvm::cast<clang::UnaryOperator>(expression));
  case clang::Stmt::BinaryOperatorClass:
    return binary(llvm::cast<clang::BinaryOperator>(expression));
  case clang::Stmt::CompoundAssignOperatorClass:
    return assignCompound(llvm::cast<clang::CompoundAssignOperator>(expression));
  case clang::Stmt::CXXRewrittenBinaryOperatorClass:
    return evaluate(llvm::cast<clang::CXXRewrittenBinaryOperator>(expression)->getSemanticForm());
  case clang::Stmt::CXXBindTemporaryExprClass:
    return evaluate(llvm::cast<clang::CXXBindTemporaryExpr>(expression)->getSubExpr());
  case clang::Stmt::ConditionalOperatorClass:
    return choose(llvm::cast<clang::AbstractConditionalOperator>(expression));
  case clang::Stmt::CallExprClass:
  case clang::Stmt::CXXMemberCallExprClass:
  case clang::Stmt::CXXOperatorCallExprClass:
    return call(llvm::cast<clang::CallExpr>(expression));
  case clang::Stmt::CXXThisExprClass:
    return frame->self ? Result(Value::pointer(*frame->self)) : refuse("'this' is not known");
  case clang::Stmt::InitListExprClass: {
    const auto *list = llvm::cast<clang::InitListExpr>(expression);
    if (list->getNumInits() == 1)
      return evaluate(list->getInit(0));
    return list->getNumInits() == 0 ? converted(Value::integer(0, 32, true), list->getType()) : refuse("a list initialises a scalar");
  }
  default:
    if (const auto *conversion = llvm::dyn_cast<clang::CastExpr>(expression))
      return cast(conversion);
    return literal(expression);
  }
}

/// What is constant: literals, sizes, values of type traits.
Interpreter::Result Interpreter::literal(const clang::Expr *expression) {
  const clang::QualType type = expression->getType();
  switch (expression->getStmtClass()) {
  case clang::Stmt::FloatingLiteralClass: {
    const format::Format format = formatOf(context, type);
    if (format == format::Format::Unknown)
      return refuse("it computes with " + type.getAsString(context.getPrintingPolicy()));
    llvm::APFloat value = llvm::cast<clang::FloatingLiteral>(expression)->getValue();
    bool inexact = false;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
    return Value::floating(value.convertToDouble(), format);
  }
  case clang::Stmt::CXXNullPtrLiteralExprClass:
  case clang::Stmt::GNUNullExprClass:
    return Value::pointer({});
  case clang::Stmt::ImplicitValueInitExprClass:
  case clang::Stmt::CXXScalarValueInitExprClass:
    if (type->isVoidType())
      return Value{};
    return isObjectPointer(type) ? Result(Value::pointer({})) : converted(Value::integer(0, 32, true), type);
  case clang::Stmt::IntegerLiteralClass:
  case clang::Stmt::CharacterLiteralClass:
  case clang::Stmt::CXXBoolLiteralExprClass:
  case clang::Stmt::UnaryExprOrTypeTraitExprClass:
  case clang::Stmt::SizeOfPackExprClass:
  case clang::Stmt::TypeTraitExprClass:
  case clang::Stmt::CXXNoexceptExprClass:
  case clang::Stmt::RequiresExprClass:
  case clang::Stmt::ConceptSpecializationExprClass: {
    clang::Expr::EvalResult constant;
    if (formatOf(context, type) == format::Format::Integer && expression->EvaluateAsInt(constant, context)) {
      const llvm::APSInt &value = constant.Val.getInt();
      return Value::integer(value.extOrTrunc(64).getZExtValue(), static_cast<unsigned>(context.getTypeSize(type)),
                            type->isSignedIntegerOrEnumerationType());
    }
    break;
  }
  case clang::Stmt::DeclRefExprClass:
    if (const auto *enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(llvm::cast<clang::DeclRefExpr>(expression)->getDecl()))
      return converted(Value::integer(enumerator->getInitVal().extOrTrunc(64).getZExtValue(), 64, enumerator->getInitVal().isSigned()), type);
    break;
  default:
    break;
  }
  return refuse(std::string("it has a ") + expression->getStmtClassName());
}

Interpreter::Result Interpreter::choose(const clang::AbstractConditionalOperator *choice) {
  const std::optional<bool> truth = condition(choice->getCond());
  return truth ? evaluate(*truth ? choice->getTrueExpr() : choice->getFalseExpr()) : std::nullopt;
}

} // namespace fporder::execute
