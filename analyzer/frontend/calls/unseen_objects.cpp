// Objects that are made by constructors that are not seen, and objects of types that are not known.
//
// What such an object is made from it may keep a reference to: any later use of the object, and its end, may then write that. A type that a template
// leaves open is a class where a member of a value of it is used, and a number where something proves that; else it is taken for a number, as is
// said of the variables that an object would have been made from.
#include "analyzer/frontend/calls/candidates.h"
#include "analyzer/frontend/calls/unseen_calls.h"
#include "analyzer/frontend/compat.h"
#include "analyzer/frontend/types/type_evidence.h"
#include "analyzer/frontend/walk/evaluator.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

namespace fporder::frontend {

/// What values of the type are, as far as references go that they may keep.
Evaluator::Openness Evaluator::opennessOf(clang::QualType type) {
  if (type.isNull() || type->isReferenceType() || !type->isDependentType() || type->isUndeducedType() ||
      type->isSpecificBuiltinType(clang::BuiltinType::Dependent))
    return Openness::Closed;
  const TypeInfo &info = types.info(type);
  if (info.isBuffer)
    return Openness::Closed;
  if (info.kind == TypeClass::Record || unit.evidence.isObject(type))
    return Openness::Object;
  if (info.kind != TypeClass::Dependent)
    return Openness::Closed;
  const clang::TemplateTypeParmType *parameter = compat::typeParameter(type);
  const bool known = parameter && parameter->getDecl() && unit.evidence.of(parameter->getDecl()).kind != NumberKind::Unknown;
  return known ? Openness::Closed : Openness::Unknown;
}

/// The parts of an initializer that an object of the open type may keep a reference to. A value of the type itself is copied.
llvm::SmallVector<const clang::Expr *, 4> Evaluator::partsToKeep(clang::QualType type, const clang::Expr *initializer) {
  llvm::SmallVector<const clang::Expr *, 4> parts = partsOf(initializer).value_or(llvm::SmallVector<const clang::Expr *, 4>{initializer});
  llvm::erase_if(parts, [&](const clang::Expr *part) {
    return !part || part->getType().isNull() || !isModifiable(part) || !isRepeatable(part) ||
           unit.context.hasSameUnqualifiedType(part->getType(), type);
  });
  return parts;
}

/// True for an object of a type that is not known whose initializer may be kept.
bool Evaluator::isBuiltOpen(clang::QualType type, const clang::Expr *initializer) {
  const Openness openness = opennessOf(type);
  if (openness == Openness::Closed)
    return false;
  const auto parts = partsOf(initializer);
  const bool several = parts && parts->size() > 1; // which make no number
  return (openness == Openness::Object || several) && !partsToKeep(type, initializer).empty();
}

void Evaluator::buildOpen(LocationId target, clang::QualType type, const clang::Expr *initializer) {
  Call construction;
  construction.expression = initializer;
  construction.type = type;
  const llvm::SmallVector<const clang::Expr *, 4> arguments = partsOf(initializer).value_or(llvm::SmallVector<const clang::Expr *, 4>{initializer});
  construction.arguments = arguments;
  buildUnseen(target, construction, false);
}

/// `target`, of a type taken for a number's without proof, has been made from `initializer`.
void Evaluator::noteOpen(LocationId target, clang::QualType type, const clang::Expr *initializer) {
  if (opennessOf(type) != Openness::Unknown)
    return;
  for (const clang::Expr *part : partsToKeep(type, initializer)) {
    const LocationId from = location(part);
    const std::string object = memory.spell(target), kept = memory.spell(from);
    const std::uint32_t rested =
        assumption(order::Assumption::Kind::Type, "the type of '" + object + "' is not known and is assumed to keep no reference to '" + kept + "'",
                   initializer);
    memory.escape(from);
    keep(from, rested);
    noteSource(target, {from, rested});
  }
}

/// A constructor that is not seen. What it was given by reference the object may keep: `keeps` where no later call on the object would be one of code
/// not seen.
void Evaluator::buildUnseen(LocationId target, const Call &site, bool keeps) {
  Given given;
  for (unsigned i = 0; i < site.arguments.size(); ++i)
    give(site.arguments[i], declaredParameter(site, i), site, given);
  runUnseen(given, site.expression);
  forget(target);
  if (!keeps)
    memory.forgetReachable(state.store);
  for (const LocationId object : given.written) {
    if (keeps)
      memory.assign(state.store, memory.member(target, "(kept " + std::to_string(object.index) + ")"), Value::pointer(object));
    else
      noteSource(target, {object, std::nullopt});
  }
}

void Evaluator::noteSource(LocationId object, Source source) {
  std::vector<Source> &known = made[object];
  if (!llvm::is_contained(known, source))
    known.push_back(source);
}

/// True when an object of a type that a template leaves open is built from expressions that its constructor may take by reference.
bool Evaluator::buildsByReference(clang::QualType type, const clang::Expr *initializer) {
  if (!type->isDependentType() || types.info(type).isBuffer || types.info(type).kind != TypeClass::Record)
    return false;
  const clang::Expr *written = initializer->IgnoreParens();
  return llvm::isa<clang::ParenListExpr, clang::InitListExpr, clang::CXXUnresolvedConstructExpr>(written);
}

/// Something is done with `object`: what it may keep a reference to may have been written.
LocationId Evaluator::used(LocationId object) {
  const auto known = made.find(object);
  if (known == made.end())
    return object;
  const std::vector<Source> sources = known->second;
  for (const Source &source : sources)
    if (source.assumed)
      keep(source.from, *source.assumed);
    else
      escape(Value::pointer(source.from), true);
  return object;
}

namespace {

bool endsTrivially(const clang::ValueDecl *variable) {
  const clang::QualType type = variable->getType();
  const clang::CXXRecordDecl *record = type->isReferenceType() ? nullptr : type->getAsCXXRecordDecl();
  return type->isReferenceType() || (record && record->hasDefinition() && !record->isDependentContext() && record->hasTrivialDestructor());
}

} // namespace

/// The variables that a block or a statement declares end.
void Evaluator::endObjects(const clang::Stmt *scope) {
  if (made.empty() || !state.reachable)
    return;
  for (const clang::Stmt *child : scope->children())
    if (const auto *declared = llvm::dyn_cast_or_null<clang::DeclStmt>(child))
      for (const clang::Decl *each : declared->decls())
        if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(each); variable && !endsTrivially(variable))
          if (const auto where = knownVariable(llvm::cast<clang::ValueDecl>(variable->getCanonicalDecl())))
            used(*where);
}

/// A jump leaves blocks: all objects of this activation may end.
void Evaluator::endObjectsAtJump() {
  if (made.empty())
    return;
  llvm::SmallVector<LocationId, 4> ended;
  for (const auto &[declaration, where] : frame->variables)
    if (!endsTrivially(declaration) && made.contains(where))
      ended.push_back(where);
  llvm::sort(ended); // the order in which they are met is none
  for (const LocationId each : ended)
    used(each);
}

} // namespace fporder::frontend
