#include "analyzer/frontend/templates.h"

#include "clang/AST/ASTConcept.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {
namespace {

using Names = std::initializer_list<llvm::StringRef>;

const clang::TemplateTypeParmDecl *parameterOf(clang::QualType type) {
  if (type.isNull())
    return nullptr;
  const auto *parameter = type.getNonReferenceType()->getAs<clang::TemplateTypeParmType>();
  return parameter ? parameter->getDecl() : nullptr;
}

bool isIntegerOnlyOperator(clang::BinaryOperatorKind kind) {
  switch (kind) {
  case clang::BO_Rem:
  case clang::BO_And:
  case clang::BO_Or:
  case clang::BO_Xor:
  case clang::BO_RemAssign:
  case clang::BO_AndAssign:
  case clang::BO_OrAssign:
  case clang::BO_XorAssign:
  case clang::BO_Shl:
  case clang::BO_Shr:
  case clang::BO_ShlAssign:
  case clang::BO_ShrAssign:
    return true;
  default:
    return false;
  }
}

bool isIntegralTrait(llvm::StringRef name) {
  return llvm::is_contained(Names{"is_integral", "is_integral_v", "is_unsigned", "is_unsigned_v", "integral", "unsigned_integral", "signed_integral"},
                            name);
}

/// Collects the parameters whose values a body treats as integers.
class IntegerUses : public clang::RecursiveASTVisitor<IntegerUses> {
public:
  IntegerUses(std::vector<const clang::TemplateTypeParmDecl *> &into, const clang::ASTContext &astContext) : found(into), context(astContext) {}

  bool VisitBinaryOperator(clang::BinaryOperator *expression) {
    if (isIntegerOnlyOperator(expression->getOpcode())) {
      note(expression->getRHS());
      // `stream << value` says nothing about value's type, and `x << n` makes an integer of x only when x is a parameter's value itself.
      if (!isShift(expression->getOpcode()))
        note(expression->getLHS());
    }
    if (roundsUp(expression) || roundsDown(expression))
      noteAll(expression);
    return true;
  }
  /// The same where overloads are in scope, for vectors say: lookup is left open until the template is instantiated.
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *expression) {
    const clang::OverloadedOperatorKind kind = expression->getOperator();
    const bool integerOnly = kind == clang::OO_Percent || kind == clang::OO_PercentEqual || kind == clang::OO_Tilde ||
                             ((kind == clang::OO_Amp || kind == clang::OO_Pipe || kind == clang::OO_Caret) && expression->getNumArgs() == 2);
    if (integerOnly && expression->isTypeDependent())
      for (const clang::Expr *argument : expression->arguments())
        note(argument);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *expression) {
    if (expression->getOpcode() == clang::UO_Not)
      note(expression->getSubExpr());
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *expression) {
    // Clang takes the side of integer type for the index, which a dependent one is not.
    clang::QualType right = expression->getRHS()->getType();
    note(right->isPointerType() || right->isArrayType() ? expression->getLHS() : expression->getRHS());
    return true;
  }

private:
  static bool isShift(clang::BinaryOperatorKind kind) {
    return kind == clang::BO_Shl || kind == clang::BO_Shr || kind == clang::BO_ShlAssign || kind == clang::BO_ShrAssign;
  }
  static bool same(const clang::Expr *left, const clang::Expr *right, const clang::ASTContext &context) {
    llvm::FoldingSetNodeID a, b;
    left->IgnoreParenImpCasts()->Profile(a, context, /*Canonical=*/true);
    right->IgnoreParenImpCasts()->Profile(b, context, /*Canonical=*/true);
    return a == b;
  }
  static const clang::BinaryOperator *binary(const clang::Expr *expression, clang::BinaryOperatorKind kind) {
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts());
    return operation && operation->getOpcode() == kind ? operation : nullptr;
  }
  static bool isOne(const clang::Expr *expression) {
    const auto *literal = llvm::dyn_cast<clang::IntegerLiteral>(expression->IgnoreParenImpCasts());
    return literal && literal->getValue() == 1;
  }
  /// (x + y - 1) / y divides integers, rounding up.
  bool roundsUp(const clang::BinaryOperator *quotient) const {
    if (quotient->getOpcode() != clang::BO_Div || !quotient->isTypeDependent())
      return false;
    if (const auto *less = binary(quotient->getLHS(), clang::BO_Sub); less && isOne(less->getRHS()))
      if (const auto *sum = binary(less->getLHS(), clang::BO_Add))
        return same(sum->getRHS(), quotient->getRHS(), context) || same(sum->getLHS(), quotient->getRHS(), context);
    if (const auto *sum = binary(quotient->getLHS(), clang::BO_Add))
      if (const auto *less = binary(sum->getRHS(), clang::BO_Sub); less && isOne(less->getRHS()))
        return same(less->getLHS(), quotient->getRHS(), context);
    return false;
  }
  /// x / y * y rounds an integer down to a multiple.
  bool roundsDown(const clang::BinaryOperator *product) const {
    if (product->getOpcode() != clang::BO_Mul || !product->isTypeDependent())
      return false;
    const auto *quotient = binary(product->getLHS(), clang::BO_Div);
    return quotient && same(quotient->getRHS(), product->getRHS(), context);
  }
  void noteAll(const clang::Expr *expression) {
    note(expression);
    for (const clang::Stmt *child : expression->children())
      if (const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child))
        noteAll(operand);
  }
  void note(const clang::Expr *expression) {
    expression = expression->IgnoreParenImpCasts();
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
      if (const auto *parameter = parameterOf(reference->getDecl()->getType()))
        found.push_back(parameter);
  }

  std::vector<const clang::TemplateTypeParmDecl *> &found;
  const clang::ASTContext &context;
};

