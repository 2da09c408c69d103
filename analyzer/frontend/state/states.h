// Where the evaluation of a procedure is: what holds at a point of the execution, in which function, inside which statements.
#pragma once

#include "analyzer/frontend/memory/memory.h"

namespace fporder::frontend {

/// What is known at a point of the execution.
struct State {
  Store store;
  order::NodeId path; // conjunction of the conditions under which this point is reached; invalid: always
  bool reachable = true;
};

/// One activation of a function: the procedure's own, or an inlined one.
struct Frame {
  const clang::FunctionDecl *function = nullptr;
  Frame *caller = nullptr;
  std::uint64_t key = 0; // equal for the same chain of calls, so that evaluating it again meets the same locations
  unsigned depth = 0;
  LocationId self;   // *this
  LocationId result; // what is returned
  bool inlined = false;
  std::vector<State> exits; // states at return statements
  unsigned jumps = 0;       // statements that left a loop, a switch or the function, so far
  llvm::DenseMap<const clang::ValueDecl *, LocationId> variables;
};

/// The innermost statement that break and continue leave.
struct Breakable {
  bool isLoop = false;
  Breakable *outer = nullptr;
  std::vector<State> breaks, continues;
};

} // namespace fporder::frontend
