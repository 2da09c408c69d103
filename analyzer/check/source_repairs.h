// What a source gets beside itself, so that more of it can be parsed where headers that it needs are missing: standard headers, functions of
// mathematical libraries, macros and types that the build defines, bounds of arrays, words that are attributes, and a newer language standard.
//
// Each parse tells what the next one gets, until one brings nothing new or limits::Limit::RepairRounds is reached.
#pragma once

#include "analyzer/check/array_bounds.h"
#include "analyzer/check/build_types.h"
#include "analyzer/check/language_standard.h"
#include "analyzer/check/math_namespaces.h"
#include "analyzer/check/required_macros.h"
#include "analyzer/check/standard_headers.h"
#include "analyzer/check/unknown_words.h"
#include "analyzer/findings/finding.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace fporder::check {

class SourceRepairs {
public:
  explicit SourceRepairs(const CompileCommand &given) : standard(given) {}
  /// Those that another command needed for the same source, to begin with. Where they do harm, as a type that was taken for float does where this
  /// command's code declares it, learn() forgets them.
  SourceRepairs(const CompileCommand &given, const SourceRepairs &learned);

  /// Takes in the errors of a parse, which `context` is of; true when another one is worth it.
  bool learn(const UnknownNames &unknown, const clang::ASTContext &context);

  /// What to parse the source with, and the text to include before it.
  const CompileCommand &command() const { return standard.current(); }
  std::string text() const;

  /// One entry for each kind that was of use. `source` is the user's name for the main file.
  std::vector<findings::NotAnalysed> report(const std::string &source) const;

  /// Bounds of arrays are not known.
  bool hasUnknownBounds() const { return !bounds.empty(); }

  /// Names that are taken for types of the build.
  const std::vector<std::string> &buildTypes() const { return types.names(); }

private:
  bool misfit(const UnknownNames &unknown);

  BuildTypes types;
  RequiredMacros macros;
  UnknownWords words;
  ArrayBounds bounds;
  MathNamespaces namespaces;
  StandardHeaders headers;
  LanguageStandard standard;
  unsigned rounds = 0;
  unsigned errors = 0;                          // of the last parse
  std::optional<unsigned> errorsElsewhere = {}; // of the other command's last parse, until this one's first
};

} // namespace fporder::check
