// Words in front of declarations that nothing declares: `MY_API static double f(double x)`, where the header that defines MY_API is missing.
//
// Clang takes such a word for a type that it does not know, drops the type that follows, and goes on with int. The declaration is complete without
// the word, which is an attribute or nothing, as a rule: so it is taken for an attribute, and the source is parsed again. The attribute names the
// word, so that a finding which needs the result's type can say so (frontend::unknownWordAnnotation). A word that is used in any other way is left
// alone.
#pragma once

#include "analyzer/check/unknown_names.h"
#include "analyzer/findings/finding.h"
#include "runtime/limits/limits.h"

#include <optional>

namespace fporder::check {

class UnknownWords {
public:
  static constexpr unsigned mostRounds = limits::most(limits::Limit::WordRounds);

  /// Takes in the errors of a parse; true when another parse with the new `prelude()` is worth it.
  bool learn(const UnknownNames &unknown);

  /// Text to include before the source.
  std::string prelude() const;

  /// One entry that lists the words; nothing when there are none. `source` is the user's name for the main file.
  std::optional<findings::NotAnalysed> report(const std::string &source) const;

private:
  std::vector<std::string> words;
  bool empty = false; // an attribute leads to other errors: nothing at all
};

} // namespace fporder::check
