// The floating-point operations that a source spells, counted without the graph's help, and which of them reached one.
//
// Calls of mathematical functions and of intrinsics count where their result is a floating-point number or of unknown type, but for those that a
// vendor's document models as copies and the like; calls that one models as arithmetic count too (documented_calls.h). Operators are counted by the
// tokens of active code: + - * / and their compound forms between operands. What the syntax tree says is integer arithmetic, a sign, a pointer or a
// declaration is no floating-point operator; arithmetic on values of dependent type is one. A token that no tree holds, because its statement could
// not be parsed, counts as one that is missing. An operator has reached a graph when some procedure has a node at its place, or when it is a constant
// expression, which the compiler computes.
#pragma once

#include "runtime/order/procedure.h"

#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <compare>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang
namespace fporder::models {
class Vendor;
}

namespace fporder::frontend {

/// Where an operator stands, and where the macro spells it that it comes from.
struct OperatorPlace {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::string macroFile;
  std::uint32_t macroLine = 0, macroColumn = 0;
  auto operator<=>(const OperatorPlace &) const = default;
};

/// Why an operator reached no graph; empty when it did.
using Operators = std::map<OperatorPlace, std::string>;

class OperatorCensus {
public:
  /// Notes the tokens of the source as they are read. `preprocessor` must not be asked after its end.
  void watch(clang::Preprocessor &preprocessor);
  /// Notes where the graph has nodes.
  void reached(const order::Procedure &procedure);
  /// Notes an operator that was computed in advance.
  void folded(clang::SourceLocation token) { computed.insert(token); }
  /// The operators in files for which `isOwn` holds (asked with real paths; the main file always is), after all procedures. `vendors`: whose calls
  /// are modelled in this unit.
  Operators count(clang::ASTContext &context, const std::vector<const models::Vendor *> &vendors,
                  llvm::function_ref<bool(const std::string &realPath)> isOwn) const;

private:
  struct SeenToken {
    clang::SourceLocation location;
    clang::tok::TokenKind kind;
    bool afterOperand = false, beforeOperand = false, startsStatement = false;
  };
  void note(const clang::Token &token);

  std::vector<SeenToken> tokens;
  clang::tok::TokenKind last = clang::tok::semi, beforeLast = clang::tok::semi;
  bool awaits = false;            // the last token of `tokens` has not seen its successor
  std::set<OperatorPlace> places; // of the graphs' operations
  llvm::DenseSet<clang::SourceLocation> computed;
  bool instantiates = false; // in an explicit instantiation, which spells types only
};

} // namespace fporder::frontend
