// What an expression evaluates to: a number (a node of the ordering graph), the address of a location, or a record that lies in a location.
//
// Iterators, smart pointers and references are pointers too: they hold the location they designate.
#pragma once

#include "runtime/order/graph.h"

namespace clang {
class FunctionDecl;
}

namespace fporder::frontend {

/// A location in memory, interned by `Memory`: equal ids are the same location.
struct LocationId {
  std::uint32_t index = UINT32_MAX;
  explicit operator bool() const { return index != UINT32_MAX; }
  auto operator<=>(const LocationId &) const = default;
};

struct Value {
  enum class Kind : std::uint8_t {
    None,     // void, or a value nobody looks at
    Number,   // `node`: arithmetic of any kind, integers and conditions included, complex numbers and lanes too
    Pointer,  // `location`: what it points to; an invalid location is a null pointer
    Record,   // `location`: where the object lies (a temporary for prvalues)
    Function, // `function`: a pointer to this function
  };
  Kind kind = Kind::None;
  order::NodeId node;
  LocationId location;
  const clang::FunctionDecl *function = nullptr;

  static Value none() { return {}; }
  static Value number(order::NodeId node) { return {Kind::Number, node, {}, nullptr}; }
  static Value pointer(LocationId target) { return {Kind::Pointer, {}, target, nullptr}; }
  static Value record(LocationId where) { return {Kind::Record, {}, where, nullptr}; }
  static Value toFunction(const clang::FunctionDecl *target) { return {Kind::Function, {}, {}, target}; }

  bool isNumber() const { return kind == Kind::Number; }
  bool isPointer() const { return kind == Kind::Pointer; }
  bool isRecord() const { return kind == Kind::Record; }
  bool operator==(const Value &) const = default;
};

} // namespace fporder::frontend
