// Which functions can have anything to do with floating-point numbers.
//
// Kernels come with input and output, argument parsing and containers; evaluating those would take most of the time and find nothing. A function is
// relevant when an expression, a parameter or its result has a type that holds floating-point numbers, however indirectly: a pointer to them, an
// array, one of the user's classes with such a member, a standard container or function type of them. What depends on template parameters may.
#pragma once

#include "analyzer/frontend/types/types.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"

namespace fporder::frontend {

class Relevance {
public:
  Relevance(const clang::ASTContext &astContext, Types &known) : context(astContext), types(known) {}

  /// Precondition: `function` has a body. The answer is the same for the same function at any time.
  bool concerns(const clang::FunctionDecl *function);

  /// Whether values of this type hold floating-point numbers or lead to some.
  bool holdsFloating(clang::QualType type);

private:
  bool classify(clang::QualType type);
  bool classifyRecord(const clang::RecordDecl *record);

  const clang::ASTContext &context;
  Types &types;
  llvm::DenseMap<const clang::Type *, bool> known;     // by canonical type
  llvm::SmallVector<const clang::Type *, 16> underWay; // asked since the outermost question began
};

} // namespace fporder::frontend
