// A compilation database as read from disk: compile_commands.json or compile_flags.txt.
//
// Both forms of an entry ("command" and "arguments") are read; relative paths are resolved against the entry's directory; a source is found under its
// own path and under its real path. A file that cannot be read or does not hold what it should is a DatabaseError that names the place.
#pragma once

#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace fporder::check {

struct CompileCommand {
  std::string directory;                      // absolute; where relative paths in `arguments` start
  std::vector<std::string> arguments;         // the compiler's name first, the source included
  std::string source;                         // absolute path
  std::string output;                         // as the database names it; may be empty
  std::vector<std::string> droppedFlags = {}; // of another compiler, with what became of them, for the report
  bool fromDatabase = false;                  // a compile_commands.json, which knows where the project's headers are
  bool standardAssumed = false;               // nobody named a language standard
};

/// A problem with the configuration of compile commands: exit status 2.
class DatabaseError : public llvm::ErrorInfo<DatabaseError> {
public:
  static char ID;
  explicit DatabaseError(std::string text) : message(std::move(text)) {}
  void log(llvm::raw_ostream &out) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string message;
};

/// One database: a compile_commands.json or a compile_flags.txt.
class Database {
public:
  static llvm::Expected<std::unique_ptr<Database>> load(const std::string &path);
  /// From text, for `load` and for tests; `path` names it in errors.
  static llvm::Expected<std::unique_ptr<Database>> parseJson(llvm::StringRef text, const std::string &path);
  ~Database();

  /// The entries for `source` (an absolute path), one for each distinct set of flags; else flags inferred from the most similar path, without those
  /// that say how another processor computes (of a C++ source for one in CUDA or OpenCL, and the other way round); empty if the database is empty.
  std::vector<CompileCommand> commandsFor(const std::string &source) const;
  /// True when `source` has an entry of its own.
  bool lists(const std::string &source) const;
  /// True when it lists `source` or any file below `directory`; an empty one and a compile_flags.txt concern everything.
  bool concerns(const std::string &source, llvm::StringRef directory) const;
  std::size_t size() const;
  /// A compile_flags.txt: some flags for all sources, as editors are given them, which need not be what the sources are built with.
  bool isFlagsFile() const;

private:
  Database();
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

/// `arguments` without what concerns the compiler's outputs, precompiled headers and plugins: so that entries that differ in nothing else are one,
/// here and in the cache. Which flags are safe is decided later, for all of them, in compiler_flags.h.
std::vector<std::string> withoutOutputFlags(const std::vector<std::string> &arguments);

/// `file` as seen from `directory`, "." and ".." removed.
std::string absoluteIn(llvm::StringRef directory, llvm::StringRef file);

/// Drops launchers in front of the compiler: "ccache g++ -c x.cpp".
void dropLaunchers(std::vector<std::string> &arguments);

/// Drops every argument that names `source`, the compiler's own name apart.
void dropSource(CompileCommand &command, llvm::StringRef source);

} // namespace fporder::check
