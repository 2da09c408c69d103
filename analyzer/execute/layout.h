// How objects are made up of cells: a scalar is one, an array its elements one after another, a record its bases and fields.
#pragma once

#include "runtime/format/format.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <string>
#include <vector>

namespace fporder::execute {

/// A scalar type's format: Integer for integers, enumerations and bool; Unknown for pointers and for what no value is held of (long double, complex,
/// SIMD vectors, integers of more than 64 bits).
format::Format formatOf(const clang::ASTContext &context, clang::QualType type);

/// True for pointers to objects, not to functions or members; and for references.
bool isObjectPointer(clang::QualType type);

class Layouts {
public:
  explicit Layouts(const clang::ASTContext &astContext) : context(astContext) {}

  /// Cells that an object of this type has; nothing for types that are not laid out: unions, bit-fields, virtual functions and bases, variable-length
  /// arrays, scalars without a value here, and what is larger than `mostCells`.
  std::optional<std::int64_t> cells(clang::QualType type);
  std::optional<std::int64_t> cells(const clang::RecordDecl *record);
  /// Offset in cells of a field or base within its record, or nothing.
  std::optional<std::int64_t> offsetOf(const clang::FieldDecl *field);
  std::optional<std::int64_t> offsetOf(const clang::CXXRecordDecl *derived, const clang::CXXRecordDecl *base);

  struct Scalar {
    std::string path; // ".lr", ".state.m"; empty for the object itself; array elements have their array's
    clang::QualType type;
    std::int64_t cell = 0;          // of its first element
    bool isLength = false;          // how many elements the container has whose other cell points to them
    std::vector<std::int64_t> dims; // of the arrays it is in, outermost first
    std::vector<std::int64_t> strides;
  };
  /// The scalars in an object of this type, arrays of them as one. Precondition: cells(type).
  std::vector<Scalar> scalars(clang::QualType type);
  struct Cell {
    clang::QualType type;
    bool isLength = false;
  };
  /// Precondition: cells(type).
  std::vector<Cell> cellTypes(clang::QualType type);

private:
  std::optional<std::int64_t> cellsOfRecord(const clang::RecordDecl *record);
  void addScalars(clang::QualType type, Scalar at, std::vector<Scalar> &all);

  const clang::ASTContext &context;
  llvm::DenseMap<const clang::RecordDecl *, std::int64_t> known; // -1: not laid out
};

} // namespace fporder::execute
