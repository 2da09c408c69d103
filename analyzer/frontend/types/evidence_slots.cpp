// Slots: which values of open type must be of one kind.
#include "analyzer/frontend/compat.h"
#include "analyzer/frontend/guesses/integer_names.h"
#include "analyzer/frontend/templates/templates.h"
#include "analyzer/frontend/types/type_evidence.h"
#include "analyzer/frontend/types/types.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"

#include <utility>

namespace fporder::frontend {

using Evidence = TypeEvidence::Evidence;

namespace {

/// As an unresolved call spells it.
std::string calledName(const clang::CallExpr *call) {
  const clang::Expr *callee = call->getCallee()->IgnoreParenImpCasts();
  if (const auto *overloads = llvm::dyn_cast<clang::OverloadExpr>(callee))
    return overloads->getName().getAsString();
  const auto *dependent = llvm::dyn_cast<clang::DependentScopeDeclRefExpr>(callee);
  return dependent ? dependent->getDeclName().getAsString() : std::string();
}

/// The result type of all functions that an unresolved call may mean, where it is one and known.
clang::QualType resultOfCandidates(const clang::CallExpr *call) {
  const auto *overloads = llvm::dyn_cast<clang::OverloadExpr>(call->getCallee()->IgnoreParenImpCasts());
  clang::QualType result;
  if (!overloads)
    return result;
  for (const clang::NamedDecl *candidate : overloads->decls()) {
    const clang::FunctionDecl *function = candidate->getUnderlyingDecl()->getAsFunction();
    if (!function || function->isInvalidDecl() || function->getReturnType()->isDependentType() || function->getReturnType()->isUndeducedType())
      return {};
    const clang::QualType type = function->getReturnType().getNonReferenceType().getCanonicalType();
    if (!result.isNull() && result != type)
      return {};
    result = type;
  }
  return result;
}

/// The type that a class template of the file and its specialisations declare a static member or enumerator with, where it is one and known:
/// VLEN<T>::val.
clang::QualType typeOfStaticMember(const clang::DependentScopeDeclRefExpr *name) {
  const clang::TypeLoc scope = name->getQualifierLoc() ? compat::qualifierType(name->getQualifierLoc()) : clang::TypeLoc();
  const auto *specialization = scope ? scope.getType()->getAs<clang::TemplateSpecializationType>() : nullptr;
  const auto *described =
      specialization ? llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(specialization->getTemplateName().getAsTemplateDecl()) : nullptr;
  if (!described)
    return {};
  llvm::SmallVector<const clang::CXXRecordDecl *, 4> records{described->getTemplatedDecl()};
  llvm::append_range(records, described->specializations());
  llvm::SmallVector<clang::ClassTemplatePartialSpecializationDecl *> partial;
  const_cast<clang::ClassTemplateDecl *>(described)->getPartialSpecializations(partial);
  llvm::append_range(records, partial);
  clang::QualType result;
  for (const clang::CXXRecordDecl *record : records)
    for (const clang::NamedDecl *member :
         record->getDefinition() ? record->getDefinition()->lookup(name->getDeclName()) : clang::DeclContext::lookup_result()) {
      const auto *value = llvm::dyn_cast<clang::ValueDecl>(member);
      const clang::QualType type = value ? value->getType().getNonReferenceType().getUnqualifiedType().getCanonicalType() : clang::QualType();
      if (type.isNull() || type->isDependentType() || type->isUndeducedType() || (!result.isNull() && result != type))
        return {};
      result = type;
    }
  return result;
}

bool isArray(const clang::Expr *expression) {
  const clang::QualType type = expression->IgnoreParenImpCasts()->getType();
  return !type.isNull() && (type->isAnyPointerType() || type->isArrayType());
}

bool isNumberClass(clang::QualType type) {
  const clang::RecordDecl *record = type->getAsRecordDecl();
  if (!record || !record->getIdentifier())
    return false;
  return formatOfClassName(record->getName()) != format::Format::Unknown || record->getName() == "complex" || record->getName() == "valarray";
}

} // namespace

SlotId TypeEvidence::make() {
  slots.emplace_back();
  return {static_cast<std::uint32_t>(slots.size() - 1)};
}

SlotId TypeEvidence::keyed(std::uint64_t first, std::uint64_t second) {
  const auto [entry, isNew] = keys.try_emplace({first, second});
  if (isNew)
    entry->second = make();
  return entry->second;
}

std::uint64_t TypeEvidence::nameKey(llvm::StringRef name) { return names.try_emplace(name, names.size()).first->second; }

// Slots by type.

SlotId TypeEvidence::slot(const clang::TemplateTypeParmDecl *parameter) {
  const auto [entry, isNew] = declarations.try_emplace(parameter);
  if (!isNew)
    return entry->second;
  const SlotId made = entry->second = make();
  met.push_back(parameter);
  if (guesses::namesInteger(parameter))
    note(made, Evidence::GuessedIntegral, "named like an integer");
  return made;
}

SlotId TypeEvidence::slot(clang::QualType type) {
  if (type.isNull())
    return other;
  type = type.getNonReferenceType();
  if (const auto *expansion = type->getAs<clang::PackExpansionType>())
    return slot(expansion->getPattern());
  if (const clang::TemplateTypeParmType *parameter = compat::typeParameter(type); parameter && parameter->getDecl())
    return slot(parameter->getDecl());
  if (type->isUndeducedAutoType())
    return {};
  if (!type->isDependentType()) {
    if (type->isRealFloatingType() || type->isAnyComplexType())
      return floating;
    if (const auto *vector = type->getAs<clang::VectorType>())
      return slot(vector->getElementType());
    if (type->isIntegralOrEnumerationType())
      return integer;
    if (const auto *atomic = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
        atomic && (atomic->getName() == "atomic" || atomic->getName() == "atomic_ref"))
      return slot(atomic->getTemplateArgs().get(0).getAsType());
    return isNumberClass(type) ? floating : other;
  }
  if (type->isAnyPointerType() || type->isMemberPointerType() || type->isArrayType() || type->isFunctionType())
    return other;
  // What the operators of a class template compute with is, as a rule, its first argument.
  if (const auto *specialization = type->getAs<clang::TemplateSpecializationType>())
    for (const clang::TemplateArgument &argument : specialization->template_arguments())
      if (argument.getKind() == clang::TemplateArgument::Type)
        return slot(argument.getAsType());
  if (const auto *named = type->getAs<clang::DependentNameType>()) {
    const auto [entry, isNew] = declarations.try_emplace(type.getCanonicalType().getTypePtr());
    if (!isNew)
      return entry->second;
    entry->second = make();
    const SlotId made = entry->second;
    if (guesses::namesIntegerType(named->getIdentifier()->getName()))
      note(made, Evidence::GuessedIntegral, "named like an integer");
    return made;
  }
  if (const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl())
    if (const clang::ClassTemplateDecl *described = record->getDescribedClassTemplate())
      for (const clang::NamedDecl *parameter : *described->getTemplateParameters())
        if (const auto *first = llvm::dyn_cast<clang::TemplateTypeParmDecl>(parameter))
          return slot(first);
  return {};
}

SlotId TypeEvidence::slot(const clang::ValueDecl *declaration) {
  if (llvm::isa<clang::EnumConstantDecl>(declaration))
    return integer;
  if (const SlotId known = slot(declaration->getType()))
    return known;
  const auto [entry, isNew] = declarations.try_emplace(declaration->getCanonicalDecl());
  if (isNew)
    entry->second = make();
  return entry->second;
}

// Slots by expression.

SlotId TypeEvidence::slot(const clang::Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *full = llvm::dyn_cast<clang::FullExpr>(expression))
    expression = full->getSubExpr()->IgnoreParenImpCasts();
  if (llvm::isa<clang::IntegerLiteral, clang::CharacterLiteral, clang::CXXBoolLiteralExpr>(expression))
    return literal;
  const clang::QualType type = expression->getType();
  if (type.isNull())
    return other;
  if (const SlotId known = slot(type))
    return known;
  if (const auto found = expressions.find(expression); found != expressions.end())
    return found->second;
  const SlotId made = openSlot(expression);
  return expressions[expression] = made;
}

