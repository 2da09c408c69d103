// Whether files are still as an analysis found them. Each file is looked at once in a run, however many translation units read it.
#pragma once

#include "analyzer/check/read_log.h"

#include "llvm/ADT/StringMap.h"

#include <optional>
#include <string>

namespace fporder::check {

class FileStates {
public:
  /// Whether a new analysis would learn the same from `path`. A file whose print has not changed is not read; one that has to be read, and is the
  /// same, gets its new print in `read`, and `renewed` is set.
  bool same(llvm::StringRef path, FileRead &read, bool &renewed);

private:
  struct State {
    FileRead::Kind kind = FileRead::Kind::Absent; // Absent, File or Directory
    std::optional<CurrentPrint> print;            // of regular files
    std::optional<ContentHash> content, listing;  // once somebody asked
    std::optional<std::string> realPath;
  };
  State &state(llvm::StringRef path);

  llvm::StringMap<State> states;
};

} // namespace fporder::check
