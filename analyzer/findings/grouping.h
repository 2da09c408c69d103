// One finding for one thing: findings of one shape in one function (unrolled and generated statements, one value that is used at several places, the
// expansions of one macro) are shown as one, with their places.
//
// Grouping is presentation: a report's findings stay single, each with its place, fingerprint, suppression and fix, and a report is grouped when it
// is shown or counted, after suppressions, baseline and line filters.
#pragma once

#include "analyzer/findings/finding.h"

#include <string>
#include <vector>

namespace fporder::findings {

/// Findings that are shown as one, in the report's order. The first is shown in full.
struct Group {
  std::vector<const Finding *> places; // never empty

  const Finding &first() const { return *places.front(); }
  std::size_t others() const { return places.size() - 1; }
};

/// All findings of the report, each in one group; groups in the order of their first findings. Shown as one are unsuppressed findings of one rule,
/// file, shape (Finding::shape), severity and kinds of evidence. Findings with a measurement are single: their figures are those of one place. A
/// group refers to the report's findings.
std::vector<Group> groupsOf(const Report &report);

/// "also at lines 12, 15 and 49 more": the lines of the other places, each once; empty for a group of one.
std::string otherPlaces(const Group &group);

} // namespace fporder::findings
