#include "test/unit/analyzer/frontend/snippet.h"

#include "analyzer/check/resource_directory.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

namespace fporder::test {

Snippet::Snippet(const std::string &code, std::vector<std::string> arguments, const std::string &file) {
  arguments.push_back("-w");
  llvm::Expected<std::string> resources = check::resolveResourceDirectory("");
  if (!resources)
    throw std::runtime_error(llvm::toString(resources.takeError()));
  arguments.push_back("-resource-dir=" + *resources);
  unit = clang::tooling::buildASTFromCodeWithArgs(code, arguments, file);
  if (!unit)
    throw std::runtime_error("cannot parse");
}

Snippet::~Snippet() = default;

clang::ASTContext &Snippet::context() { return unit->getASTContext(); }

std::vector<const clang::NamedDecl *> Snippet::declarations() {
  struct Finder : clang::RecursiveASTVisitor<Finder> {
    bool VisitNamedDecl(clang::NamedDecl *declaration) {
      found.push_back(declaration);
      return true;
    }
    bool shouldVisitTemplateInstantiations() const { return true; }
    std::vector<const clang::NamedDecl *> found;
  } finder;
  finder.TraverseDecl(context().getTranslationUnitDecl());
  return std::move(finder.found);
}

std::vector<const clang::Stmt *> Snippet::statements() {
  struct Finder : clang::RecursiveASTVisitor<Finder> {
    bool VisitStmt(clang::Stmt *statement) {
      found.push_back(statement);
      return true;
    }
    std::vector<const clang::Stmt *> found;
  } finder;
  finder.TraverseDecl(context().getTranslationUnitDecl());
  return std::move(finder.found);
}

} // namespace fporder::test
