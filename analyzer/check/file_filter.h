// In which files, and on which lines of them, findings are reported: --header-filter, --exclude-header-filter, --line-filter.
#pragma once

#include "analyzer/check/options.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/Regex.h"

#include <memory>
#include <string>
#include <vector>

namespace fporder::check {

class FileFilter {
public:
  /// An invalid regular expression is an error. Empty patterns: every header but those of the system; none excluded.
  static llvm::Expected<FileFilter> create(const std::string &headerPattern, const std::string &excludePattern,
                                           std::vector<LineFilterEntry> lineFilter, const std::string &workingDirectory);

  /// Whether findings in the header with this real path are reported. The patterns are searched in the real path and in the path relative to the
  /// working directory. Safe to call from several threads.
  bool acceptsHeader(const std::string &realPath) const;
  /// Whether the line filter lets a finding on this line through.
  bool acceptsLine(const std::string &file, unsigned line) const;

private:
  std::shared_ptr<const llvm::Regex> include, exclude; // null: everything, nothing
  std::vector<LineFilterEntry> lines;
  std::string directory;
};

} // namespace fporder::check
