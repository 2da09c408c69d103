// Rule documents for the reader: --explain and --list-rules. The rules about suppressing comments (own_rules.h) are among them.
#pragma once

#include "rules/engine/match.h"

#include <optional>
#include <string>

namespace fporder::findings {

/// The document of the rule with this slug or id ("fporder-" in front is ignored) as a terminal page; nothing when there is no such rule.
std::optional<std::string> explainRule(const rules::RuleSet &rules, std::string_view slugOrId, bool colour);

/// One line a rule: id, slug, severity, fix policy, title; sorted by id.
std::string listRules(const rules::RuleSet &rules);

/// {"version":1,"rules":[{"id","slug","family","title","severity","fix","message","references"}]}, sorted by id.
std::string listRulesJson(const rules::RuleSet &rules);

} // namespace fporder::findings
