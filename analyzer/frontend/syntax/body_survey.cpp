#include "analyzer/frontend/syntax/body_survey.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {
namespace {

class Survey : public clang::RecursiveASTVisitor<Survey> {
public:
  Survey(Types &known, Relevance &decided, BodyFacts &into, const clang::FunctionDecl *walked)
      : types(known), relevance(decided), facts(into), function(walked), written(isWritten(walked)),
        hasFields(written && walked->getASTContext().getLangOpts().CPlusPlus) {}

  void run() {
    facts.concerned = relevance.holdsFloating(function->getReturnType()) ||
                      llvm::any_of(function->parameters(), [&](const clang::ParmVarDecl *each) { return relevance.holdsFloating(each->getType()); });
    if (const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function))
      for (const clang::CXXCtorInitializer *initialiser : constructor->inits())
        initialised(initialiser);
    inBody = true;
    TraverseStmt(function->getBody());
  }

  /// An instantiation is walked no further than to the first such expression.
  bool VisitExpr(clang::Expr *expression) {
    facts.concerned = facts.concerned || relevance.holdsFloating(expression->getType());
    return written || !facts.concerned;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    facts.operations += inBody && written && !call->getType()->isVoidType() && types.isFloating(call->getType());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *operation) {
    if (operation->isAdditiveOp() || operation->isMultiplicativeOp() || operation->isCompoundAssignmentOp())
      facts.operations += inBody && written && types.isFloating(operation->getType());
    if (operation->isAssignmentOp())
      stored(operation->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) {
    if (operation->isIncrementDecrementOp())
      stored(operation->getSubExpr());
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) {
    if (hasFields && (cast->getCastKind() == clang::CK_LValueToRValue || cast->getType().isConstQualified()))
      if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(cast->getSubExpr()->IgnoreParenImpCasts()))
        harmless.insert(member);
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    // Reads in templates carry no conversion; what they bind to is not known, and taken for a read.
    if (inBody && hasFields && field && !harmless.contains(member) && !function->isDependentContext() && !member->getType().isConstQualified())
      add(field, facts.lost);
    return true;
  }

private:
  void initialised(const clang::CXXCtorInitializer *initialiser) {
    if (hasFields && initialiser->isAnyMemberInitializer() && initialiser->isWritten())
      add(initialiser->getAnyMember(), facts.stored);
    TraverseStmt(initialiser->getInit());
  }

  void stored(const clang::Expr *target) {
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(target->IgnoreParens());
    const auto *field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
    if (!inBody || !hasFields || !field)
      return;
    harmless.insert(member);
    add(field, llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) ? facts.stored : facts.lost);
  }

  void add(const clang::FieldDecl *field, llvm::SmallVectorImpl<const clang::FieldDecl *> &to) {
    if (types.info(field->getType()).isNumber() && !llvm::is_contained(to, field))
      to.push_back(field);
  }

  Types &types;
  Relevance &relevance;
  BodyFacts &facts;
  const clang::FunctionDecl *function;
  const bool written, hasFields;
  bool inBody = false; // initialisers of constructors are looked at for their types only
  llvm::DenseSet<const clang::MemberExpr *> harmless;
};

} // namespace

bool isWritten(const clang::FunctionDecl *function) {
  const clang::FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  return !pattern || pattern == function;
}

const BodyFacts &BodySurvey::of(const clang::FunctionDecl *function) {
  std::unique_ptr<BodyFacts> &known = facts[function];
  if (!known) {
    known = std::make_unique<BodyFacts>();
    Survey(types, relevance, *known, function).run();
  }
  return *known;
}

} // namespace fporder::frontend
