// Which compiler flags a source is analysed with.
//
// In this order: the flags after "--"; the compilation database (compile_commands.json, or compile_flags.txt) of the directory given by -p, else of
// the nearest directory at or above the source, its build*/, out/ and cmake-build-*/ children included; flags inferred from the entry of the nearest
// file; default flags by extension. A database that exists but cannot be read is an error, never skipped.
#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

struct CompileCommand {
  std::string directory;              // absolute; where relative paths in `arguments` start
  std::vector<std::string> arguments; // the compiler's name first, the source included
  std::string source;                 // absolute path
  std::string output;                 // as the database names it; may be empty
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

  /// The entries for `source` (an absolute path), one for each distinct set of flags; else flags inferred from the most similar path; empty if the
  /// database is empty.
  std::vector<CompileCommand> commandsFor(const std::string &source) const;
  /// True when `source` has an entry of its own.
  bool lists(const std::string &source) const;
  std::size_t size() const;

private:
  Database();
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

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

  /// At least one command for `source`, an absolute path.
  llvm::Expected<std::vector<CompileCommand>> commandsFor(const std::string &source);

private:
  llvm::Expected<const Database *> databaseFor(const std::string &source);
  llvm::Expected<const Database *> loaded(const std::string &path);
  std::optional<std::string> findIn(const std::string &directory);
  std::vector<CompileCommand> defaultCommands(const std::string &source) const;

  Settings settings;
  llvm::StringMap<std::unique_ptr<Database>> databases;
  llvm::StringMap<std::optional<std::string>> databaseInDirectory;
};

/// True for names by which header files go: .h, .hh, .hpp, .hxx, .h++, .inl, .ipp, .tpp, .inc ...
bool isHeaderName(llvm::StringRef path);

/// True when a header's text is C++ rather than C, judged by its directives and keywords (".h" does not tell).
bool looksLikeCxx(llvm::StringRef text);

/// `arguments` without what concerns the compiler's outputs, precompiled headers, modules and plugins, none of which the analysis wants.
std::vector<std::string> withoutOutputFlags(const std::vector<std::string> &arguments);

} // namespace fporder::check
