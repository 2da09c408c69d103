// A source and what becomes of it: places in its main file, edits, and where its lines end up.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace fporder::test {

using Random = std::mt19937_64;
inline unsigned below(Random &random, unsigned limit) { return static_cast<unsigned>(random() % limit); }

/// A program with the same meaning as another one.
struct Rewritten {
  std::string text;
  std::map<unsigned, std::vector<unsigned>> lines; // where a line's findings may be, other than at the line itself, moved by what is put before it
  std::vector<unsigned> added;                     // lines put in, as lines of the new text
  std::map<unsigned, std::vector<unsigned>> taken; // likewise those that take over code of a line, by that line
  std::map<std::string, std::string> names;        // new names, and what was called so
  bool namesMeet = false;                          // one new name stands for several old ones
  unsigned sites = 0;                              // places that were changed

  /// Lines of the new text on which a finding of the original's `line` may be.
  std::vector<unsigned> placesOf(unsigned line) const;

private:
  unsigned moved(unsigned line) const;
};

/// The main file's text of a tree. Ranges are [begin, end) in bytes.
class MainText {
public:
  explicit MainText(clang::ASTContext &of);

  struct Range {
    unsigned begin = 0, end = 0;
  };
  clang::ASTContext &context;
  const clang::SourceManager &manager;
  llvm::StringRef text;

  /// The place of a token that is spelled in the main file, outside of macros.
  std::optional<unsigned> offset(clang::SourceLocation location) const;
  /// What is spelled in the main file, outside of macros, from the first token to the last.
  std::optional<Range> range(clang::SourceRange tokens) const;
  /// A statement with its semicolon.
  std::optional<Range> statement(const clang::Stmt *statement) const;
  std::string in(Range range) const { return text.substr(range.begin, range.end - range.begin).str(); }
  unsigned line(unsigned offset) const;
  bool oneLine(Range range) const { return line(range.begin) == line(range.end); }
  /// Nothing else is on the lines of `range`.
  bool alone(Range range) const;

private:
  std::vector<unsigned> starts;
};

/// Replacements that do not overlap, except for insertions at one place, which keep their order.
class Edits {
public:
  explicit Edits(const MainText &of) : source(of) {}
  void replace(MainText::Range range, std::string by);
  void insert(unsigned at, std::string text) { replace({at, at}, std::move(text)); }
  /// Whole lines before the line of `at`, each without its end, which take over code of line `from`.
  void insertLine(unsigned at, const std::string &line, unsigned from = 0);
  bool empty() const { return edits.empty(); }
  /// False where an earlier replacement touches the range.
  bool isFree(MainText::Range range) const;
  void apply(Rewritten &to) const;

private:
  struct Edit {
    MainText::Range range;
    std::string text;
    bool wholeLine = false;
    unsigned from = 0;
  };
  const MainText &source;
  std::vector<Edit> edits;
};

} // namespace fporder::test
