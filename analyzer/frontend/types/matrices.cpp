#include "analyzer/frontend/types/matrices.h"

#include "runtime/limits/limits.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {

namespace {

bool namesInverse(llvm::StringRef name) {
  constexpr const char *names[] = {"transpose", "transposed", "inverse", "inversed", "inverted", "adjoint"};
  return llvm::any_of(names, [&](llvm::StringRef known) { return name.equals_insensitive(known); });
}

/// The class, or the pattern of the class template, that the type names; null for others, parameters of templates among them.
const clang::CXXRecordDecl *classOf(clang::QualType type) {
  type = type.getNonReferenceType().getUnqualifiedType();
  if (const auto *specialization = type->getAs<clang::TemplateSpecializationType>(); specialization && !specialization->isTypeAlias()) {
    const auto *primary = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(specialization->getTemplateName().getAsTemplateDecl());
    return primary ? primary->getTemplatedDecl() : nullptr;
  }
  if (const auto *alias = type->getAs<clang::TemplateSpecializationType>(); alias && alias->isTypeAlias())
    return classOf(alias->getAliasedType());
  return type->getAsCXXRecordDecl();
}

bool isMatrixMember(const clang::Decl *member) {
  if (const auto *generic = llvm::dyn_cast<clang::FunctionTemplateDecl>(member))
    member = generic->getTemplatedDecl();
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(member);
  if (!method)
    return false;
  if (method->getOverloadedOperator() == clang::OO_Call)
    return method->getNumParams() == 2;
  return method->getIdentifier() && namesInverse(method->getName());
}

bool isMatrixClass(const clang::CXXRecordDecl *record) {
  const clang::CXXRecordDecl *definition = record ? record->getDefinition() : nullptr;
  return definition && llvm::any_of(definition->decls(), isMatrixMember);
}

llvm::StringRef calleeName(const clang::CallExpr *call) {
  const clang::Expr *callee = call->getCallee()->IgnoreParenImpCasts();
  if (const auto *member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(callee))
    return member->getMember().isIdentifier() ? member->getMember().getAsIdentifierInfo()->getName() : "";
  if (const auto *member = llvm::dyn_cast<clang::UnresolvedMemberExpr>(callee))
    return member->getMemberName().isIdentifier() ? member->getMemberName().getAsIdentifierInfo()->getName() : "";
  if (const auto *overloads = llvm::dyn_cast<clang::UnresolvedLookupExpr>(callee))
    return overloads->getName().isIdentifier() ? overloads->getName().getAsIdentifierInfo()->getName() : "";
  const auto *function = call->getDirectCallee();
  return function && function->getIdentifier() ? function->getName() : "";
}

bool isArithmetic(clang::OverloadedOperatorKind kind) {
  return kind == clang::OO_Plus || kind == clang::OO_Minus || kind == clang::OO_Star || kind == clang::OO_Slash;
}

bool isMatrixBelow(const clang::Expr *expression, unsigned operators) {
  expression = expression->IgnoreParenImpCasts();
  if (limits::reaches(limits::Limit::MatrixOperators, operators))
    return false;
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return (operation->isAdditiveOp() || operation->isMultiplicativeOp()) &&
           (isMatrixBelow(operation->getLHS(), operators + 1) || isMatrixBelow(operation->getRHS(), operators + 1));
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression); unary && unary->getOpcode() == clang::UO_Minus)
    return isMatrixBelow(unary->getSubExpr(), operators + 1);
  if (const auto *overloaded = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression); overloaded && isArithmetic(overloaded->getOperator()))
    return llvm::any_of(overloaded->arguments(), [&](const clang::Expr *argument) { return isMatrixBelow(argument, operators + 1); });
  if (isMatrixClass(classOf(expression->getType())))
    return true;
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression); call && !llvm::isa<clang::CXXOperatorCallExpr>(call))
    return namesInverse(calleeName(call));
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const auto *variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  return variable && variable->getType()->getContainedAutoType() && variable->getInit() && isMatrixBelow(variable->getInit(), operators + 1);
}

/// A parameter of a template, a number or what is computed of such: nothing says that it is an object.
bool mayBeNumber(const clang::Expr *expression) { return !isMatrix(expression) && !classOf(expression->getType()); }

} // namespace

bool isMatrix(const clang::Expr *expression) { return isMatrixBelow(expression, 0); }

bool isMatrixProduct(const clang::Expr *left, const clang::Expr *right) {
  return (isMatrix(left) && !mayBeNumber(right)) || (isMatrix(right) && !mayBeNumber(left));
}

} // namespace fporder::frontend
