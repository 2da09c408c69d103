// Meanings for names that a kernel expects from its build: -D macros, prefixes of parameter lists, vendors' functions.
//
// OpenCL programs are compiled at run time with definitions that no file holds. Guessing goes in rounds: parse, take down the names that are not
// known, give each a meaning by how the source uses it, parse again with these meanings in front. A name that any file or flag defines is never
// unknown, so that nothing of the user's is overridden. Types and prefixes come first, since most other names are unknown only as their
// consequence. A meaning that itself leads to errors is replaced by the next one that fits. What was guessed is said in the report.
//
// A guess lets the source be parsed; it is no knowledge. A name that is taken for a number is a variable of unknown value, or, where a constant
// expression must stand, a number that the front end does not look at (see frontend::Options::guessedNumber); a function of unknown meaning has an
// unknown result. What rests on a guessed type or operation is marked in the graph as an assumption.
#pragma once

#include "analyzer/check/source_tokens.h"
#include "analyzer/check/unknown_names.h"
#include "analyzer/findings/finding.h"
#include "runtime/limits/limits.h"
#include "runtime/order/procedure.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

/// One meaning: lines for the prelude, and how the report words it.
struct Meaning {
  enum class Kind : std::uint8_t {
    Syntax,   // nothing is computed by it: a prefix, a call that is left out, a declaration that a vendor documents
    Type,     // of what is declared with it
    Value,    // a variable, or a call's result, that nothing is known of but its type
    Number,   // where a constant expression must stand
    Function, // operations are taken from its name
  };
  std::string declaration; // "#define FLOAT4 float4"
  std::string said;        // "float4"; empty: nothing
  Kind kind = Kind::Syntax;
  bool operator==(const Meaning &) const = default;
};

class DefineGuesser {
public:
  static constexpr unsigned mostRounds = limits::most(limits::Limit::DefineRounds);

  /// Takes in the errors of a parse; true when another parse with the new `prelude()` is worth it.
  bool learn(const UnknownNames &unknown);

  /// What the source is to be parsed with: text to include before it.
  std::string prelude() const;

  bool empty() const { return guesses.empty(); }

  /// The name whose meaning in line `line` of prelude() is a number; "" where there is none.
  std::string numberIn(unsigned line) const;

  /// Marks what rests on the guesses: values of guessed names, and of variables that are declared with a guessed type; operations of guessed
  /// functions, which stand in `preludeFile` from line `preludeLine` on.
  void mark(order::Procedure &procedure, std::string_view preludeFile, unsigned preludeLine);

  /// One entry that lists the guesses, at the first use of the first guessed name; nothing when there are none. `source` is the user's name for
  /// the main file, whose path is `path`.
  std::optional<findings::NotAnalysed> report(const std::string &source, const std::string &path) const;

private:
  struct Guess {
    std::string name;
    std::vector<Meaning> meanings; // best first
    std::size_t chosen = 0;
    std::string file;
    unsigned line = 0, column = 0;
  };

  struct File {
    std::string text;
    std::unique_ptr<SourceTokens> tokens;
  };

  const Guess *guessIn(unsigned line) const;
  std::map<std::string, const Guess *> namedValues();
  bool isKnown(llvm::StringRef name) const;
  bool isType(llvm::StringRef name) const;
  void add(const UnknownName &unknown, std::size_t position, std::vector<Meaning> meanings);
  bool guessVendorFunctions(const UnknownNames &unknown);
  bool guessRound(const UnknownNames &unknown, unsigned tier);
  bool reconsider(const UnknownNames &unknown);
  const SourceTokens &tokens(const UnknownNames &unknown, const std::string &file);

  std::vector<Guess> guesses;
  std::map<std::string, File> files;
  std::set<std::string> guessedTypes;
};

} // namespace fporder::check
