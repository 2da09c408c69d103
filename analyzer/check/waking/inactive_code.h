// The text of a translation unit that its preprocessor passed over, by file and line, and the floating-point code that lies in it.
//
// Only the source and headers that are not the system's count. A file that is entered several times is active where one entry reaches. Text in an
// inactive region is looked at as tokens, with the conditions around it.
#pragma once

#include "analyzer/check/waking/conditions.h"
#include "runtime/limits/limits.h"

#include "clang/Basic/SourceLocation.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class Preprocessor;
class SourceManager;
} // namespace clang

namespace fporder::check {

/// Floating-point tokens between two # lines, none of which was active.
struct InactiveBranch {
  std::string condition;            // the outermost that fails
  unsigned line = 0;                // of its # line
  std::vector<MacroUse> macros;     // of all conditions around, and those wanted where inactive code defines a macro that these want
  std::vector<unsigned> tokenLines; // one a token
};

struct UnitFile {
  std::vector<bool> inactive; // by line; lines beyond are active
  std::vector<InactiveBranch> branches;
  unsigned activeTokens = 0; // floating-point; counted where something is inactive
};

class InactiveCode {
public:
  static constexpr unsigned fewestTokens =
      limits::most(limits::Limit::WokenTokens); // fewer inactive floating-point tokens are not worth a parse, or a line in the report

  /// Forgets all and records what `preprocessor` will pass over, which this must outlive.
  void watch(clang::Preprocessor &preprocessor);
  /// Once all is preprocessed, while `manager` is there. `name` gives the name that findings have for a file, "" to leave it out. With `tokens`,
  /// inactive text is looked at, and nothing is kept where it has too few.
  void read(const clang::SourceManager &manager, const std::function<std::string(const std::string &path)> &name, bool tokens);

  /// By name. Files without anything inactive are there as well.
  const std::map<std::string, UnitFile> &files() const { return byName; }
  /// A line of a file that was read, and reached.
  bool isActive(const std::string &file, unsigned line) const;
  /// Some file says "#define `macro`".
  bool defines(llvm::StringRef macro) const;
  /// `other`, another parse of the same source, shows some of the tokens active.
  bool isWokenBy(const InactiveCode &other) const;
  /// Forgets the tokens that `other` shows active; their lines stay inactive here.
  void dropTokensActiveIn(const InactiveCode &other);
  unsigned activeTokens() const;
  unsigned inactiveTokens() const;

private:
  class Recorder;
  struct Entered {
    std::string text;
    std::vector<std::vector<std::pair<unsigned, unsigned>>> skipped; // by entry: from # line to # line
  };
  static void markLines(UnitFile &file, const Entered &entered);
  void countTokens(UnitFile &file, const std::string &text);
  void addDefinersConditions();

  std::vector<std::pair<clang::SourceLocation, clang::SourceLocation>> ranges; // from # line to # line
  std::map<std::string, UnitFile> byName;
  std::map<std::string, std::string> texts;                    // by name
  std::map<std::string, std::vector<std::string>> wantedFirst; // by macro that inactive code defines: what the conditions around that want
};

} // namespace fporder::check
