// The #if conditions around a place in a source's text, whatever a preprocessor makes of them.
//
// A condition is taken apart into the macros that it names: wanted where it asks for them, unwanted where it asks for their absence. "#else" and
// "#elif" ask for the contrary of the conditions before them. Operators other than "!" are not looked at, so that this tells what may wake a branch,
// never that it does.
#pragma once

#include "analyzer/check/source_tokens.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace fporder::check {

struct MacroUse {
  std::string name;
  bool wanted = true;
  bool operator==(const MacroUse &) const = default;
};

struct ConditionalBranch {
  unsigned line = 0;            // of the # line that it follows
  std::string condition;        // as written: "defined(__ARM_NEON)"; "#else of X"
  std::vector<MacroUse> macros; // of its condition, then of those before it, turned round
  std::size_t own = 0;          // how many are of its condition
};

class ConditionStack {
public:
  /// Takes in a # line, the "#" first; all but conditions are passed over.
  void directive(llvm::ArrayRef<SourceToken> line);
  /// Outermost first.
  const std::vector<ConditionalBranch> &branches() const { return open; }

private:
  void continueWith(llvm::ArrayRef<SourceToken> line, llvm::StringRef keyword);

  std::vector<ConditionalBranch> open;
};

} // namespace fporder::check
