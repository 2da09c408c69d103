// Variables that keep the constant with which the unit initialises them, though nothing declares them constant: `static float scale = 0.5f;`.
//
// Numbers and arrays of numbers with internal linkage, static local variables among them, of which every use in the unit is a read. An address, a
// reference, a capture and a cast are taken for writes. Nothing is known of variables of templates, whose instantiations have their own, of system
// headers, which are not walked, and in a unit with syntax errors, whose lost statements may write.
#pragma once

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class ASTContext;
}

namespace fporder::frontend {

class FixedVariables {
public:
  explicit FixedVariables(clang::ASTContext &unit) : context(unit) {}

  /// The whole unit is walked when this is asked for first.
  bool contains(const clang::VarDecl *variable);

private:
  clang::ASTContext &context;
  bool walked = false;
  llvm::DenseSet<const clang::VarDecl *> written; // canonical
};

} // namespace fporder::frontend
