// The containers of the C++ library that are executed whatever the library makes them of: a std::vector is a pointer to its elements and their
// number, and so is a std::span. Their iterators are pointers. Nothing of how a library implements them is executed.
#pragma once

#include "clang/AST/DeclCXX.h"

#include <cstdint>

namespace fporder::execute {

enum class Container : std::uint8_t { None, Vector, Span };

/// None for other records, and for std::vector<bool>, which holds no objects of its elements.
Container containerOf(const clang::RecordDecl *record);
/// Precondition: a container.
clang::QualType elementOf(const clang::RecordDecl *container);

/// True for std::array: its one field is the array, whose elements are the object's.
bool isStandardArray(const clang::RecordDecl *record);

/// True when nothing that can be observed happens where an object of this type ends: it and its parts have trivial destructors or are containers.
bool endsSilently(clang::QualType type);

/// The cells of a container within its object.
constexpr std::int64_t elementsCell = 0, lengthCell = 1, containerCells = 2;

} // namespace fporder::execute
