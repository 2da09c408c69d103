// What a class keeps in its fields: values that one member function stores and others use.
//
// `inv_(1.0f / scale)` in a constructor makes `x * inv_` in another method a multiplication by a reciprocal, although no function shows both. A field
// has a known value when every member function that stores it stores the same expression, and each no other one under a condition, nothing else can
// write it (no store through another object, no address or non-const reference taken) and what the expression is made of does not change after it.
// Then a read on entry to a method yields that expression, with the place where it was written; its operands that only the storing function could see
// (parameters) become the field that keeps them under the same condition, when there is one, or inputs of their own.
#pragma once

#include "runtime/order/graph.h"

#include "llvm/ADT/StringRef.h"

#include <memory>

namespace clang {
class FunctionDecl;
}

namespace fporder::frontend {

class BodySurvey;
class Memory;
struct Unit;

struct FieldValue {
  order::NodeId node;   // invalid when it is not known or no more than an input
  bool tooLong = false; // not known because its expression is longer than what is carried from one function into another
};

class FieldSummaries {
public:
  /// `bodies` are asked for who writes which field, when a field is asked for first.
  FieldSummaries(Unit &unit, BodySurvey &bodies);
  ~FieldSummaries();

  /// The value, as a node of the graph of `into`, that field `name` of *this holds on entry to `reader`, whose memory that is.
  FieldValue valueOnEntry(Memory &into, const clang::FunctionDecl *reader, llvm::StringRef name) const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

} // namespace fporder::frontend
