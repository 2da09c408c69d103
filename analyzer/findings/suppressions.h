// Comments that silence findings.
//
//   // NOLINT                      findings on this line, or whose expression spans it; as in clang-tidy: NOLINT, NOLINTNEXTLINE, NOLINTBEGIN ...
//   NOLINTEND,
//   // NOLINT(fporder-sum-order)   with a list of names and globs (fporder-SLUG, fporder-*, *; a leading '-' takes out) or without one
//   // fporder: allow(SLUG, SLUG) reason="why"
//                                  findings of these rules in one statement: on its lines, or alone on the lines directly above it. `reason` is
//                                  optional.
//
// Comments are found with Clang's lexer, so that strings hold none. An allow() that silences nothing, and a NOLINT that names fporder rules and
// silences nothing, not even what --level=audit reports, are reported as remarks of the rule "unused-suppression"; what cannot be read, or names no
// rule, as "malformed-suppression", and so are comments on values that cannot be read (annotations.h).
#pragma once

#include "analyzer/findings/finding.h"
#include "analyzer/findings/source_files.h"

#include <span>
#include <string>
#include <vector>

namespace fporder::findings {

struct SuppressionOptions {
  enum class Unused : std::uint8_t { Ignore, Allows, All };
  Unused reportUnused = Unused::All;
  /// Slugs of every rule that exists, selected or not; empty: unknown names are not reported.
  std::vector<std::string> knownRules;
  /// Slugs of the rules that ran: a comment for any other is not unused.
  std::vector<std::string> activeRules;
  /// Findings of the level audit are reported. Otherwise those of the report only show which comments are of use, and are taken out.
  bool audits = false;
};

/// False: no comment in the text silences a finding.
bool mayHoldDirectives(std::string_view text);

/// Marks suppressed findings of a completed report, adds remarks on comments in `analysedFiles` (display paths), sorts again, and counts.
void applySuppressions(Report &report, SourceFiles &sources, std::span<const std::string> analysedFiles, const SuppressionOptions &options);

} // namespace fporder::findings
