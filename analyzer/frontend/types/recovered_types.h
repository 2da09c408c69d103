// Types that Clang made up because a name was not found.
//
// Where a type name is unknown, Clang goes on with int. Nothing may be concluded from that: `long area(const Missing &m)` says nothing about m. Such
// a variable's or parameter's type, and such a result, becomes the unknown (dependent) type. Fields keep theirs, which the layout of their class
// needs; Clang makes no expression of them.
#pragma once

#include "clang/AST/ASTContext.h"

namespace fporder::frontend {

/// Whether `type` is, or names by way of other names, a typedef or alias whose own type was not found: `typedef Missing<double, 3> Vector`. Clang
/// goes on with int there too, and converts to it wherever the name is used.
bool isRecovered(clang::QualType type, const clang::ASTContext &context);

/// Changes declarations of the traversal scope; a unit without errors is left alone. To be called once, before anything looks at their types.
void forgetRecoveredTypes(clang::ASTContext &context);

} // namespace fporder::frontend
