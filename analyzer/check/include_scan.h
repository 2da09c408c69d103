// Which sources include a header, from the texts alone: no compiler, no build.
//
// An include directive leads to every file whose path ends in what it spells, without leading "./" and "../". That may be more than the compiler
// would find, never less, macros in directives apart.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace fporder::check {

/// What the include directives of `text` spell, quotes and brackets removed. Comments and conditions are not looked at.
std::vector<std::string> spelledIncludes(llvm::StringRef text);

class IncludeGraph {
public:
  /// `files`: absolute paths of sources and headers, read once, now.
  explicit IncludeGraph(std::vector<std::string> files);

  /// The best file that includes `header`, at whatever depth, and is not a header: of those with the lowest `rank`, the one that takes the fewest
  /// steps, then one with the header's name, then the first by path. Empty if there is none. Ranks from 1000 on are not taken.
  std::string sourceFor(const std::string &header, const std::function<unsigned(const std::string &source)> &rank) const;

  /// Some other file includes this one.
  bool isIncluded(const std::string &file) const;

private:
  std::vector<std::string> files;
  std::vector<std::vector<std::uint32_t>> includers; // parallel to `files`
};

} // namespace fporder::check
