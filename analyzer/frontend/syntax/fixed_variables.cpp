#include "analyzer/frontend/syntax/fixed_variables.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

namespace fporder::frontend {
namespace {

/// A template's, or what was instantiated from one: code of the pattern names other declarations than that of its instantiations.
bool isOfTemplate(const clang::VarDecl *variable) {
  if (llvm::isa<clang::VarTemplateSpecializationDecl>(variable) || variable->getDescribedVarTemplate())
    return true;
  for (const clang::DeclContext *context = variable->getDeclContext(); context; context = context->getParent()) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(context);
    const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(context);
    if (context->isDependentContext() || (function && function->getTemplateInstantiationPattern()) ||
        (record && record->getTemplateInstantiationPattern()))
      return true;
  }
  return false;
}

/// A number or an array of numbers that no other unit can name, and for which nothing outside of the program looks.
bool mayBeFixed(const clang::VarDecl *variable) {
  const clang::QualType type = variable->getType();
  if (type->isDependentType() || type.isVolatileQualified() || !variable->hasGlobalStorage() || variable->hasAttr<clang::UsedAttr>() ||
      variable->hasAttr<clang::SectionAttr>())
    return false;
  return (variable->isStaticLocal() || !variable->isExternallyVisible()) && type->getBaseElementTypeUnsafe()->isArithmeticType();
}

class Writes : public clang::RecursiveASTVisitor<Writes> {
public:
  Writes(const clang::SourceManager &manager, llvm::DenseSet<const clang::VarDecl *> &into) : sources(manager), written(into) {}

  bool TraverseDecl(clang::Decl *declaration) {
    if (declaration && declaration->getLocation().isValid() && sources.isInSystemHeader(sources.getExpansionLoc(declaration->getLocation())))
      return true;
    return RecursiveASTVisitor::TraverseDecl(declaration);
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) {
    if (cast->getCastKind() == clang::CK_LValueToRValue)
      reads.insert(variableUnder(cast->getSubExpr()));
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *use) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
    if (variable && !reads.contains(use) && mayBeFixed(variable->getCanonicalDecl()))
      written.insert(variable->getCanonicalDecl());
    return true;
  }

private:
  /// v of `v` and `v[i][j]`.
  static const clang::Expr *variableUnder(const clang::Expr *read) {
    read = read->IgnoreParens();
    while (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(read)) {
      const auto *decay = llvm::dyn_cast<clang::ImplicitCastExpr>(element->getBase()->IgnoreParens());
      if (!decay || decay->getCastKind() != clang::CK_ArrayToPointerDecay)
        return nullptr;
      read = decay->getSubExpr()->IgnoreParens();
    }
    return read;
  }

  const clang::SourceManager &sources;
  llvm::DenseSet<const clang::VarDecl *> &written;
  llvm::DenseSet<const clang::Expr *> reads;
};

} // namespace

bool FixedVariables::contains(const clang::VarDecl *variable) {
  variable = variable->getCanonicalDecl();
  const clang::SourceManager &sources = context.getSourceManager();
  if (!mayBeFixed(variable) || isOfTemplate(variable) || context.getDiagnostics().hasErrorOccurred() ||
      sources.isInSystemHeader(sources.getExpansionLoc(variable->getLocation())))
    return false;
  if (!walked) {
    walked = true;
    Writes(sources, written).TraverseDecl(context.getTranslationUnitDecl());
  }
  return !written.contains(variable);
}

} // namespace fporder::frontend
