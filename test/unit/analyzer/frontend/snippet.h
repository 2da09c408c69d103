// A piece of C or C++ parsed in memory, with ways to find its parts by name.
#pragma once

#include "analyzer/frontend/clang_headers.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace clang {
class ASTUnit;
}

namespace fporder::test {

class Snippet {
public:
  explicit Snippet(const std::string &code, std::vector<std::string> arguments = {}, const std::string &file = "input.cpp");
  ~Snippet();

  clang::ASTContext &context();

  /// The first declaration of type T with this name, anywhere in the snippet, instantiations of templates included.
  template <class T> const T *find(llvm::StringRef name) {
    for (const clang::NamedDecl *declaration : declarations())
      if (const auto *candidate = llvm::dyn_cast<T>(declaration); candidate && candidate->getNameAsString() == name)
        return candidate;
    throw std::runtime_error("no declaration named " + name.str());
  }

  clang::QualType typeOf(llvm::StringRef variable) { return find<clang::ValueDecl>(variable)->getType(); }

  /// All nodes of type T in source order.
  template <class T> std::vector<const T *> all() {
    std::vector<const T *> found;
    for (const clang::Stmt *statement : statements())
      if (const auto *candidate = llvm::dyn_cast<T>(statement))
        found.push_back(candidate);
    return found;
  }

private:
  // Both walk the tree in one place: a walk for each T would be compiled in every test.
  std::vector<const clang::NamedDecl *> declarations();
  std::vector<const clang::Stmt *> statements();

  std::unique_ptr<clang::ASTUnit> unit;
};

} // namespace fporder::test
