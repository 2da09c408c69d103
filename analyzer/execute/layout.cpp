#include "analyzer/execute/layout.h"

#include "analyzer/execute/containers.h"
#include "analyzer/execute/limits.h"

namespace fporder::execute {

using format::Format;

format::Format formatOf(const clang::ASTContext &context, clang::QualType type) {
  type = type.getCanonicalType();
  if (type->isIntegralOrEnumerationType())
    return !type->isIncompleteType() && context.getTypeSize(type) <= 64 && !type->isBitIntType() ? Format::Integer : Format::Unknown;
  if (!type->isRealFloatingType())
    return Format::Unknown;
  const llvm::fltSemantics &semantics = context.getFloatTypeSemantics(type);
  if (&semantics == &llvm::APFloat::IEEEsingle())
    return Format::Binary32;
  if (&semantics == &llvm::APFloat::IEEEdouble())
    return Format::Binary64;
  if (&semantics == &llvm::APFloat::IEEEhalf())
    return Format::Binary16;
  return &semantics == &llvm::APFloat::BFloat() ? Format::BFloat16 : Format::Unknown;
}

bool isObjectPointer(clang::QualType type) { return (type->isPointerType() || type->isReferenceType()) && !type->getPointeeType()->isFunctionType(); }

std::optional<std::int64_t> Layouts::cells(clang::QualType type) {
  type = type.getCanonicalType();
  if (type->isDependentType() || type.isVolatileQualified())
    return std::nullopt;
  if (isObjectPointer(type) || formatOf(context, type) != Format::Unknown || type->isNullPtrType())
    return 1;
  if (const clang::ConstantArrayType *array = context.getAsConstantArrayType(type)) {
    const std::optional<std::int64_t> each = cells(array->getElementType());
    const std::uint64_t size = array->getSize().getLimitedValue(mostCells + 1);
    if (!each || size > mostCells || *each * static_cast<std::int64_t>(size) > static_cast<std::int64_t>(mostCells))
      return std::nullopt;
    return *each * static_cast<std::int64_t>(size);
  }
  const clang::RecordDecl *record = type->getAsRecordDecl();
  return record ? cells(record) : std::nullopt;
}

std::optional<std::int64_t> Layouts::cells(const clang::RecordDecl *record) {
  record = record->getDefinition();
  if (!record)
    return std::nullopt;
  const auto [found, isNew] = known.try_emplace(record, -1); // while it is being counted, too: a record within itself is none
  if (!isNew)
    return found->second < 0 ? std::nullopt : std::optional(found->second);
  const std::optional<std::int64_t> counted = cellsOfRecord(record);
  known[record] = counted.value_or(-1);
  return counted;
}

std::optional<std::int64_t> Layouts::cellsOfRecord(const clang::RecordDecl *record) {
  if (record->isUnion() || record->isInvalidDecl())
    return std::nullopt;
  if (containerOf(record) != Container::None)
    return containerCells;
  std::int64_t total = 0;
  const auto add = [&](clang::QualType type) {
    const std::optional<std::int64_t> part = cells(type);
    total += part.value_or(0);
    return part && total <= static_cast<std::int64_t>(mostCells);
  };
  if (const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record)) {
    if (cxx->isPolymorphic() || cxx->getNumVBases() > 0)
      return std::nullopt;
    for (const clang::CXXBaseSpecifier &base : cxx->bases())
      if (!add(base.getType()))
        return std::nullopt;
  }
  for (const clang::FieldDecl *field : record->fields())
    if (field->isBitField() || !add(field->getType()))
      return std::nullopt;
  return total;
}

std::optional<std::int64_t> Layouts::offsetOf(const clang::FieldDecl *field) {
  const clang::RecordDecl *record = field->getParent();
  if (containerOf(record) != Container::None)
    return std::nullopt;
  std::int64_t offset = 0;
  if (const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record))
    for (const clang::CXXBaseSpecifier &base : cxx->bases())
      offset += cells(base.getType()).value_or(0);
  for (const clang::FieldDecl *each : record->fields()) {
    if (each == field)
      return offset;
    const std::optional<std::int64_t> part = cells(each->getType());
    if (!part)
      return std::nullopt;
    offset += *part;
  }
  return std::nullopt;
}

std::optional<std::int64_t> Layouts::offsetOf(const clang::CXXRecordDecl *derived, const clang::CXXRecordDecl *base) {
  if (containerOf(derived) != Container::None)
    return std::nullopt;
  std::int64_t offset = 0;
  for (const clang::CXXBaseSpecifier &each : derived->bases()) {
    if (each.getType()->getAsCXXRecordDecl()->getCanonicalDecl() == base->getCanonicalDecl())
      return offset;
    offset += cells(each.getType()).value_or(0);
  }
  return std::nullopt;
}

std::vector<Layouts::Scalar> Layouts::scalars(clang::QualType type) {
  std::vector<Scalar> all;
  addScalars(type.getCanonicalType(), {}, all);
  return all;
}

void Layouts::addScalars(clang::QualType type, Scalar at, std::vector<Scalar> &all) {
  type = type.getCanonicalType();
  if (const clang::ConstantArrayType *array = context.getAsConstantArrayType(type)) {
    at.dims.push_back(static_cast<std::int64_t>(array->getSize().getZExtValue()));
    at.strides.push_back(cells(array->getElementType()).value_or(0));
    return addScalars(array->getElementType(), std::move(at), all);
  }
  const clang::RecordDecl *record = type->getAsRecordDecl();
  if (!record) {
    at.type = type;
    all.push_back(std::move(at));
    return;
  }
  record = record->getDefinition();
  const std::int64_t start = at.cell;
  if (containerOf(record) != Container::None) {
    Scalar elements = at;
    elements.cell = start + elementsCell;
    elements.type = context.getPointerType(elementOf(record));
    all.push_back(std::move(elements));
    at.cell = start + lengthCell;
    at.type = context.getSizeType();
    at.path += ".size()";
    at.isLength = true;
    all.push_back(std::move(at));
    return;
  }
  if (const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record))
    for (const clang::CXXBaseSpecifier &base : cxx->bases()) {
      Scalar part = at;
      part.cell = start + offsetOf(cxx, base.getType()->getAsCXXRecordDecl()).value_or(0);
      addScalars(base.getType(), std::move(part), all);
    }
  for (const clang::FieldDecl *field : record->fields()) {
    Scalar part = at;
    part.cell = start + offsetOf(field).value_or(0);
    if (!isStandardArray(record))
      part.path += "." + field->getNameAsString();
    addScalars(field->getType(), std::move(part), all);
  }
}

std::vector<Layouts::Cell> Layouts::cellTypes(clang::QualType type) {
  std::vector<Cell> types(static_cast<std::size_t>(cells(type).value_or(0)));
  for (const Scalar &scalar : scalars(type)) {
    std::vector<std::int64_t> at{scalar.cell};
    for (std::size_t d = 0; d < scalar.dims.size(); ++d) {
      std::vector<std::int64_t> next;
      for (const std::int64_t each : at)
        for (std::int64_t k = 0; k < scalar.dims[d]; ++k)
          next.push_back(each + k * scalar.strides[d]);
      at = std::move(next);
    }
    for (const std::int64_t cell : at)
      types[static_cast<std::size_t>(cell)] = {scalar.type, scalar.isLength};
  }
  return types;
}

} // namespace fporder::execute
