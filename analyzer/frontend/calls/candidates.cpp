#include "analyzer/frontend/calls/candidates.h"
#include "analyzer/frontend/walk/evaluator.h"

#include "analyzer/frontend/library/library_models.h"
#include "runtime/limits/limits.h"

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
  if (!record || limits::exceeds(limits::Limit::BaseClasses, depth))
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
  if (const auto *built = llvm::dyn_cast<clang::CXXUnresolvedConstructExpr>(expression)) {
    if (built->isListInitialization() && built->getNumArgs() == 1) // T{x, y}: the list is the only argument
      return partsOf(built->getArg(0));
    return Parts(built->arg_begin(), built->arg_end());
  }
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

/// A template with bodies of their own for some types: dtype_of<T>(), say, which throws for all others.
static bool isSpecialised(const clang::FunctionDecl *function) {
  const clang::FunctionTemplateDecl *pattern = function->getDescribedFunctionTemplate();
  return pattern && llvm::any_of(pattern->specializations(), [](const clang::FunctionDecl *each) {
           return each->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization;
         });
}

const clang::FunctionDecl *onlyCandidate(const Call &call) {
  if (call.callee || !llvm::isa_and_nonnull<clang::CallExpr>(call.expression) || llvm::isa<clang::CXXOperatorCallExpr>(call.expression))
    return nullptr;
  const Functions candidates = visibleCandidates(call);
  const clang::FunctionDecl *function = candidates.size() == 1 ? candidates.front()->getDefinition() : nullptr;
  if (!function || isPack(function) || isWritten(function->getReturnType()) || isSpecialised(function))
    return nullptr;
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  return method && method->isVirtual() ? nullptr : function;
}

/// The type of a member as the visible class template declares it; null when that is not seen.
static clang::QualType declaredMember(const clang::Expr *expression) {
  const auto *member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(expression->IgnoreParenImpCasts());
  const clang::CXXRecordDecl *record = member ? visibleClass(member->getBaseType()) : nullptr;
  if (!record)
    return {};
  for (const clang::NamedDecl *found : record->lookup(member->getMember()))
    if (const auto *field = llvm::dyn_cast<clang::FieldDecl>(found))
      return field->getType();
  return {};
}

static bool isTemplateParameter(clang::QualType type) {
  type = type.getNonReferenceType();
  if (type->isPointerType())
    type = type->getPointeeType();
  return type->isTemplateTypeParmType();
}

/// What the candidate's parameters are bound to. Nothing, with no argument evaluated, where a parameter of open type would be an integer.
std::optional<llvm::SmallVector<Value, 8>> Evaluator::candidateArguments(const clang::FunctionDecl *candidate, const Call &call) {
  for (unsigned i = 0; i < call.arguments.size(); ++i) {
    clang::QualType given = call.arguments[i]->getType();
    if (i >= candidate->getNumParams() || given.isNull() || call.arguments[i]->getType()->isVoidType())
      return std::nullopt;
    while (given->isPointerType() || given->isArrayType())
      given = given->isPointerType() ? given->getPointeeType() : clang::QualType(given->getArrayElementTypeNoTypeQual(), 0);
    const TypeClass kind = types.info(given).kind;
    if (isTemplateParameter(candidate->getParamDecl(i)->getType()) && (kind == TypeClass::Integer || kind == TypeClass::Boolean))
      return std::nullopt;
  }
  llvm::SmallVector<Value, 8> values;
  for (unsigned i = 0; i < candidate->getNumParams(); ++i) {
    const clang::ParmVarDecl *parameter = candidate->getParamDecl(i);
    const clang::QualType type = parameter->getType();
    if (i >= call.arguments.size()) {
      if (parameter->hasUninstantiatedDefaultArg() || !parameter->hasDefaultArg())
        return std::nullopt;
      values.push_back(argument(parameter->getDefaultArg(), type));
      continue;
    }
    const clang::Expr *operand = call.arguments[i];
    const clang::QualType member = declaredMember(operand), given = member.isNull() ? operand->getType() : member;
    if (!type->isDependentType() || slicedBuffer(operand->IgnoreParenImpCasts()) || types.info(operand->getType()).isBuffer)
      values.push_back(argument(operand, type));
    else if (type->isReferenceType())
      values.push_back(Value::pointer(location(operand)));
    else if (given->isArrayType())
      values.push_back(Value::pointer(element(location(operand), 0)));
    else if (type->isPointerType() && operand->isTypeDependent() && operand->isGLValue())
      values.push_back(memory.read(state.store, location(operand), readType(type)));
    else
      values.push_back(evaluate(operand));
  }
  return values;
}

/// A call in a template of the only function that is visible by its name: that one runs, as is assumed.
std::optional<Value> Evaluator::callCandidate(const Call &site) {
  const clang::FunctionDecl *candidate = onlyCandidate(site);
  if (!candidate || !mayInline(candidate, site.expression))
    return std::nullopt;
  std::optional<LocationId> object = site.object;
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(candidate);
  if (method && method->isInstance() && !object)
    object = frame->self ? std::optional(frame->self) : std::nullopt;
  if (method && method->isInstance() && !object)
    return std::nullopt;
  const auto arguments = candidateArguments(candidate, site);
  if (!arguments)
    return std::nullopt;
  const std::uint32_t callee =
      assumption(order::Assumption::Kind::Callee, "'" + site.name.str() + "' is taken for the only function of that name in sight", site.expression);
  const Store before = state.store;
  const std::size_t first = graph.size();
  const Value yields = inlineCall(candidate, object, *arguments, site.expression);
  for (std::size_t i = first; i < graph.size(); ++i) {
    const order::NodeId node{static_cast<std::uint32_t>(i)};
    if (!order::isLeaf(graph[node].op) && format::isFloatingPoint(graph[node].type.format))
      procedure.assume(node, assumptions[callee]);
  }
  assumeCandidate(site, *arguments, before, callee);
  if (yields.isNumber())
    return rests(yields, callee);
  if (yields.location)
    keep(yields.location, callee);
  return yields;
}

/// What the call wrote rests on its callee, and what it did not write on that as well.
void Evaluator::assumeCandidate(const Call &site, llvm::ArrayRef<Value> arguments, const Store &before, std::uint32_t callee) {
  const std::uint32_t unchanged = assumption(order::Assumption::Kind::Unchanged,
                                             "'" + site.name.str() + "' is assumed to write no more than the function in sight", site.expression);
  std::set<LocationId> written;
  for (const LocationId location : memory.written(before, state.store)) {
    const LocationId object = memory.rootLocation(memory.rootId(location));
    if (memory.root(object).kind != Root::Kind::Temporary)
      written.insert(object);
  }
  for (const Value &value : arguments)
    if ((value.isPointer() || value.isRecord()) && value.location)
      if (const LocationId object = memory.rootLocation(memory.rootId(value.location)); !written.contains(object))
        keep(object, unchanged);
  for (const clang::Expr *operand : site.arguments)
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(operand->IgnoreParens());
        reference && reference->isGLValue() && llvm::isa<clang::VarDecl>(reference->getDecl()))
      if (const LocationId object = location(reference); !written.contains(memory.rootLocation(memory.rootId(object))))
        keep(object, unchanged);
  for (const LocationId object : written)
    keep(object, callee);
  keepReachable(unchanged, false);
}

} // namespace fporder::frontend
