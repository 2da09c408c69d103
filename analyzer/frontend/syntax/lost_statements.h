// Statements that are in the text and not in Clang's tree: it drops those that it finds errors in ("missing.load(u);", where nothing declares
// missing).
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

#include <string>
#include <vector>

namespace fporder::frontend {

/// The identifiers in what is written in `block` before its child `next` (`next` its size: before its end) and behind the child before, where that is
/// a statement that the tree lacks. What stands under a condition of the preprocessor is not looked at, and macros that left nothing are no
/// statement. Empty, too, when the unit has no errors.
std::vector<std::string> namesLost(const clang::ASTContext &context, const clang::CompoundStmt *block, unsigned next);

/// The identifiers of the statement with an error in it that Clang has put an empty one for, as what a branch or a loop runs; none where the source
/// has an empty statement.
std::vector<std::string> namesLost(const clang::ASTContext &context, const clang::NullStmt *empty);

/// The identifiers of what a loop does after each iteration, where Clang has dropped it for an error.
std::vector<std::string> namesLost(const clang::ASTContext &context, const clang::ForStmt *loop);

/// The identifiers in the text of an expression: of one that Clang recovered from an error without its parts.
std::vector<std::string> namesIn(const clang::ASTContext &context, clang::SourceRange text);

} // namespace fporder::frontend
