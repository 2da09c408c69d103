// Which rules run: built-in ones, --rules-dir, --rules globs.
#pragma once

#include "analyzer/check/options.h"
#include "analyzer/findings/finding.h"
#include "rules/engine/match.h"

#include <string>
#include <vector>

namespace fporder::check {

/// What is wrong with a comma-separated list of globs over rule names, or empty: a name without a wildcard that no rule has, with "did you mean".
/// With `otherModules` only names that begin with "fporder-" are ours to judge.
std::string globListProblem(const rules::RuleSet &rules, const std::string &globs, bool otherModules = false);

/// clang-tidy's semantics: the last glob that matches decides; a list that starts with a negative glob starts from everything.
bool selectedByGlobs(const std::string &globs, const std::string &slug);

/// Built-in rules and those of `directories`; mistakes in documents are printed to stderr and make it false.
bool loadRules(rules::RuleSet &rules, const std::vector<std::string> &directories);

/// Prints what is wrong with documents of the user's: "file:line:column: error: ...".
void printMistakes(const std::vector<rules::DocumentError> &mistakes, const std::string &level = "error");

/// The rule that a user names by slug, by "fporder-SLUG" or by id; null after printing an error with "did you mean".
const rules::Rule *ruleNamed(const rules::RuleSet &rules, const std::string &name);

/// Whether --warnings-as-errors names the finding's rule. In clang-tidy's place that is said of warnings only.
bool treatedAsError(const Options &options, const findings::Finding &finding);

} // namespace fporder::check
