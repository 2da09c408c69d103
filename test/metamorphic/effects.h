// What simple statements read and write: declarations of scalars, assignments, without calls of unknown effect.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <optional>
#include <set>

namespace fporder::test {

struct Effects {
  std::set<const clang::ValueDecl *> reads, writes; // variables
  bool readsMemory = false, writesMemory = false;   // elements, fields, what pointers and references reach
};

/// Variables that something else than their name may read or write: they are bound to references, captured, or their address is taken.
using Exposed = std::set<const clang::ValueDecl *>;
Exposed exposedIn(clang::ASTContext &context);

/// Nothing where the statement is not so simple.
std::optional<Effects> effectsOf(const clang::Stmt *statement, const Exposed &exposed);

bool independent(const std::optional<Effects> &first, const std::optional<Effects> &second);

/// An expression whose value can be computed a statement earlier, and never or twice: it reads, computes and calls functions of Clang's table only.
bool isPure(const clang::Expr *expression);

} // namespace fporder::test
