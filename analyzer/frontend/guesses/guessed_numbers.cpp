#include "analyzer/frontend/guesses/guessed_numbers.h"

#include "runtime/limits/limits.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace fporder::frontend {
namespace {

bool isUnknownBound(const clang::EnumConstantDecl *enumerator) {
  const auto *mark = enumerator->getAttr<clang::AnnotateAttr>();
  return mark && mark->getAnnotation() == unknownBoundAnnotation;
}

/// Its value may depend on how many elements arrays have.
bool isSize(const clang::Stmt *part) {
  if (llvm::isa<clang::OffsetOfExpr>(part))
    return true;
  const auto *size = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(part);
  return size && size->getKind() == clang::UETT_SizeOf && (size->getTypeOfArgument()->isArrayType() || size->getTypeOfArgument()->isRecordType());
}

} // namespace

std::string guessedNumber(const Options &options, const clang::Expr *literal) {
  return options.guessedNumber ? options.guessedNumber(literal->getBeginLoc()) : "";
}

bool holdsGuessedNumber(const Options &options, const clang::Expr *expression) {
  if (options.sizesAreKnown())
    return false;
  llvm::SmallVector<const clang::Stmt *, 16> work{expression};
  llvm::SmallVector<const clang::ValueDecl *, 4> read;
  const auto visit = [&](const clang::ValueDecl *declaration, const clang::Expr *value) {
    if (value && !llvm::is_contained(read, declaration)) {
      read.push_back(declaration);
      work.push_back(value);
    }
  };
  for (std::size_t at = 0; at < work.size(); ++at) {
    if (limits::reaches(limits::Limit::GuessedExpressions, at))
      return true;
    if (isSize(work[at]))
      return true;
    if (const auto *literal = llvm::dyn_cast<clang::IntegerLiteral>(work[at]); literal && !guessedNumber(options, literal).empty())
      return true;
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(work[at])) {
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
        visit(variable, variable->getInit());
      else if (const auto *enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(reference->getDecl()); enumerator && isUnknownBound(enumerator))
        return true;
      else if (enumerator)
        visit(enumerator, enumerator->getInitExpr());
    }
    for (const clang::Stmt *child : work[at]->children())
      if (child)
        work.push_back(child);
  }
  return false;
}

} // namespace fporder::frontend
