#include "analyzer/frontend/syntax/lambdas.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {
namespace {

class ClosureSearch : public clang::RecursiveASTVisitor<ClosureSearch> {
  using Base = clang::RecursiveASTVisitor<ClosureSearch>;

public:
  explicit ClosureSearch(llvm::function_ref<bool(clang::SourceLocation)> accepts) : isOwn(accepts) {}

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool shouldVisitImplicitCode() const { return false; }

  bool TraverseDecl(clang::Decl *declaration) {
    const bool isScope =
        llvm::isa_and_nonnull<clang::TranslationUnitDecl, clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration);
    const bool isOutermost = declaration && !isScope && declaration->getLexicalDeclContext()->isFileContext();
    return (isOutermost && !isOwn(declaration->getLocation())) || Base::TraverseDecl(declaration);
  }
  bool VisitLambdaExpr(clang::LambdaExpr *lambda) {
    found.push_back(lambda);
    return true;
  }

  std::vector<const clang::LambdaExpr *> found;

private:
  llvm::function_ref<bool(clang::SourceLocation)> isOwn;
};

const clang::CXXRecordDecl *closureOf(const clang::FunctionDecl *function) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function);
  return method && method->getParent()->isLambda() ? method->getParent() : nullptr;
}

/// Whether there is a lambda in the declaration: its class is declared in the function, class or file around it, however deep in there it is written.
bool declaresClosure(const clang::Decl *declaration) {
  if (const auto *pattern = llvm::dyn_cast<clang::TemplateDecl>(declaration); pattern && pattern->getTemplatedDecl())
    declaration = pattern->getTemplatedDecl();
  if (const auto *friendly = llvm::dyn_cast<clang::FriendDecl>(declaration); friendly && friendly->getFriendDecl())
    return declaresClosure(friendly->getFriendDecl());
  const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration);
  const auto *scope = llvm::dyn_cast<clang::DeclContext>(declaration);
  return (record && record->isLambda()) || (scope && llvm::any_of(scope->decls(), declaresClosure));
}

/// False where a walk over the statements would find nothing.
bool mayHoldLambdas(clang::ASTContext &context) {
  const auto isClosure = [](const clang::Decl *declaration) {
    const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration);
    return record && record->isLambda();
  };
  return llvm::any_of(context.getTraversalScope(),
                      [](const clang::Decl *each) { return llvm::isa<clang::TranslationUnitDecl>(each) || declaresClosure(each); }) ||
         llvm::any_of(context.getTranslationUnitDecl()->decls(), isClosure);
}

} // namespace

std::vector<const clang::LambdaExpr *> lambdasOf(clang::ASTContext &context, llvm::function_ref<bool(clang::SourceLocation)> isOwn) {
  if (!context.getLangOpts().CPlusPlus11 || !mayHoldLambdas(context))
    return {};
  ClosureSearch walk(isOwn);
  walk.TraverseDecl(context.getTranslationUnitDecl());
  return std::move(walk.found);
}

std::vector<const clang::FunctionDecl *> bodiesOf(const clang::LambdaExpr *lambda) {
  const clang::CXXMethodDecl *written = lambda->getCallOperator();
  std::vector<const clang::FunctionDecl *> bodies{written};
  if (const clang::FunctionTemplateDecl *pattern = written->getDescribedFunctionTemplate())
    llvm::append_range(bodies, pattern->specializations());
  llvm::erase_if(bodies, [](const clang::FunctionDecl *body) { return !body->doesThisDeclarationHaveABody(); });
  return bodies;
}

bool isSharedBy(const clang::FunctionDecl *lambda, const clang::VarDecl *variable) {
  const clang::CXXRecordDecl *closure = closureOf(lambda);
  const clang::DeclContext *scope = variable->getDeclContext();
  if (!closure || !variable->hasLocalStorage() || !scope->isFunctionOrMethod() || scope->Equals(lambda) || !scope->Encloses(lambda))
    return false;
  if (variable->getType().isConstQualified())
    return true;
  return llvm::none_of(closure->captures(), [&](const clang::LambdaCapture &capture) {
    return capture.capturesVariable() && capture.getCapturedVar() == variable && capture.getCaptureKind() == clang::LCK_ByCopy;
  });
}

const clang::CXXRecordDecl *classOfThis(const clang::FunctionDecl *function) {
  const clang::DeclContext *owner = function;
  for (bool isInside = true; isInside;) {
    const auto *around = llvm::dyn_cast<clang::FunctionDecl>(owner);
    const clang::CXXRecordDecl *closure = around ? closureOf(around) : nullptr;
    isInside = closure || llvm::isa<clang::CapturedDecl, clang::BlockDecl>(owner);
    if (isInside)
      owner = closure ? closure->getDeclContext() : owner->getParent();
  }
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(owner))
    return method->isInstance() ? method->getParent() : nullptr;
  return llvm::dyn_cast<clang::CXXRecordDecl>(owner); // a default member initialiser's
}

} // namespace fporder::frontend
