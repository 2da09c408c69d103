#include "analyzer/frontend/memory/memory_views.h"

namespace fporder::frontend {
namespace {

bool isRaw(clang::QualType type) {
  return type.isNull() || type->isVoidType() || type->isCharType() || type->isFunctionType() || type->isArrayType();
}

bool isComplete(clang::QualType type) { return !type->isDependentType() && !type->isIncompleteType(); }

} // namespace

LocationId viewAs(Memory &memory, Types &types, const clang::ASTContext &context, LocationId element, clang::QualType from, clang::QualType to) {
  if (!element || isRaw(from) || isRaw(to) || context.hasSameUnqualifiedType(from, to))
    return element;
  const bool sized = isComplete(from) && isComplete(to);
  const bool records = types.info(from).kind == TypeClass::Record || types.info(to).kind == TypeClass::Record;
  if (sized && !records && context.getTypeSizeInChars(from) == context.getTypeSizeInChars(to))
    return element;
  const Location where = memory[element];
  const std::string name = "(as " + to.getUnqualifiedType().getAsString() + ")";
  const LocationId array = where.kind == Location::Kind::Index ? where.parent : element;
  const LocationId view = memory.member(array, name, /*inUnion=*/true);
  return where.kind == Location::Kind::Index ? memory.index(view, where.index) : view;
}

} // namespace fporder::frontend
