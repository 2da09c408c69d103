// From a parsed translation unit to ordering graphs.
//
// The translation evaluates each function's statements symbolically over a store of memory locations (reaching definitions): a name stands for the
// value it holds, not for itself. What it does not understand becomes an Opaque node and an entry of Procedure::unanalysed.
#pragma once

#include "runtime/limits/limits.h"
#include "runtime/order/procedure.h"

#include "llvm/ADT/StringRef.h"

#include <functional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class SourceLocation;
class SourceManager;
} // namespace clang

namespace fporder::models {
class Vendor;
}

namespace fporder::frontend {

/// How the annotation of a declaration begins whose first word nobody declared; the word follows. See check/unknown_words.h.
inline constexpr llvm::StringLiteral unknownWordAnnotation = "fporder: unknown word ";
/// The annotation of an enumerator whose number stands for one that no file holds (analyzer/check/array_bounds.h).
inline constexpr llvm::StringLiteral unknownBoundAnnotation = "fporder: unknown bound";

struct Options {
  unsigned inlineDepth = limits::most(limits::Limit::InlineDepth);      // calls inlined into each other
  unsigned inlineNodeBudget = limits::most(limits::Limit::InlineNodes); // nodes a single procedure may grow to by inlining
  unsigned inlineStatementBudget =
      limits::most(limits::Limit::InlineStatements); // statements of inlined calls that a single procedure may run, repetitions for loops included
  std::vector<const models::Vendor *> vendors;       // whose calls are modelled in this unit
  /// Says whether functions spelled in the file with this real path are the user's own and get procedures; the main file always is.
  std::function<bool(const std::string &realPath)> ownHeader;
  /// Told of the operators whose results were computed in advance and left no node. May be empty.
  std::function<void(clang::SourceLocation)> folded;
  /// OpenCL: the format in which images keep what read_imagef and write_imagef convert from and to; Unknown: binary32.
  format::Format imageStorage = format::Format::Unknown;
  /// Arrays reached through different pointers may overlap: see analyzer/frontend/memory.h.
  bool mayAlias = false;
  /// The name that is written where a literal stands only because the source has to be parsed: what the name stands for is not known. "" for a
  /// literal that the source holds. May be empty.
  std::function<std::string(clang::SourceLocation literal)> guessedNumber;
  /// Enumerators with unknownBoundAnnotation bound arrays of this unit.
  bool unknownBounds = false;
  /// An array has as many elements as its type says, and not a number that was taken for one.
  bool sizesAreKnown() const { return !unknownBounds && !guessedNumber; }
};

/// What a translation unit contains besides its procedures.
struct UnitSummary {
  unsigned functions = 0;                    // function definitions in the user's files
  unsigned floatingOperations = 0;           // floating-point operators and calls in them
  std::vector<order::Unanalysed> unanalysed; // outside any procedure
};

/// Calls `sink` with each procedure in source order, then with those of the lambdas whose bodies ran in none of these, in source order as well: what
/// such a body refers to of the functions around it is an input. The procedure's memory is the sink's. Runs under a stack of any size: recursion
/// follows only Clang's own.
UnitSummary translate(clang::ASTContext &context, const Options &options, const std::function<void(order::Procedure &&)> &sink);

} // namespace fporder::frontend
