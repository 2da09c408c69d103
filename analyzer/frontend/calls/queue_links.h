// Stores that end where other values came from, through queues between the member functions of a class.
//
// CopyIn() copies wGm into a buffer and puts that into a queue; Compute() takes it, computes another one and puts it into a second queue; CopyOut()
// takes that and copies it to wGm. What Compute() stores is then an update of wGm in place, which no function shows by itself. It is one where each
// function of the class that puts buffers into the first queue copies the element that is read from an element of an object, and each one that takes
// buffers from the second queue copies the element that is stored to that element of that object. Objects are *this, what it holds and what pointers
// in it lead to; indices are made of these and constants, and none of these functions stores what an index is made of. What a caller runs in place of
// calls is followed there, by what it holds, and needs no such facts.
#pragma once

#include "runtime/order/procedure.h"

#include <memory>

namespace clang {
class FunctionDecl;
}

namespace fporder::frontend {

class Handovers;
struct Unit;

class QueueLinks {
public:
  explicit QueueLinks(Unit &unit);
  ~QueueLinks();

  /// Tells the stores of `function`, whose procedure that is, what they replace (Effect::replaced). Other functions of its class are evaluated for
  /// it, once each.
  void connect(const clang::FunctionDecl *function, order::Procedure &procedure, const Handovers &handed);

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

} // namespace fporder::frontend
