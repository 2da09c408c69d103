// Which lines of which files have changed: what findings are reported on when only changes count.
#pragma once

#include "analyzer/findings/finding.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fporder::check {

/// The changed lines of one file.
class ChangedLines {
public:
  static ChangedLines everything();
  void add(std::uint32_t first, std::uint32_t last); // inclusive
  /// Lines were taken out between `line` and the next one: what stands on both sides has changed.
  void addRemoval(std::uint32_t line);
  bool touch(std::uint32_t first, std::uint32_t last) const;
  bool none() const { return !whole && ranges.empty() && removals.empty(); }

private:
  struct Range {
    std::uint32_t first, last;
  };
  bool whole = false;
  std::vector<Range> ranges;
  std::vector<std::uint32_t> removals;
};

/// By path, as the diff names it.
using ChangedFiles = std::map<std::string, ChangedLines>;

/// What is wrong with a diff, with its line.
struct DiffError {
  std::string message;
};

/// Reads a unified diff without context lines (git diff -U0, prefixes a/ and b/). Files that were removed, renamed only, or binary have no lines.
std::variant<ChangedFiles, DiffError> parseUnifiedDiff(std::string_view diff);

/// Whether the statement that a finding is about, or one that it refers to, stands on a changed line. `changed` has real paths.
bool touches(const ChangedFiles &changed, const findings::Finding &finding);

} // namespace fporder::check
