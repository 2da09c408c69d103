// What inactive floating-point code is analysed as: variants of a unit's flags, chosen by the conditions that keep the code inactive.
//
// A variant is a row of wakes.def: a target, flags, and definitions of the project's own macros that the row's words are parts of. The variant that
// may wake most comes first; what it woke is read off its own parse, never concluded.
#pragma once

#include "analyzer/check/waking/inactive_code.h"

#include "llvm/TargetParser/Triple.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fporder::check {

struct Variant {
  std::string row;                // its label
  std::string label;              // "aarch64, USE_NEON"
  std::vector<std::string> flags; // the row's, and definitions
  std::string target;             // a triple; empty: the flags' own
  std::set<std::string> files;    // with branches that it may wake
};

/// What of a unit's flags bears on variants.
struct WakeBase {
  llvm::Triple target;
  bool isCxx = false;
  std::vector<std::string> arguments; // -D and -U of a macro decide about it
};

/// Labels of the rows that have been tried. What one of them failed on, or left inactive, a row that includes it is not tried for.
struct TriedRows {
  std::set<std::string> woke, failed;
};

/// The variant that may wake most of the inactive tokens in `code`; nothing when none may wake any.
std::optional<Variant> nextVariant(const InactiveCode &code, const WakeBase &base, const TriedRows &tried);

} // namespace fporder::check
