// The program's sources, as far as they are found, and the comments in them that suppress findings.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <map>
#include <string>
#include <vector>

namespace fporder::report {

class Sources {
public:
  /// Names that are not absolute are looked for there, then in the working directory.
  explicit Sources(std::string inDirectory) : directory(std::move(inDirectory)) {}

  /// Without line ends; empty where there is no such file.
  const std::vector<std::string> &linesOf(const std::string &file);
  /// The line's text; empty where it is not known.
  std::string line(const std::string &file, std::uint64_t number);
  /// By NOLINT on the line, NOLINTNEXTLINE above it, or between NOLINTBEGIN and NOLINTEND, as in fporder-check; without a list, or with one that
  /// names the check: its name, or a beginning of it with '*'.
  bool isSuppressed(const std::string &file, std::uint64_t number, llvm::StringRef check);

private:
  std::string directory;
  std::map<std::string, std::vector<std::string>> files;
};

} // namespace fporder::report
