// Models of library code: what the C and C++ standard libraries compute, said with the evaluator's operations instead of by reading their headers.
//
// One table per area (library_*.cpp) maps names to models. A model gets a call and returns its value; a call without a model is for the caller to
// treat. Where objects keep what they hold:
//   vector, array, deque, string, valarray, unique_ptr<T[]>   element i of the object v is index(v, i); v.size() is member(v, "size()")
//   span, initializer_list, string_view, mdspan               views: member(v, "data") points to element 0, member(v, "size()") is the extent
//   pair, tuple                                               member(p, "first"), member(t, "get<0>")
//   optional                                                  member(o, "value") is the object
//   atomic, complex, half and bfloat16 classes                numbers, written at the object's own location
//   unique_ptr, shared_ptr, reference_wrapper, atomic_ref     a pointer, written at the object's own location
// Iterators are pointers too: begin() of v is the address of element 0, end() of element size().
#pragma once

#include "analyzer/frontend/library/builder.h"

namespace fporder::frontend {

/// The result of a call that a model knows; nothing when none does, in which case no argument has been evaluated. A call of reference type yields a
/// Pointer to its referent. Asked before a body is inlined, for functions declared in system headers, builtins, functions without a body and
/// dependent names. The declaration decides whether a model applies: a user's own function of the same name has none.
std::optional<Value> libraryCall(Builder &builder, const Call &call);

/// As `libraryCall` for constructors of system-header classes: `call.object` is where the new object lies. True when a model built it.
bool libraryConstruct(Builder &builder, const Call &call);

/// The elements of a container, view, array or valarray, for range-for and algorithms.
struct Elements {
  LocationId first;     // element 0; Memory::advance reaches the others
  order::NodeId count;  // integer; never invalid
  clang::QualType type; // of an element; null when not known
};
std::optional<Elements> libraryElements(Builder &builder, LocationId object, clang::QualType type);

/// True for types whose braced initialiser lists elements in order and whose element i is index(object, i): std::array above all, whose own aggregate
/// has one inner array.
bool isContainer(clang::QualType type);

/// Element `position` of a pair, tuple or array: what std::get and structured bindings designate.
std::optional<LocationId> tupleElement(Builder &builder, LocationId object, clang::QualType type, unsigned position);

} // namespace fporder::frontend
