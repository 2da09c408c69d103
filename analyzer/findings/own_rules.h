// The rules without a document: those about the user's comments, which always run, and the verdicts on an implementation that departs from its
// reference.
#pragma once

#include <span>
#include <string_view>

namespace fporder::findings {

struct OwnRule {
  std::string_view id, slug, family, title;
  std::string_view explanation; // paragraphs
};

/// Of comments: their findings are remarks without a fix.
inline constexpr std::string_view suppressionFamily = "suppression";
/// Of departures from a reference; the slug is the verdict.
inline constexpr std::string_view conformanceFamily = "conformance";

extern const OwnRule unusedSuppression, malformedSuppression, differentOrder, differentFormula, differentSchedule, differentOperators;

/// By id.
std::span<const OwnRule *const> ownRules();

/// The one with this slug or id, or nullptr.
const OwnRule *findOwnRule(std::string_view slugOrId);

} // namespace fporder::findings
