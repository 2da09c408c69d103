// Which functions a call may be of when Clang leaves that open: in templates, and where a declaration is missing.
#pragma once

#include "analyzer/frontend/library/builder.h"

namespace fporder::frontend {

/// The functions by the call's name that are visible where it is written and can take as many arguments, as declared in templates: the callee itself
/// where it is known. Argument-dependent lookup and specialisations may find others when a template is instantiated. Empty when none is visible.
llvm::SmallVector<const clang::FunctionDecl *, 4> visibleCandidates(const Call &call);

/// The one function that a call can be of as far as can be seen, with its body; null where there are several, and where values of its template
/// parameters or what it returns are not followed.
const clang::FunctionDecl *onlyCandidate(const Call &call);

/// The expressions that an object is built from: T{&u, v}, {&u, v}, (u, v); nothing for any other expression.
std::optional<llvm::SmallVector<const clang::Expr *, 4>> partsOf(const clang::Expr *expression);

/// The type of the parameter that takes argument `position`; null where the candidates do not agree on whether they can write the argument, and where
/// there are none.
clang::QualType declaredParameter(const Call &call, unsigned position);

} // namespace fporder::frontend
