// A piece of C or C++ parsed in memory, with ways to find its parts by name.
#pragma once

#include "analyzer/check/resource_directory.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace fporder::test {

class Snippet {
public:
  explicit Snippet(const std::string &code, std::vector<std::string> arguments = {}, const std::string &file = "input.cpp") {
    arguments.push_back("-w");
    llvm::Expected<std::string> resources = check::resolveResourceDirectory("");
    if (!resources)
      throw std::runtime_error(llvm::toString(resources.takeError()));
    arguments.push_back("-resource-dir=" + *resources);
    unit = clang::tooling::buildASTFromCodeWithArgs(code, arguments, file);
    if (!unit)
      throw std::runtime_error("cannot parse");
  }

  clang::ASTContext &context() { return unit->getASTContext(); }

  /// The first declaration of type T with this name, anywhere in the snippet.
  template <class T> const T *find(llvm::StringRef name) {
    struct Finder : clang::RecursiveASTVisitor<Finder> {
      bool VisitNamedDecl(clang::NamedDecl *declaration) {
        if (const auto *candidate = llvm::dyn_cast<T>(declaration); candidate && !found && candidate->getNameAsString() == name)
          found = candidate;
        return !found;
      }
      bool shouldVisitTemplateInstantiations() const { return true; }
      llvm::StringRef name;
      const T *found = nullptr;
    } finder;
    finder.name = name;
    finder.TraverseDecl(context().getTranslationUnitDecl());
    if (!finder.found)
      throw std::runtime_error("no declaration named " + name.str());
    return finder.found;
  }

  clang::QualType typeOf(llvm::StringRef variable) { return find<clang::ValueDecl>(variable)->getType(); }

  /// All nodes of type T in source order.
  template <class T> std::vector<const T *> all() {
    struct Finder : clang::RecursiveASTVisitor<Finder> {
      bool VisitStmt(clang::Stmt *statement) {
        if (const auto *candidate = llvm::dyn_cast<T>(statement))
          found.push_back(candidate);
        return true;
      }
      std::vector<const T *> found;
    } finder;
    finder.TraverseDecl(context().getTranslationUnitDecl());
    return finder.found;
  }

private:
  std::unique_ptr<clang::ASTUnit> unit;
};

} // namespace fporder::test
