// The lambdas that a translation unit writes: each may get a procedure of its own. See translate.h.
#pragma once

#include "clang/AST/Decl.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace clang {
class LambdaExpr;
}

namespace fporder::frontend {

/// The lambdas in declarations that `isOwn` accepts, in source order, each before those inside it; wherever an expression may stand: in bodies,
/// initialisers, default arguments. Instantiations of templates are left out, for which the pattern stands. One walk.
std::vector<const clang::LambdaExpr *> lambdasOf(clang::ASTContext &context, llvm::function_ref<bool(clang::SourceLocation)> isOwn);

/// The bodies of a lambda: the one that is written, and of a generic one those that the unit makes of it.
std::vector<const clang::FunctionDecl *> bodiesOf(const clang::LambdaExpr *lambda);

/// True for what a lambda's body shares with the functions around it: a local variable of theirs that it refers to, or a copy that no code may
/// change. False for the copies of other variables, which are the lambda's own.
bool isSharedBy(const clang::FunctionDecl *lambda, const clang::VarDecl *variable);

/// The class whose object `this` is in the body of `function`; null when there is none. In a lambda that is the object of the function around it.
const clang::CXXRecordDecl *classOfThis(const clang::FunctionDecl *function);

} // namespace fporder::frontend
