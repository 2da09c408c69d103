// The standard of a source that nobody named one for, when its words are of a newer one than it was parsed with, `concept`, `std::span`, or when it
// has a name of its own that the library took later: `byte`, after `using namespace std`.
//
// Sources without a compile command are parsed as compilers parse them by themselves (source_language.h). Where words of a newer standard stand at
// the places of errors, they are parsed again as of 2023's; where names of 2017's library are ambiguous, as of 2014's, if nothing else of 2017's
// library is in the files with errors.
#pragma once

#include "analyzer/check/compile_database.h"
#include "analyzer/check/standard_headers.h"
#include "analyzer/check/unknown_names.h"
#include "analyzer/findings/finding.h"

#include <optional>
#include <string>

namespace clang {
class LangOptions;
} // namespace clang

namespace fporder::check {

class LanguageStandard {
public:
  explicit LanguageStandard(const CompileCommand &given) : command(given) {}
  /// With what was learned from a parse of the same source by another command.
  LanguageStandard(const CompileCommand &given, const LanguageStandard &learned);

  /// Takes in the errors of a parse; true when another parse with command() is worth it, which it is once at most. `headers` has seen the same
  /// errors.
  bool learn(const UnknownNames &unknown, const StandardHeaders &headers, const clang::LangOptions &language);

  /// What to parse the source with.
  const CompileCommand &current() const { return command; }

  /// Which standard was taken and why; nothing when it is the one given.
  std::optional<findings::NotAnalysed> report(const std::string &source) const;

private:
  void take(const std::string &other);

  CompileCommand command;
  std::string sign;     // the word that told
  std::string standard; // the flag that was added for it
};

} // namespace fporder::check
