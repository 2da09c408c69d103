// Whether files are still as an analysis found them. Each file is looked at once in a run, however many translation units read it.
#pragma once

#include "analyzer/check/project_headers.h"
#include "analyzer/check/read_log.h"

#include "llvm/ADT/StringMap.h"

#include <memory>
#include <optional>
#include <string>

namespace fporder::check {

class FileStates {
public:
  /// `known`: where headers were looked up; null: logs that say so are never the same.
  explicit FileStates(std::shared_ptr<Projects> known = nullptr) : projects(std::move(known)) {}
  /// Whether a new analysis would learn the same from all paths. A file whose print has not changed is not read; one that has to be read, and is the
  /// same, gets its new print in `reads`, and `renewed` is set.
  bool same(FileReads &reads, bool &renewed);

private:
  struct State {
    std::optional<FileRead::Kind> kind;                // Absent, Special, File or Directory; nothing when even that cannot be learnt
    std::optional<llvm::sys::fs::UniqueID> identity;   // of what is there
    std::optional<CurrentPrint> print;                 // of regular files
    std::optional<ContentHash> content;                // of the whole file, once somebody asked
    std::optional<std::optional<ContentHash>> listing; // likewise; nothing within: it cannot be listed
    std::optional<std::string> realPath;               // likewise; as in FileRead
    std::optional<bool> readable;                      // likewise; by this process
  };
  State &state(llvm::StringRef path);
  static bool same(State &now, llvm::StringRef path, FileRead &read, bool &renewed);
  static bool sameContent(State &now, llvm::StringRef path, FileRead &read, bool &renewed);

  bool sameAnswer(const ProjectQuestion &question, const FileRead &read) const;

  llvm::StringMap<State> states;
  std::shared_ptr<Projects> projects;
};

} // namespace fporder::check
