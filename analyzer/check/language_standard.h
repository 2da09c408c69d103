// Chooses another language standard for a source whose command names none.
//
// Such sources are parsed as compilers parse them by themselves (source_language.h). Where words of a newer standard stand at the places of errors
// (`concept`, `std::span`), they are parsed again as C++23 or C23. Where names that the library of C++17 took (`byte`, `clamp`) are ambiguous, they
// are parsed again as C++14, if a file with errors says `using namespace std` and none includes a header that came with C++17.
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
