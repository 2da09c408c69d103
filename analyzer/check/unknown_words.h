// Words in and around declarations that nothing declares: `MY_API static double f(double x)`, where the header that defines MY_API is missing.
//
// Clang takes such a word for a type that it does not know, drops the type that follows, and goes on with int; or it gives up the function, or all up
// to the end of a namespace. The declaration is complete without the word, which is an attribute or nothing, as a rule: so it is taken for that, and
// the source is parsed again. A word is told by where it stands, and it has to stand so wherever it is used:
//
//   in front          MY_API static double f(double x);                        an attribute
//   with arguments    ALIGN(16) float table[4]; BEGIN_NS(math) void f();       nothing
//   for a type        KERNEL(float) f(float x) { ... }                         auto, as an attribute says as well
//   behind            double f(double x) MY_NOEXCEPT { ... }                   nothing
//   before a name     struct MY_EXPORT Point { ... };                          nothing
//   before a body     TEST(Sums, pairwise) { ... }                             a function's head (function_words.h)
//
// The attribute names the word, so that a finding which needs the result's type can say so (frontend::unknownWordAnnotation). A word that is used in
// any other way is left alone, and so is one with small letters that no error names. No word becomes a value.
#pragma once

#include "analyzer/check/function_words.h"
#include "analyzer/check/unknown_names.h"
#include "analyzer/findings/finding.h"

#include <functional>
#include <optional>

namespace fporder::check {

class UnknownWords {
public:
  /// Takes in the errors of a parse, with what was a macro in it; true when another parse with the new `prelude()` is worth it.
  bool learn(const UnknownNames &unknown, const std::function<bool(const std::string &)> &isMacro);

  /// Text to include before the source.
  std::string prelude() const;

  /// One entry that lists the words; nothing when there are none. `source` is the user's name for the main file.
  std::optional<findings::NotAnalysed> report(const std::string &source) const;

private:
  enum class Use : std::uint8_t { Attribute, Nothing, Call, Type, Function };
  struct Word {
    std::string name;
    Use use;
    FunctionWord function = {};
  };
  friend class WordJudge;

  bool learnFrom(const std::string &text, const UnknownNames &unknown, const std::function<bool(const std::string &)> &isMacro);
  bool isKnown(const std::string &name) const;

  std::vector<Word> words;
  bool empty = false; // an attribute leads to other errors: nothing at all
};

} // namespace fporder::check
