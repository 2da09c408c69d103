#include "analyzer/frontend/candidates.h"

#include "analyzer/frontend/library_models.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

namespace fporder::frontend {
namespace {

using Functions = llvm::SmallVector<const clang::FunctionDecl *, 4>;

bool isPack(const clang::FunctionDecl *function) {
  return function->getNumParams() > 0 && function->getParamDecl(function->getNumParams() - 1)->isParameterPack();
}

bool takes(const clang::FunctionDecl *function, std::size_t arguments) {
  const bool open = function->isVariadic() || isPack(function);
  return arguments + isPack(function) >= function->getMinRequiredArguments() && (open || arguments <= function->getNumParams());
}

/// The class, or the pattern of the class template, that a type names in a template; null when it is not visible.
const clang::CXXRecordDecl *visibleClass(clang::QualType type) {
  if (type.isNull())
    return nullptr;
  type = type.getNonReferenceType();
  if (type->isPointerType())
    type = type->getPointeeType();
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl(); // the current instantiation too
  if (const auto *specialization = type->getAs<clang::TemplateSpecializationType>(); !record && specialization)
    if (const auto *pattern = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(specialization->getTemplateName().getAsTemplateDecl()))
      record = pattern->getTemplatedDecl();
  return record ? record->getDefinition() : nullptr;
}

bool isOfLibrary(clang::QualType type) {
  const clang::CXXRecordDecl *record = visibleClass(type);
  return record && record->getASTContext().getSourceManager().isInSystemHeader(record->getLocation());
}

/// A class of namespace std that copies what it is built from.
bool ownsElements(clang::QualType type) {
  const auto known = type.isNull() ? std::nullopt : libraryClass(type);
  return known && (known->name == "complex" || containerStorage(known->name) == Storage::Owned);
}

void addMembers(const clang::CXXRecordDecl *record, clang::DeclarationName name, Functions &found, unsigned depth = 0) {
  constexpr unsigned deepestBase = 16;
  if (!record || depth > deepestBase)
    return;
  for (const clang::NamedDecl *member : record->lookup(name))
    if (const clang::FunctionDecl *function = member->getUnderlyingDecl()->getAsFunction())
      found.push_back(function);
  if (!found.empty()) // hides those of bases
    return;
  for (const clang::CXXBaseSpecifier &base : record->bases())
    addMembers(visibleClass(base.getType()), name, found, depth + 1);
}

Functions byName(const Call &call) {
  Functions found;
  const auto *site = llvm::dyn_cast_or_null<clang::CallExpr>(call.expression);
  if (!site) {
    const clang::CXXRecordDecl *built = visibleClass(call.type);
    if (!built)
      return found;
    for (const clang::Decl *member : built->decls())
      if (const auto *constructor = llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(member->getAsFunction());
          constructor && !constructor->isCopyOrMoveConstructor())
        found.push_back(constructor);
    return found;
  }
  const clang::Expr *called = site->getCallee()->IgnoreParenImpCasts();
  if (const auto *lookup = llvm::dyn_cast<clang::OverloadExpr>(called)) {
    for (const clang::NamedDecl *each : lookup->decls())
      if (const clang::FunctionDecl *function = each->getUnderlyingDecl()->getAsFunction())
        found.push_back(function);
  } else if (const auto *member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(called)) {
    addMembers(visibleClass(member->getBaseType()), member->getMember(), found);
  }
  return found;
}

bool isWritten(clang::QualType parameter) {
  if (const auto *pack = parameter->getAs<clang::PackExpansionType>())
    parameter = pack->getPattern();
  return parameter->isReferenceType() && !parameter.getNonReferenceType().isConstQualified();
}

clang::QualType parameterAt(const clang::FunctionDecl *function, unsigned position) {
  if (position < function->getNumParams())
    return function->getParamDecl(position)->getType();
  return isPack(function) ? function->getParamDecl(function->getNumParams() - 1)->getType() : clang::QualType();
}

} // namespace

std::optional<llvm::SmallVector<const clang::Expr *, 4>> partsOf(const clang::Expr *expression) {
  using Parts = llvm::SmallVector<const clang::Expr *, 4>;
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(expression))
    return Parts(list->inits().begin(), list->inits().end());
  if (const auto *list = llvm::dyn_cast<clang::ParenListExpr>(expression)) {
    const auto parts = const_cast<clang::ParenListExpr *>(list)->exprs();
    return Parts(parts.begin(), parts.end());
  }
  if (const auto *built = llvm::dyn_cast<clang::CXXUnresolvedConstructExpr>(expression))
    return Parts(built->arg_begin(), built->arg_end());
  return std::nullopt;
}

Functions visibleCandidates(const Call &call) {
  if (call.callee)
    return {call.callee};
  Functions found = byName(call);
  llvm::erase_if(found, [&](const clang::FunctionDecl *function) { return !takes(function, call.arguments.size()); });
  return found;
}

/// An operator in a template: integers' own, as far as one is known to take no references, or a function of any class.
static bool passesValues(const Call &call) {
  const auto *operation = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(call.expression);
  if (!operation || call.callee)
    return false;
  switch (operation->getOperator()) {
  case clang::OO_LessLess: // printed to a stream of the library
    return isOfLibrary(operation->getArg(0)->getType());
  case clang::OO_AmpAmp:
  case clang::OO_PipePipe:
  case clang::OO_Exclaim:
  case clang::OO_Amp:
  case clang::OO_Pipe:
  case clang::OO_Caret:
  case clang::OO_Tilde:
    return true;
  default:
    return false;
  }
}

clang::QualType declaredParameter(const Call &call, unsigned position) {
  const bool builds = !call.callee && !llvm::isa_and_nonnull<clang::CallExpr>(call.expression);
  if (passesValues(call) || (builds && ownsElements(call.type)))
    return call.arguments[position]->getType().getNonReferenceType();
  if (llvm::isa_and_nonnull<clang::CXXOperatorCallExpr>(call.expression) && !call.callee)
    return {};
  const Functions candidates = visibleCandidates(call);
  clang::QualType declared;
  for (const clang::FunctionDecl *candidate : candidates) {
    clang::QualType parameter = parameterAt(candidate, position);
    if (parameter.isNull()) // behind an ellipsis, or of a function without a prototype: by value
      parameter = call.arguments[position]->getType().getNonReferenceType();
    if (parameter.isNull() || (candidates.size() > 1 && isWritten(parameter)))
      return {};
    if (const auto *pack = parameter->getAs<clang::PackExpansionType>())
      parameter = pack->getPattern();
    declared = parameter;
  }
  return declared;
}

} // namespace fporder::frontend
