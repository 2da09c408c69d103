// Which types can have anything to do with floating-point numbers.
//
// Those that hold some, however indirectly: a pointer to them, an array, one of the user's classes with such a member, a standard container or
// function type of them. What depends on template parameters may. See syntax/body_survey.h for what functions have to do with them.
#pragma once

#include "analyzer/frontend/types/types.h"

#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"

namespace fporder::frontend {

class Relevance {
public:
  Relevance(const clang::ASTContext &astContext, Types &known) : context(astContext), types(known) {}

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
