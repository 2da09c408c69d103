// What inactive floating-point code is analysed as: variants of a unit's flags, chosen by the conditions that keep the code inactive.
//
// A variant is a row of wakes.def: a target, flags, and definitions of the project's own macros that the row's words are parts of. The variant that
// may wake most comes first; what it woke is read off its own parse, never concluded.
#pragma once

#include "analyzer/check/waking/inactive_code.h"

#include "llvm/TargetParser/Triple.h"

#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

struct Variant {
  std::string row;                // its label
  std::string label;              // "aarch64, USE_NEON"
  std::vector<std::string> flags; // the row's, and definitions
  std::string target;             // a triple; empty: the flags' own
};

/// What of a unit's flags bears on variants.
struct WakeBase {
  llvm::Triple target;
  bool isCxx = false;
  std::vector<std::string> arguments; // -D and -U of a macro decide about it
};

/// The variant that may wake most of the inactive tokens in `code`, by a row not among `tried`; nothing when none may wake any.
std::optional<Variant> nextVariant(const InactiveCode &code, const WakeBase &base, const std::vector<Variant> &tried);

} // namespace fporder::check
