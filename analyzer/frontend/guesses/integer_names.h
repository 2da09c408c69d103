// Integers by their names: what a word says of a type that nothing else tells.
//
// Every answer is a guess. A guess makes arithmetic one of integers, which ends a finding; it never makes one.
#pragma once

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"

namespace fporder::frontend::guesses {

/// A type parameter called after an integer: Int, Index, N.
bool namesInteger(const clang::TemplateTypeParmDecl *parameter);

/// Traits::THREADS_PER_ROW: an integer constant by its looks.
bool namesIntegerConstant(const clang::Expr *expression);

/// A member type that is an integer by convention: size_type, difference_type, Index.
bool namesIntegerType(llvm::StringRef member);

/// A member, function or variable that counts: size, rows, stride, ndim, numel.
bool namesCount(llvm::StringRef member);

} // namespace fporder::frontend::guesses
