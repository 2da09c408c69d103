#include "analyzer/frontend/templates/open_operations.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {
namespace {

std::optional<Operation> operatorOf(const clang::CXXOperatorCallExpr *call) {
  if (call->getNumArgs() != 2)
    return std::nullopt;
  switch (call->getOperator()) {
  case clang::OO_Subscript:
  case clang::OO_Call:
  case clang::OO_Arrow:
  case clang::OO_ArrowStar:
  case clang::OO_PlusPlus:
  case clang::OO_MinusMinus:
  case clang::OO_Coawait:
  case clang::OO_Exclaim:
  case clang::OO_Tilde:
    return std::nullopt;
  default:
    return Operation{clang::BinaryOperator::getOverloadedOpcode(call->getOperator()), call->getArg(0), call->getArg(1)};
  }
}

std::optional<Operation> binary(const clang::Expr *expression, clang::BinaryOperatorKind kind) {
  const std::optional<Operation> found = operationOf(expression->IgnoreParenImpCasts());
  return found && found->kind == kind ? found : std::nullopt;
}

bool same(const clang::Expr *left, const clang::Expr *right, const clang::ASTContext &context) {
  llvm::FoldingSetNodeID a, b;
  left->IgnoreParenImpCasts()->Profile(a, context, /*Canonical=*/true);
  right->IgnoreParenImpCasts()->Profile(b, context, /*Canonical=*/true);
  return a == b;
}

bool isOne(const clang::Expr *expression) {
  const auto *one = llvm::dyn_cast<clang::IntegerLiteral>(expression->IgnoreParenImpCasts());
  return one && one->getValue() == 1;
}

bool roundsUp(const Operation &quotient, const clang::ASTContext &context) {
  if (const auto less = binary(quotient.left, clang::BO_Sub); less && isOne(less->right))
    if (const auto sum = binary(less->left, clang::BO_Add))
      return same(sum->right, quotient.right, context) || same(sum->left, quotient.right, context);
  if (const auto sum = binary(quotient.left, clang::BO_Add))
    if (const auto less = binary(sum->right, clang::BO_Sub); less && isOne(less->right))
      return same(less->left, quotient.right, context);
  return false;
}

bool roundsDown(const Operation &product, const clang::ASTContext &context) {
  const auto quotient = binary(product.left, clang::BO_Div);
  return quotient && same(quotient->right, product.right, context);
}

} // namespace

std::optional<Operation> operationOf(const clang::Expr *expression) {
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return Operation{operation->getOpcode(), operation->getLHS(), operation->getRHS()};
  const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
  return call ? operatorOf(call) : std::nullopt;
}

bool isShift(clang::BinaryOperatorKind kind) {
  return kind == clang::BO_Shl || kind == clang::BO_Shr || kind == clang::BO_ShlAssign || kind == clang::BO_ShrAssign;
}

bool isIntegerOnly(clang::BinaryOperatorKind kind) {
  return isShift(kind) || clang::BinaryOperator::isBitwiseOp(kind) || kind == clang::BO_Rem || kind == clang::BO_RemAssign ||
         kind == clang::BO_AndAssign || kind == clang::BO_OrAssign || kind == clang::BO_XorAssign;
}

bool isArithmetic(clang::BinaryOperatorKind kind) {
  return kind == clang::BO_Add || kind == clang::BO_Sub || kind == clang::BO_Mul || kind == clang::BO_Div;
}

bool isText(const clang::Expr *operand) {
  operand = operand->IgnoreParenImpCasts();
  if (llvm::isa<clang::StringLiteral>(operand))
    return true;
  const clang::QualType type = operand->getType();
  const clang::CXXRecordDecl *record = type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->getIdentifier() && llvm::is_contained({"basic_string", "basic_string_view", "path"}, record->getName());
}

bool roundsToMultiple(const Operation &operation, const clang::ASTContext &context) {
  return operation.kind == clang::BO_Div ? roundsUp(operation, context) : operation.kind == clang::BO_Mul && roundsDown(operation, context);
}

} // namespace fporder::frontend