/// Finds is_integral<T> and friends in declarations: enable_if arguments, default template arguments.
class IntegralTraits : public clang::RecursiveASTVisitor<IntegralTraits> {
public:
  explicit IntegralTraits(std::vector<const clang::TemplateTypeParmDecl *> &into) : found(into) {}

  bool VisitTemplateSpecializationTypeLoc(clang::TemplateSpecializationTypeLoc location) {
    const clang::TemplateDecl *primary = location.getTypePtr()->getTemplateName().getAsTemplateDecl();
    if (primary && isIntegralTrait(primary->getName()))
      for (const clang::TemplateArgument &argument : location.getTypePtr()->template_arguments())
        note(argument);
    return true;
  }
  bool VisitDependentScopeDeclRefExpr(clang::DependentScopeDeclRefExpr *) { return true; }
  bool VisitUnresolvedLookupExpr(clang::UnresolvedLookupExpr *expression) {
    if (isIntegralTrait(expression->getName().getAsString()))
      for (const clang::TemplateArgumentLoc &argument : expression->template_arguments())
        note(argument.getArgument());
    return true;
  }

private:
  void note(const clang::TemplateArgument &argument) {
    if (argument.getKind() == clang::TemplateArgument::Type)
      if (const auto *parameter = parameterOf(argument.getAsType()))
        found.push_back(parameter);
  }

  std::vector<const clang::TemplateTypeParmDecl *> &found;
};

} // namespace

bool namesIntegerMember(llvm::StringRef name) {
  return llvm::is_contained(Names{"size_type", "difference_type", "index_type", "Index", "StorageIndex", "int_type", "rank_type"}, name);
}

bool namesInteger(const clang::TemplateTypeParmDecl *parameter) {
  if (const clang::TypeConstraint *constraint = parameter->getTypeConstraint()) {
    llvm::StringRef concept_ = constraint->getNamedConcept()->getName();
    if (concept_.contains("floating"))
      return false;
    if (isIntegralTrait(concept_))
      return true;
  }
  llvm::StringRef name = parameter->getName();
  return llvm::is_contained(Names{"I", "N", "Int", "Integer", "Integral", "Index", "Idx", "Size", "UInt", "IntT", "IntType", "SizeT", "Offset"},
                            name) ||
         name.starts_with("Index") || name.starts_with("index_") || name.ends_with("Index") || name.ends_with("IndexT") ||
         name.ends_with("IndexType");
}

std::vector<const clang::TemplateTypeParmDecl *> integralParameters(const clang::FunctionDecl *function) {
  std::vector<const clang::TemplateTypeParmDecl *> found;
  IntegralTraits traits(found);
  if (const clang::FunctionTemplateDecl *described = function->getDescribedFunctionTemplate())
    for (clang::NamedDecl *parameter : *described->getTemplateParameters())
      traits.TraverseDecl(parameter);
  if (const clang::TypeSourceInfo *written = function->getTypeSourceInfo())
    traits.TraverseTypeLoc(written->getTypeLoc());
  if (function->doesThisDeclarationHaveABody())
    IntegerUses(found, function->getASTContext()).TraverseStmt(function->getBody());
  return found;
}

} // namespace fporder::frontend
