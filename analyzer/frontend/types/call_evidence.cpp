#include "analyzer/frontend/types/call_evidence.h"

#include "analyzer/frontend/compat.h"
#include "analyzer/frontend/values/math_functions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {

using Evidence = TypeEvidence::Evidence;

namespace {

using Names = std::initializer_list<llvm::StringRef>;

/// A function as a call spells it, and those it may mean.
struct Callee {
  std::string name;
  llvm::SmallVector<const clang::FunctionDecl *, 4> candidates;
};

Callee calleeOf(const clang::CallExpr *call) {
  const clang::Expr *callee = call->getCallee()->IgnoreParenImpCasts();
  Callee result;
  if (const auto *overloads = llvm::dyn_cast<clang::OverloadExpr>(callee)) {
    result.name = overloads->getName().getAsString();
    for (const clang::NamedDecl *candidate : overloads->decls())
      if (const clang::FunctionDecl *function = candidate->getUnderlyingDecl()->getAsFunction())
        result.candidates.push_back(function);
  } else if (const auto *dependent = llvm::dyn_cast<clang::DependentScopeDeclRefExpr>(callee)) {
    result.name = dependent->getDeclName().getAsString();
  } else if (const clang::FunctionDecl *known = call->getDirectCallee(); known && known->getIdentifier()) {
    result.name = known->getName().str();
    result.candidates.push_back(known);
  }
  return result;
}

bool isUsers(const clang::FunctionDecl *function) {
  const clang::SourceManager &sources = function->getASTContext().getSourceManager();
  return function->hasBody() && !sources.isInSystemHeader(sources.getExpansionLoc(function->getLocation()));
}

/// sqrt, and a vendor's Sqrt of registers: functions that integers do not have. A function of the user's own of this name may be anything.
bool isMathematical(const Callee &callee) {
  if (llvm::any_of(callee.candidates, isUsers))
    return false;
  if (const auto known = mathFunction(callee.name))
    return known->result != MathResult::FirstByRef;
  return llvm::is_contained(Names{"Exp", "Ln", "Sqrt", "Rsqrt", "Reciprocal", "Tanh", "Sigmoid", "Erf", "rsqrt"}, callee.name);
}

void noteMathematical(const clang::CallExpr *call, llvm::StringRef name, TypeEvidence &evidence) {
  const bool powers = llvm::is_contained(Names{"pow", "powf", "ldexp", "scalbn"}, name); // whose last argument may be an integer
  for (unsigned i = 0; i < call->getNumArgs() && !(powers && i > 0); ++i) {
    const SlotId argument = evidence.slot(call->getArg(i));
    evidence.note(argument, Evidence::StrongFloating, "passed to a mathematical function");
    evidence.note(argument, Evidence::WeakFloating, "passed to a mathematical function");
  }
  const auto known = mathFunction(name);
  const SlotId result = evidence.slot(call);
  if (known && known->result != MathResult::Number)
    evidence.note(result, Evidence::StrongIntegral, "the result of a classification or a rounding to integers");
  else
    evidence.note(result, Evidence::StrongFloating, "the result of a mathematical function");
}

/// std::numeric_limits<T>::epsilon()
void noteLimits(const clang::CallExpr *call, TypeEvidence &evidence) {
  const auto *reference = llvm::dyn_cast<clang::DependentScopeDeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
  if (!reference || !llvm::is_contained(Names{"epsilon", "infinity", "quiet_NaN", "denorm_min", "round_error", "signaling_NaN"},
                                        reference->getDeclName().getAsString()))
    return;
  if (const clang::TypeLoc limits = compat::qualifierType(reference->getQualifierLoc()))
    if (const SlotId limited = evidence.slot(limits.getType()))
      evidence.note(limited, Evidence::StrongFloating, "has floating-point limits");
}

/// The parameters of the only function that the call can mean by its name and its number of arguments.
void noteParameters(const clang::CallExpr *call, const Callee &callee, TypeEvidence &evidence) {
  const clang::FunctionDecl *only = nullptr;
  for (const clang::FunctionDecl *candidate : callee.candidates) {
    if (candidate->getNumParams() != call->getNumArgs())
      continue;
    if (only)
      return;
    only = candidate;
  }
  if (!only || only->isInvalidDecl())
    return;
  for (unsigned i = 0; i < call->getNumArgs(); ++i)
    if (const SlotId parameter = evidence.slot(only->getParamDecl(i)->getType()))
      evidence.passed(parameter, evidence.slot(call->getArg(i)));
}

} // namespace

void searchCall(const clang::CallExpr *call, TypeEvidence &evidence) {
  const Callee callee = calleeOf(call);
  noteLimits(call, evidence);
  // Those of limits have no operands: std::numeric_limits<T>::max().
  if (call->getNumArgs() > 0 && llvm::is_contained(Names{"min", "max", "abs", "clamp", "Min", "Max"}, callee.name)) {
    llvm::SmallVector<SlotId, 3> operands;
    for (const clang::Expr *argument : call->arguments())
      operands.push_back(evidence.slot(argument));
    evidence.operation(evidence.slot(call), operands);
  } else if (isMathematical(callee)) {
    noteMathematical(call, callee.name, evidence);
  } else {
    noteParameters(call, callee, evidence);
  }
}

} // namespace fporder::frontend
