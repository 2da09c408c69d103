// The rules about the user's comments rather than about arithmetic. They have no document and always run.
#pragma once

#include <span>
#include <string_view>

namespace fporder::findings {

struct OwnRule {
  std::string_view id, slug, title;
  std::string_view explanation; // paragraphs
};

/// Family of all of them; their findings are remarks without a fix.
inline constexpr std::string_view suppressionFamily = "suppression";

extern const OwnRule unusedSuppression, malformedSuppression;

/// By id.
std::span<const OwnRule *const> ownRules();

/// The one with this slug or id, or nullptr.
const OwnRule *findOwnRule(std::string_view slugOrId);

} // namespace fporder::findings