SlotId TypeEvidence::openSlot(const clang::Expr *expression) {
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    return slot(reference->getDecl());
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression))
    return slot(member->getMemberDecl());
  if (const auto *member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(expression))
    return memberSlot(member);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression); call && !llvm::isa<clang::CXXOperatorCallExpr>(call))
    return callSlot(call);
  if (const auto *name = llvm::dyn_cast<clang::DependentScopeDeclRefExpr>(expression)) {
    if (const clang::QualType declared = typeOfStaticMember(name); !declared.isNull())
      if (const SlotId known = slot(declared))
        return known;
    const std::string spelled = name->getDeclName().getAsString();
    const SlotId made = make();
    if (guesses::namesIntegerConstant(name) || guesses::namesCount(spelled))
      note(made, Evidence::GuessedIntegral, "named like an integer constant");
    return made;
  }
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
    return elementSlot(isArray(subscript->getLHS()) ? subscript->getLHS() : subscript->getBase()); // beside an open index Clang takes the other side
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    if (unary->getOpcode() == clang::UO_Deref)
      return keyed(identity(unary->getSubExpr()), nameKey("*"));
    if (unary->getOpcode() == clang::UO_Not || unary->getOpcode() == clang::UO_LNot)
      return integer;
    return unary->getOpcode() == clang::UO_AddrOf ? other : slot(unary->getSubExpr());
  }
  if (const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression); operation && operation->getOperator() == clang::OO_Subscript)
    return elementSlot(operation->getArg(0));
  if (const auto *pack = llvm::dyn_cast<clang::PackExpansionExpr>(expression))
    return slot(pack->getPattern());
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(expression); list && list->getNumInits() == 1)
    return slot(list->getInit(0));
  if (const auto *list = llvm::dyn_cast<clang::ParenListExpr>(expression); list && list->getNumExprs() == 1)
    return slot(list->getExpr(0));
  if (const auto *recovered = llvm::dyn_cast<clang::RecoveryExpr>(expression))
    return recoveredSlot(recovered);
  return make();
}

