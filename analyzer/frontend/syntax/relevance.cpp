#include "analyzer/frontend/syntax/relevance.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

namespace fporder::frontend {
bool Relevance::holdsFloating(clang::QualType type) {
  if (type.isNull())
    return false;
  const clang::Type *canonical = type.getCanonicalType().getTypePtr();
  if (canonical->isDependentType())
    return true;
  if (auto found = known.find(canonical); found != known.end())
    return found->second;
  known[canonical] = false; // a class that leads back to itself adds nothing
  underWay.push_back(canonical);
  const std::size_t mine = underWay.size();
  const bool result = classify(clang::QualType(canonical, 0));
  if (result)
    // What was found to hold none on the way here may have been asked while this type was still undecided.
    for (const clang::Type *inner : llvm::ArrayRef(underWay).drop_front(mine))
      if (!known.lookup(inner))
        known.erase(inner);
  if (result || mine == 1)
    underWay.truncate(mine - 1);
  return known[canonical] = result;
}

bool Relevance::classify(clang::QualType type) {
  if (type->isPointerType() || type->isReferenceType() || type->isMemberPointerType())
    return holdsFloating(type->getPointeeType());
  if (const clang::ArrayType *array = context.getAsArrayType(type))
    return holdsFloating(array->getElementType());
  if (const auto *atomic = type->getAs<clang::AtomicType>())
    return holdsFloating(atomic->getValueType());
  if (const auto *function = type->getAs<clang::FunctionProtoType>()) {
    if (holdsFloating(function->getReturnType()))
      return true;
    for (clang::QualType parameter : function->param_types())
      if (holdsFloating(parameter))
        return true;
    return false;
  }
  if (const clang::RecordDecl *record = type->getAsRecordDecl())
    return types.isFloating(type) || types.info(type).isBuffer || classifyRecord(record);
  return types.isFloating(type);
}

bool Relevance::classifyRecord(const clang::RecordDecl *record) {
  if (const auto *specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record))
    for (const clang::TemplateArgument &argument : specialisation->getTemplateArgs().asArray())
      if (argument.getKind() == clang::TemplateArgument::Type && holdsFloating(argument.getAsType()))
        return true;
  // The standard library's own members (a hash table's load factor) are no numbers of the user's.
  record = record->getDefinition();
  if (!record || context.getSourceManager().isInSystemHeader(record->getLocation()))
    return false;
  for (const clang::FieldDecl *field : record->fields())
    if (holdsFloating(field->getType()))
      return true;
  if (const auto *derived = llvm::dyn_cast<clang::CXXRecordDecl>(record))
    for (const clang::CXXBaseSpecifier &base : derived->bases())
      if (holdsFloating(base.getType()))
        return true;
  return false;
}

} // namespace fporder::frontend
