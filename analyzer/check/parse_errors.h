// What Clang objects to in a source, as entries of the report.
//
// Errors are named up to limits::Limit::NamedErrors, since one missing header leads to many, and counted beyond. Warnings and notes are passed over.
#pragma once

#include "analyzer/check/translation_unit.h"
#include "analyzer/check/unknown_names.h"
#include "analyzer/findings/finding.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"

#include <string>
#include <vector>

namespace clang {
class SourceManager;
} // namespace clang

namespace fporder::check {

/// File names as the report spells them: the main file as the user gave it, others by real path.
class EntryNamer {
public:
  explicit EntryNamer(std::string main) : mainName(std::move(main)) {}

  /// An entry at a place; of the main file alone where there is none.
  findings::NotAnalysed at(const clang::SourceManager *manager, clang::SourceLocation location) const;

private:
  std::string mainName;
};

/// Counts and names errors in `result`, and hands those about names to `unknown` where that is set. The three must outlive it.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  ErrorCollector(const EntryNamer &names, ParseResult &parseResult, UnknownNames *unknownNames)
      : namer(names), result(parseResult), unknown(unknownNames) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override;

  /// After the last error: how many were not named.
  void nameTheRest();

  /// Flags that the driver never gets to see.
  void nameDropped(const std::vector<std::string> &flags);

  bool inDriver = false;
  std::vector<std::string> driverErrors; // that may explain why nothing was parsed

private:
  void driverError(unsigned id, llvm::StringRef message);

  const EntryNamer &namer;
  ParseResult &result;
  UnknownNames *unknown;
};

} // namespace fporder::check