void TypeEvidence::refersTo(const clang::RecoveryExpr *use, const clang::VarDecl *variable) {
  lostUses.try_emplace(use, variable);
  // An operation around it may have asked for its slot already.
  const SlotId own = slot(variable);
  const auto [entry, isNew] = expressions.try_emplace(use, own);
  if (!isNew)
    same(std::exchange(entry->second, own), own);
}

/// What is left of an expression with an error in it. A name that has no declaration to go by is known by its spelling in the function.
SlotId TypeEvidence::recoveredSlot(const clang::RecoveryExpr *expression) {
  if (const clang::VarDecl *variable = variableOf(expression))
    return slot(variable);
  const llvm::ArrayRef<const clang::Expr *> parts = expression->subExpressions();
  if (parts.empty()) {
    const auto range = clang::CharSourceRange::getTokenRange(expression->getSourceRange());
    const llvm::StringRef text = clang::Lexer::getSourceText(range, context.getSourceManager(), context.getLangOpts());
    return keyed(begun.size(), nameKey(text));
  }
  const bool whole = parts.front()->getBeginLoc() == expression->getBeginLoc() && parts.front()->getEndLoc() == expression->getEndLoc();
  if (parts.size() == 1 &&
      (whole || slot(parts.front()) == floating)) // all of it, or a member that std::atomic<float> lacks in this language version
    return slot(parts.front());
  return make();
}

/// Equal for objects whose members of one name have one type.
std::uint64_t TypeEvidence::identity(const clang::Expr *object) {
  object = object->IgnoreParenImpCasts();
  clang::QualType type = object->getType();
  if (!type.isNull())
    type = type.getNonReferenceType();
  while (!type.isNull() && type->isPointerType())
    type = type->getPointeeType();
  if (const SlotId byType = type.isNull() ? SlotId{} : slot(type); byType && isOpen(byType))
    return byType.index;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(object))
    return reinterpret_cast<std::uintptr_t>(reference->getDecl()->getCanonicalDecl());
  const SlotId open = slot(object);
  return isOpen(open) ? open.index : reinterpret_cast<std::uintptr_t>(object);
}

/// An element, or a slice, of a class template's value is what the template's first argument says, as the whole is.
SlotId TypeEvidence::elementSlot(const clang::Expr *base) {
  const clang::QualType type = base->IgnoreParenImpCasts()->getType();
  if (!type.isNull() && type.getNonReferenceType()->getAs<clang::TemplateSpecializationType>())
    if (const SlotId whole = slot(type); isOpen(whole) && whole)
      return whole;
  // The index may be of open type where the array is not.
  const clang::QualType array = type.isNull() ? type : type.getNonReferenceType();
  const clang::QualType element = array.isNull() ? array : array->isArrayType() ? context.getBaseElementType(array) : array->getPointeeType();
  if (!element.isNull())
    if (const SlotId known = slot(element))
      return known;
  return keyed(identity(base), nameKey("[]"));
}

SlotId TypeEvidence::memberSlot(const clang::CXXDependentScopeMemberExpr *member) {
  const std::string name = member->getMember().getAsString();
  const clang::QualType base = member->getBaseType();
  if (const clang::QualType type = memberType(base, member->getMember()); !type.isNull())
    if (const SlotId known = slot(type))
      return known;
  const bool own = member->isImplicitAccess() || llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
  const SlotId made =
      keyed(own ? reinterpret_cast<std::uintptr_t>(base.getCanonicalType().getAsOpaquePtr()) : identity(member->getBase()), nameKey(name));
  if (guesses::namesCount(name))
    note(made, Evidence::GuessedIntegral, "named like a count");
  return made;
}

SlotId TypeEvidence::callSlot(const clang::CallExpr *call) {
  const clang::Expr *callee = call->getCallee()->IgnoreParenImpCasts();
  if (const auto *member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(callee)) {
    const SlotId function = memberSlot(member); // of a method, its result's
    if (!isOpen(function))
      return function;
    const SlotId result = keyed(function.index, nameKey("()"));
    if (guesses::namesCount(member->getMember().getAsString()))
      note(result, Evidence::GuessedIntegral, "named like a count");
    return result;
  }
  if (llvm::isa<clang::RecoveryExpr>(callee) && slot(callee) == floating)
    return floating;
  if (const clang::QualType result = resultOfCandidates(call); !result.isNull())
    if (const SlotId known = slot(result))
      return known;
  const SlotId made = make();
  if (guesses::namesCount(calledName(call)))
    note(made, Evidence::GuessedIntegral, "named like a count");
  return made;
}

} // namespace fporder::frontend
