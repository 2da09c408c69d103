// The pass over a function's body that notes what its code says of open types: see type_evidence.h for what becomes of it.
#pragma once

#include "analyzer/frontend/types/type_evidence.h"
#include "analyzer/frontend/types/types.h"

#include "clang/AST/DeclTemplate.h"

namespace fporder::frontend {

/// Notes the evidence in `function` on `evidence`: in its type, its body, the lambdas in it, and the templates it belongs to. One walk, linear in the
/// size of the body; a body without open types costs the walk only.
void searchEvidence(const clang::FunctionDecl *function, TypeEvidence &evidence);

/// The same of a variable outside functions: in its type and its initializer, as of the constants of class templates.
void searchEvidence(clang::VarDecl *constant, TypeEvidence &evidence);

/// Tells `types` what is known of the type parameters met so far.
void declareParameters(TypeEvidence &evidence, Types &types);

/// The functions of a scope that have open types: templates, and members of class templates, instantiations left out.
std::vector<const clang::FunctionDecl *> openFunctions(const clang::DeclContext *scope, const clang::SourceManager &sources);

} // namespace fporder::frontend
