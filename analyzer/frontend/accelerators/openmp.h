// OpenMP directives: which accumulations a parallel loop combines in no fixed order.
//
// Worksharing and simd directives run their loop as a plain loop with one difference: a variable in a reduction clause is combined across threads
// (order changes with the team's size and, in most runtimes, from run to run: Unordered) or across lanes (Unspecified). Atomic updates and
// accumulations in a critical section inside a parallel region happen in the order in which threads arrive: Unordered. What happens once or by one
// thread (single, master, masked) keeps its order.
#pragma once

#include "analyzer/frontend/loops/loop.h"

#include "clang/AST/StmtOpenMP.h"

namespace fporder::frontend {

/// Compiler flags that make Clang read OpenMP pragmas in a unit whose command has no -fopenmp: the author's statement that a loop may be reordered
/// holds for every build. -fopenmp-simd parses and checks all directives, needs neither omp.h nor a runtime library, leaves _OPENMP undefined, so the
/// code under #ifdef _OPENMP is the code of the user's own build. Not to be added where a command has -fopenmp in any spelling (-openmp,
/// -fopenmp=..., -fopenmp-simd, -fno-openmp-simd).
llvm::ArrayRef<llvm::StringLiteral> parseOnlyFlags();

/// How the accumulations of a directive's reduction clauses are ordered; nothing for directives that reorder nothing.
std::optional<order::Schedule> reductionSchedule(const clang::OMPExecutableDirective *directive);

/// The variables that a directive's reduction and in_reduction clauses name; of an array section its base, which may be a pointer.
llvm::SmallVector<const clang::Expr *, 4> reductionVariables(const clang::OMPExecutableDirective *directive);

/// The shape of the loop over threads that nobody spells.
LoopShape threadLoop();

/// The statement a directive applies to, captured regions taken off; null for directives without one (barrier, flush).
const clang::Stmt *associatedStatement(const clang::OMPExecutableDirective *directive);

} // namespace fporder::frontend
