// Arrays seen as elements of another type, and offsets in bytes: reinterpret_cast<float4 *>(p), *(__half2 *)&x[i], (float *)((char *)p + pitch).
//
// An index counts elements of its array. A pointer to another type leads into a view of the array, whose indices count elements of that type: a
// member that overlaps everything else in the array. What is written through one of them may change what the others hold, and the same element of the
// same view is the same location. A pointer that is cast back to the array's own type leads to the array's own elements again, where the bytes in
// between are a multiple of their size. Where they are not known to be, it leads to elements behind an offset in bytes, which may be any of the
// array. An object that is made of as many numbers of the array's type as it has members, a float4, is not apart from them: its members are the
// array's elements.
//
// The type of an array's elements is that of the first pointer into it that is cast; of raw memory (void *) the first that it is cast to.
#pragma once

#include "analyzer/frontend/memory/memory.h"
#include "analyzer/frontend/types/types.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace fporder::frontend {

class Views {
public:
  Views(Memory &viewed, Types &known, order::Graph &target, const clang::ASTContext &unit)
      : memory(viewed), types(known), graph(target), context(unit) {}

  /// The location that `element` is when a pointer to `from` that leads there is cast to a pointer to `to`. `owner` tells apart functions whose type
  /// parameters have one name.
  LocationId as(LocationId element, clang::QualType from, clang::QualType to, std::uint64_t owner);

  /// sizeof(type): a number, or in a template a value that is the same wherever it is asked for.
  order::NodeId sizeOf(clang::QualType type, std::uint64_t owner);

  /// A pointer as an integer, by the address of the array's first element, which `made` makes once for each array.
  order::NodeId address(LocationId element, clang::QualType pointee, std::uint64_t owner, llvm::function_ref<order::NodeId()> made);
  /// What an integer leads to that is made from the address of one array; an invalid location where it is not.
  LocationId at(order::NodeId address, clang::QualType pointee, std::uint64_t owner);

private:
  struct Layout {
    clang::QualType type; // null for raw memory
    std::uint64_t owner = 0;
    order::NodeId size;
  };
  struct View {
    LocationId array; // whose view it is
    bool indexed = false;
    Layout layout;
  };
  struct Position {
    LocationId array;
    bool indexed = false; // an element of `array`; else it is an object by itself
    order::NodeId bytes;  // from its first element on
  };

  Layout layout(clang::QualType type, std::uint64_t owner);
  bool isAlike(const Layout &one, const Layout &other);
  Position position(LocationId element, const Layout &from);
  LocationId place(const Position &position, const Layout &to);
  LocationId viewOf(const Position &position, const Layout &to, bool byBytes);
  void spread(LocationId view, LocationId array, const Layout &to);
  order::NodeId times(order::NodeId count, order::NodeId size);
  order::NodeId offsetFrom(std::uint32_t base, order::NodeId address);

  Memory &memory;
  Types &types;
  order::Graph &graph;
  const clang::ASTContext &context;
  std::map<LocationId, Layout> arrays;
  std::map<LocationId, View> views;
  std::map<std::pair<const void *, std::uint64_t>, std::uint32_t> openSizes; // of types that depend on template parameters
  struct Address {
    LocationId array;
    bool indexed = false;
  };
  std::map<std::uint32_t, Address> addressed;                     // by value
  std::map<std::pair<LocationId, bool>, order::NodeId> addresses; // of arrays, and of objects by themselves
};

} // namespace fporder::frontend
