// The one walk over a function's body before it is evaluated: what is asked of all of its expressions at once.
//
// It gathers whether the function has anything to do with floating-point numbers, how many floating-point operations it spells, and which fields its
// body stores. Each body is walked once, when it is first asked for; the fields of a class are asked for in all functions of the unit, the rest only
// in those that get procedures. Other walks are at other times: what a name that was not found makes of types (types/recovered_types.h) and the
// evidence for open types (types/evidence_search.h) come before, for the types that are asked for here rest on them; the traits of a template's
// parameters (templates/) are in its declaration and not in its body; operators that reached no graph (syntax/operators.h) are counted behind the
// evaluation.
#pragma once

#include "analyzer/frontend/syntax/relevance.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>

namespace fporder::frontend {

/// False for what the compiler makes of a template.
bool isWritten(const clang::FunctionDecl *function);

struct BodyFacts {
  bool concerned = false;  // an expression, a parameter or the result holds floating-point numbers, or what does
  unsigned operations = 0; // floating-point operators and calls, as written; not counted in instantiations of templates
  // Fields of floating-point type, as the body names them; not gathered in C, nor in instantiations of templates, for which the pattern stands.
  llvm::SmallVector<const clang::FieldDecl *, 2> stored; // of *this, each once, in the order of their first stores
  llvm::SmallVector<const clang::FieldDecl *, 2> lost;   // written, or given away to be written, in a way that is not followed
};

class BodySurvey {
public:
  BodySurvey(const clang::ASTContext &astContext, Types &known) : types(known), relevance(astContext, known) {}

  /// Precondition: `function` has a body. The types of template parameters are declared; the facts do not change.
  const BodyFacts &of(const clang::FunctionDecl *function);

private:
  Types &types;
  Relevance relevance;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<BodyFacts>> facts;
};

} // namespace fporder::frontend
