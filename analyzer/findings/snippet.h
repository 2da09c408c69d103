// A line of source with carets and ranges under it.
#pragma once

#include "analyzer/findings/finding.h"
#include "analyzer/findings/source_files.h"

#include <string>

namespace fporder::findings {

struct Snippet {
  std::uint32_t number = 0; // of the line
  std::string line;         // tabs expanded, bytes that are not UTF-8 and control characters replaced, long lines clipped around the caret
  std::string marks;        // "~~^~~" under it, in terminal columns; no trailing blanks
};

/// The line of `caret` with `range` underlined as far as it is on that line, wide characters and tabs accounted for. Empty line when the file cannot
/// be read.
Snippet snippet(SourceFiles &sources, const Region &caret, const Region &range);

} // namespace fporder::findings
