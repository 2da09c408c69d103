// Macros that the build defines and that the source cannot do without: `#if defined(USE_FLOAT)`, `typedef float real;`, `#elif defined(USE_DOUBLE)`,
// and no #else.
//
// Where names that a parse does not know are declared under conditions only, the macros that the first of these ask for are taken for defined, as
// few as declare all of them, and the source is parsed again. Conditions that compare, or that name the compiler's or the system's macros
// (`_MSC_VER`), ask for more than a definition and are passed over.
#pragma once

#include "analyzer/check/unknown_names.h"
#include "analyzer/findings/finding.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class SourceManager;
} // namespace clang

namespace fporder::check {

class RequiredMacros {
public:
  /// Takes in the errors of a parse, with what was a macro in it; true when another parse with the new `prelude()` is worth it.
  bool learn(const UnknownNames &unknown, const clang::SourceManager &manager, const std::function<bool(const std::string &)> &isMacro);

  /// Text to include before the source.
  std::string prelude() const;

  /// One entry that lists the macros; nothing when there are none. `source` is the user's name for the main file.
  std::optional<findings::NotAnalysed> report(const std::string &source) const;

private:
  struct Macro {
    std::string name, needed; // by the declaration of what
  };
  bool isKnown(const std::string &name) const;
  bool add(const std::vector<std::vector<std::string>> &declarations, const std::string &name);

  std::vector<Macro> macros;
};

} // namespace fporder::check
