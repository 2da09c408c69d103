#include "analyzer/frontend/syntax/own_names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

namespace fporder::frontend {

namespace {

class Declared : public clang::RecursiveASTVisitor<Declared> {
public:
  explicit Declared(llvm::StringSet<> &names) : found(names) {}

  bool VisitNamedDecl(clang::NamedDecl *declaration) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    const bool isLibrarys = function && function->getBuiltinID() != 0 && !function->hasBody();
    const bool repeats = llvm::isa<clang::UsingDecl, clang::UsingShadowDecl, clang::UsingDirectiveDecl>(declaration);
    if (declaration->getIdentifier() && !declaration->isImplicit() && !isLibrarys && !repeats)
      found.insert(declaration->getName());
    return true;
  }

private:
  llvm::StringSet<> &found;
};

} // namespace

bool OwnNames::contains(std::string_view name) {
  if (const auto known = context.Idents.find(name); known != context.Idents.end() && known->second->hasMacroDefinition())
    return true;
  if (!declared) {
    Declared visitor(declared.emplace());
    const clang::SourceManager &manager = context.getSourceManager();
    for (clang::Decl *declaration : context.getTranslationUnitDecl()->decls())
      if (!declaration->getLocation().isInvalid() && !manager.isInSystemHeader(manager.getExpansionLoc(declaration->getLocation())))
        visitor.TraverseDecl(declaration);
  }
  return declared->contains(name);
}

} // namespace fporder::frontend
