#include "analyzer/frontend/templates/templates.h"

#include "analyzer/frontend/compat.h"
#include "runtime/limits/limits.h"

#include "clang/AST/ASTConcept.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {
namespace {

using Names = std::initializer_list<llvm::StringRef>;

const clang::TemplateTypeParmDecl *parameterOf(clang::QualType type) {
  if (type.isNull())
    return nullptr;
  const clang::TemplateTypeParmType *parameter = compat::typeParameter(type.getNonReferenceType());
  return parameter ? parameter->getDecl() : nullptr;
}

enum class Trait : std::uint8_t { None, Integral, Floating };

Trait traitOf(llvm::StringRef name) {
  if (llvm::is_contained(Names{"is_integral", "is_integral_v", "is_unsigned", "is_unsigned_v", "integral", "unsigned_integral", "signed_integral"},
                         name))
    return Trait::Integral;
  const bool floating = llvm::is_contained(Names{"is_floating_point", "is_floating_point_v", "floating_point"}, name);
  return floating ? Trait::Floating : Trait::None;
}

/// Finds is_integral<T> and friends in declarations: enable_if arguments, default template arguments, static assertions.
class Traits : public clang::RecursiveASTVisitor<Traits> {
public:
  explicit Traits(std::vector<Constraint> &into) : found(into) {}

  /// What is denied, or is one of several, says nothing.
  bool TraverseUnaryOperator(clang::UnaryOperator *, DataRecursionQueue * = nullptr) { return true; }
  bool TraverseBinaryOperator(clang::BinaryOperator *operation, DataRecursionQueue * = nullptr) {
    return operation->getOpcode() != clang::BO_LAnd || (TraverseStmt(operation->getLHS()) && TraverseStmt(operation->getRHS()));
  }
  bool VisitTemplateSpecializationTypeLoc(clang::TemplateSpecializationTypeLoc location) {
    if (const clang::TemplateDecl *primary = location.getTypePtr()->getTemplateName().getAsTemplateDecl())
      for (const clang::TemplateArgument &argument : location.getTypePtr()->template_arguments())
        note(primary->getName(), argument);
    return true;
  }
  bool VisitUnresolvedLookupExpr(clang::UnresolvedLookupExpr *expression) {
    for (const clang::TemplateArgumentLoc &argument : expression->template_arguments())
      note(expression->getName().getAsString(), argument.getArgument());
    return true;
  }
  bool VisitConceptSpecializationExpr(clang::ConceptSpecializationExpr *expression) {
    for (const clang::TemplateArgument &argument : expression->getTemplateArguments())
      note(expression->getNamedConcept()->getName(), argument);
    return true;
  }

private:
  void note(llvm::StringRef trait, const clang::TemplateArgument &argument) {
    if (argument.getKind() == clang::TemplateArgument::Type && traitOf(trait) != Trait::None)
      if (const auto *parameter = parameterOf(argument.getAsType()))
        found.push_back({parameter, traitOf(trait) == Trait::Integral});
  }

