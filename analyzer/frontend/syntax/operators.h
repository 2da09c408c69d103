// The floating-point operations that a source spells, counted without the graph's help, and which of them reached one.
//
// Calls of mathematical functions and of intrinsics count where their result is a floating-point number or of unknown type, but for those that a
// vendor's document models as copies and the like; calls that one models as arithmetic count too (documented_calls.h). Operators are counted by the
// tokens of active code: + - * / and their compound forms between operands. What the syntax tree says is integer arithmetic, a sign, a pointer or a
// declaration is no floating-point operator; arithmetic on values of dependent type is one. A token that no tree holds, because its statement could
// not be parsed, counts as one that is missing, but for one in a run of arithmetic (plain_runs.h) between integer literals and names that the
// function around it declares as integers or pointers alone. An operator has reached a graph when some procedure has a node at its place, or when it
// is a constant expression, which the compiler computes.
#pragma once

#include "analyzer/frontend/syntax/plain_runs.h"
#include "runtime/order/procedure.h"

#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

#include <compare>
#include <map>
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

/// Where in its file an operator stands, and which one of those that macros spell there.
struct OperatorPlace {
  std::uint32_t line = 0, column = 0;
  std::uint64_t macro = 0; // a hash of where the macro spells it; 0: none does
  auto operator<=>(const OperatorPlace &) const = default;
};

struct Operator {
  OperatorPlace place;
  std::string why; // it reached no graph; empty when it did
};

/// By file; of each file in order of place, each place once.
using Operators = std::map<std::string, std::vector<Operator>>;

/// Puts the operators of one file in order. Of several at one place one that reached a graph stays, or the one whose reason sorts first.
void arrange(std::vector<Operator> &operators);

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
                  llvm::function_ref<bool(const std::string &realPath)> isOwn);

private:
  struct SeenToken {
    clang::SourceLocation location;
    clang::tok::TokenKind kind;
    bool afterOperand = false, beforeOperand = false, startsStatement = false;
    std::uint32_t run = 0; // of `runs`
  };
  void enterFile(bool isSystem);
  void note(const clang::Token &token);

  /// A place with the number of its file in `files`.
  using Spot = std::pair<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint32_t, std::uint64_t>>;
  using Counted = std::map<std::uint32_t, std::vector<std::pair<OperatorPlace, llvm::StringRef>>>; // by number of file, as in Operators
  Operators named(Counted &counted) const;
  static Spot spotOf(std::uint32_t file, const order::Graph &graph, const order::Place &place);
  std::uint32_t numberOf(llvm::StringRef file) { return files.try_emplace(file, static_cast<std::uint32_t>(files.size())).first->second; }

  std::vector<SeenToken> tokens;
  clang::tok::TokenKind last = clang::tok::semi, beforeLast = clang::tok::semi;
  bool inSystemHeader = false;
  bool awaits = false; // the last token of `tokens` has not seen its successor
  PlainRuns runs;
  llvm::StringMap<std::uint32_t> files;
  llvm::DenseSet<Spot> reachedSpots; // of the graphs' operations
  llvm::DenseSet<clang::SourceLocation> computed;
  bool instantiates = false; // in an explicit instantiation, which spells types only
};

} // namespace fporder::frontend
