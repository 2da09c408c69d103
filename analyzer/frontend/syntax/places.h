// From Clang source locations to places.
//
// A finding belongs on the line that the user wrote. An operator that a macro's body spells stands at the macro's expansion, with the definition as a
// second place; an operator in a macro's argument is the user's own text and stands where it is written. Files are named as on the command line when
// they are the main file, by real path otherwise.
#pragma once

#include "runtime/order/graph.h"

#include "clang/AST/Expr.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <vector>

namespace fporder::frontend {

/// File names and line tables of one translation unit, computed once and shared by all its procedures.
class SourceFiles {
public:
  SourceFiles(const clang::SourceManager &manager, const clang::LangOptions &options);

  struct File {
    std::string name; // empty: not a file (a command-line definition, pasted tokens)
    llvm::StringRef text;
    std::vector<std::uint32_t> lineStarts; // byte offsets
  };

  /// A location in a file, macros resolved.
  struct Spot {
    clang::FileID file;
    const File *source = nullptr;
    std::uint32_t offset = 0, line = 0, column = 0; // 1-based line, byte column
    bool valid() const { return source && !source->name.empty(); }
  };

  /// Precondition: `location` is a file location.
  Spot spot(clang::SourceLocation location);

  /// Length in bytes of the token that starts at `spot`.
  std::uint32_t tokenLength(const Spot &spot) const;

  const clang::SourceManager &manager;
  const clang::LangOptions &options;

private:
  const File &load(clang::FileID file);

  llvm::DenseMap<clang::FileID, std::unique_ptr<File>> files;
  clang::FileID lastFile;
  const File *lastSource = nullptr;
  std::uint32_t lastLine = 0; // index into lineStarts of the last answer: neighbours are asked for in turn
};

/// Places of one procedure: what `order::Place` says, entered into the procedure's graph.
class Places {
public:
  Places(SourceFiles &files, order::Graph &graph) : files(files), graph(graph) {}

  /// The place of an operation whose operator token stands at `token` in the expression that covers `range`. An invalid id when neither has a file.
  order::PlaceId of(clang::SourceLocation token, clang::SourceRange range);

  /// The place of an expression: operator tokens for operators, the callee's name for calls, the first token otherwise.
  order::PlaceId of(const clang::Expr *expression);

  /// What an expression covers. Cheap for chains of operators, which long sums are, when asked from the inside out.
  clang::SourceRange rangeOf(const clang::Expr *expression);

  /// Statement number and inlining call stamped on every place made from now on; see order::Place.
  std::uint32_t statement = 0;
  order::PlaceId inlinedAt;
  bool analysedAlone = false, ofNumbers = false;
  std::uint32_t ofModel = 0; // nothing made from now on is editable, unless it is 0

private:
  order::Place resolve(clang::SourceLocation token, clang::SourceRange range);
  order::FileId fileId(const SourceFiles::Spot &spot);
  order::PlaceId definition(clang::SourceLocation token);
  clang::SourceLocation endOf(const clang::Expr *expression);

  SourceFiles &files;
  order::Graph &graph;
  llvm::DenseMap<clang::FileID, order::FileId> known;
  llvm::DenseMap<const clang::BinaryOperator *, clang::SourceLocation> begins; // rangeOf's answers
  llvm::DenseMap<const clang::Expr *, clang::SourceLocation> ends;             // of operators below which long chains end
};

/// The token that stands for an expression's operation.
clang::SourceLocation operatorToken(const clang::Expr *expression);

} // namespace fporder::frontend
