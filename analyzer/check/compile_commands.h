// Which compiler flags a source is analysed with.
//
// In this order: the flags after "--"; the compilation database (compile_commands.json, or compile_flags.txt) of the directory given by -p, else of
// the nearest directory at or above the source, its build*/, out/ and cmake-build-*/ children included; flags inferred from the entry of the nearest
// file; default flags by extension. A database that was found by searching and that lists nothing at or below the directory where the search met it
// is another project's and is passed over. A database that exists but cannot be read is an error, never skipped.
#pragma once

#include "analyzer/check/compile_database.h"

#include "llvm/ADT/StringMap.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

class CompileCommands {
public:
  struct Settings {
    std::string workingDirectory; // absolute
    std::string buildPath;        // -p; empty: search
    std::optional<std::vector<std::string>> fixedFlags;
    std::vector<std::string> extraArgs, extraArgsBefore, removedArgs;
  };
  explicit CompileCommands(Settings settings);
  ~CompileCommands();

  /// At least one command for `source`, an absolute path. A faulty database is described by the first error that it causes; later ones have no text.
  llvm::Expected<std::vector<CompileCommand>> commandsFor(const std::string &source);

  /// How much is known about a source's flags: given by an entry of its own or for all sources; taken from another's; nothing.
  enum class Knowledge : std::uint8_t { Listed, Inferred, NoDatabase };
  llvm::Expected<Knowledge> knowledge(const std::string &source);

private:
  llvm::Expected<const Database *> databaseFor(const std::string &source);
  llvm::Expected<const Database *> loaded(const std::string &path);
  std::optional<std::string> findIn(const std::string &directory);

  Settings settings;
  llvm::StringMap<std::unique_ptr<Database>> databases; // null: faulty, already reported
  llvm::StringMap<std::optional<std::string>> databaseInDirectory;
};

} // namespace fporder::check
