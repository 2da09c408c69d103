// The operation whose values are compared, and what it computed in a run.
#pragma once

#include "analyzer/execute/value.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace fporder::execute {

/// An expression in a function, reached through calls.
struct Watch {
  const clang::Expr *expression = nullptr;
  format::Format format = format::Format::Unknown;
  /// The calls that it is reached through, innermost first: expressions in the callers' bodies.
  llvm::SmallVector<const clang::Expr *, 4> calls;
  /// The assignment or declaration that takes its value, if any: where an accumulator is told from.
  const clang::Stmt *assignment = nullptr;
  /// The loops in its function that it stands in, innermost first.
  llvm::SmallVector<const clang::Stmt *, 4> loops;
  /// The outermost of these is left after so many iterations; 0: when the program leaves it.
  std::uint64_t cutAfter = 0;
};

/// What a run computed at the watched expression, in the order of execution.
struct Recorded {
  /// What the variables that the expression's assignment changed in a loop hold when it is left.
  struct Leaving {
    std::vector<double> values;
    /// A run of the loop went on where an earlier run had left a variable: its sum does not end with this loop.
    bool goesOn = false;
  };
  std::vector<double> values;
  std::vector<Leaving> leaving;      // by loop around it
  std::uint64_t iterations = 0;      // of the innermost loop around it
  std::uint64_t outerIterations = 0; // of the outermost, ended ones
};

} // namespace fporder::execute
