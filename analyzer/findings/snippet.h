// A line of source with carets and ranges under it.
#pragma once

#include "analyzer/findings/finding.h"
#include "analyzer/findings/source_files.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <string_view>
#include <vector>

namespace fporder::findings {

struct Snippet {
  std::uint32_t number = 0; // of the line
  std::string line;         // tabs expanded, bytes that are not UTF-8 and control characters replaced, long lines clipped around the caret
  std::string marks;        // "~~^~~" under it, in terminal columns; no trailing blanks
};

/// Snippets of the lines of `sources`. Remembers where the characters of the last long line stand: findings come line by line, and a line may hold
/// thousands.
class Snippets {
public:
  explicit Snippets(SourceFiles &sources) : sources(sources) {}

  /// The line of `caret` with `range` underlined as far as it is on that line, wide characters and tabs accounted for. Empty line when the file
  /// cannot be read.
  Snippet of(const Region &caret, const Region &range);

  /// The underlined bytes of the caret's line.
  struct Marked {
    std::size_t begin, end;      // the range
    std::size_t caret, caretEnd; // the operator; only its first column gets the caret
  };

private:
  /// Where a character begins; terminal columns from 0.
  struct Mark {
    std::size_t byte = 0;
    unsigned column = 0;
  };

  void mark(std::string_view line);
  Mark step(Mark from) const;
  Mark firstNot(llvm::function_ref<bool(const Mark &)> passed) const;
  void showGlyphs(Snippet &shown, std::string_view line, const Marked &range);

  SourceFiles &sources;
  std::string_view marked;
  std::vector<Mark> marks; // of characters of `marked`, ascending, the first at 0
  Mark end;                // of `marked`
};

} // namespace fporder::findings