  std::vector<Constraint> &found;
};

/// A class as a base or an object's type names it: its definition, and the arguments that its parameters have there.
struct Named {
  const clang::CXXRecordDecl *definition = nullptr;
  const clang::TemplateParameterList *parameters = nullptr;
  llvm::ArrayRef<clang::TemplateArgument> arguments;
};

Named classOf(clang::QualType type) {
  type = type.getNonReferenceType();
  if (const clang::QualType pointee = type->getPointeeType(); !pointee.isNull())
    type = pointee;
  if (const auto *specialization = type->getAs<clang::TemplateSpecializationType>(); specialization && !specialization->isTypeAlias()) {
    const auto *primary = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(specialization->getTemplateName().getAsTemplateDecl());
    const clang::CXXRecordDecl *definition = primary ? primary->getTemplatedDecl()->getDefinition() : nullptr;
    return {definition, definition ? primary->getTemplateParameters() : nullptr, specialization->template_arguments()};
  }
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return {record ? record->getDefinition() : nullptr, nullptr, {}};
}

/// `type` as `named`'s arguments make it; null when that takes more than to put one of them in its place.
clang::QualType substituted(clang::QualType type, const Named &named) {
  type = type.getNonReferenceType();
  if (!type->isDependentType() || !named.parameters)
    return type;
  const auto *parameter = type->getAs<clang::TemplateTypeParmType>();
  if (!parameter || parameter->getDepth() != named.parameters->getDepth() || parameter->getIndex() >= named.arguments.size())
    return {};
  const clang::TemplateArgument &argument = named.arguments[parameter->getIndex()];
  return argument.getKind() == clang::TemplateArgument::Type ? argument.getAsType() : clang::QualType();
}

clang::QualType memberOf(const Named &named, clang::DeclarationName name, unsigned depth) {
  if (!named.definition || limits::exceeds(limits::Limit::TemplateBases, depth))
    return {};
  for (const clang::NamedDecl *member : named.definition->lookup(name)) {
    const clang::FunctionDecl *function = member->getUnderlyingDecl()->getAsFunction();
    const auto *value = llvm::dyn_cast<clang::ValueDecl>(member->getUnderlyingDecl());
    if (member->isInvalidDecl() || (!function && !value))
      return {};
    const clang::QualType type = function ? function->getReturnType() : value->getType();
    return type->isUndeducedType() ? clang::QualType() : substituted(type, named);
  }
  for (const clang::CXXBaseSpecifier &base : named.definition->bases())
    if (const clang::QualType found = memberOf(classOf(base.getType()), name, depth + 1); !found.isNull())
      return found->isDependentType() && named.parameters ? substituted(found, named) : found;
  return {};
}

void noteConcept(const clang::TemplateTypeParmDecl *parameter, std::vector<Constraint> &found) {
  if (const clang::TypeConstraint *constraint = parameter->getTypeConstraint()) {
    const llvm::StringRef name = constraint->getNamedConcept()->getName();
    if (const Trait trait = traitOf(name); trait != Trait::None || name.contains("floating"))
      found.push_back({parameter, trait == Trait::Integral});
  }
}

/// Static assertions at the top of a body.
void noteAssertions(const clang::Stmt *body, Traits &traits) {
  const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
  if (!block)
    return;
  for (const clang::Stmt *statement : block->body())
    if (const auto *declared = llvm::dyn_cast<clang::DeclStmt>(statement))
      for (clang::Decl *declaration : declared->decls())
        if (auto *assertion = llvm::dyn_cast<clang::StaticAssertDecl>(declaration))
          traits.TraverseStmt(assertion->getAssertExpr());
}

} // namespace

clang::QualType memberType(clang::QualType base, clang::DeclarationName name) {
  return base.isNull() || !name ? clang::QualType() : memberOf(classOf(base), name, 0);
}

std::vector<Constraint> constraints(const clang::FunctionDecl *function) {
  std::vector<Constraint> found;
  Traits traits(found);
  if (const clang::FunctionTemplateDecl *described = function->getDescribedFunctionTemplate())
    for (clang::NamedDecl *parameter : *described->getTemplateParameters()) {
      if (const auto *type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(parameter))
        noteConcept(type, found);
      traits.TraverseDecl(parameter);
    }
  if (const clang::FunctionTemplateDecl *described = function->getDescribedFunctionTemplate())
    if (const clang::Expr *required = described->getTemplateParameters()->getRequiresClause())
      traits.TraverseStmt(const_cast<clang::Expr *>(required));
  if (const clang::TypeSourceInfo *written = function->getTypeSourceInfo())
    traits.TraverseTypeLoc(written->getTypeLoc());
  if (function->doesThisDeclarationHaveABody())
    noteAssertions(function->getBody(), traits);
  return found;
}

std::vector<clang::QualType> instantiatedWith(const clang::TemplateDecl *described, unsigned position) {
  std::vector<clang::QualType> types;
  const auto take = [&](const clang::TemplateArgumentList *arguments) {
    if (arguments && position < arguments->size() && arguments->get(position).getKind() == clang::TemplateArgument::Type)
      if (const clang::QualType type = arguments->get(position).getAsType(); !type->isDependentType())
        types.push_back(type);
  };
  if (const auto *function = llvm::dyn_cast<clang::FunctionTemplateDecl>(described))
    for (const clang::FunctionDecl *instance : function->specializations())
      take(instance->getTemplateSpecializationArgs());
  if (const auto *record = llvm::dyn_cast<clang::ClassTemplateDecl>(described))
    for (const clang::ClassTemplateSpecializationDecl *instance : record->specializations())
      take(&instance->getTemplateArgs());
  return types;
}

} // namespace fporder::frontend
