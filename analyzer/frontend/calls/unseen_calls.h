// What expressions hand to code that is not seen.
#pragma once

#include "clang/AST/Expr.h"

namespace fporder::frontend {

/// True for an expression that designates an object, in a template also where Clang leaves that open, unless its type is const.
bool isModifiable(const clang::Expr *expression);

/// True when evaluating the expression once more would change nothing.
bool isRepeatable(const clang::Stmt *expression);

} // namespace fporder::frontend
