// From a rule document's text to a Rule: one loader for the built-in documents and a user's own.
#pragma once

#include "rules/engine/pattern.h"

#include <memory>
#include <string_view>
#include <vector>

namespace fporder::rules {

/// What surrounds a document: the folders it lies in, and whether a rule.cpp stands beside it.
struct DocumentContext {
  std::string file;   // for messages
  std::string slug;   // the folder's name
  std::string family; // the folder above; "" where the document alone names it
  bool hasCode = false;
};

/// A rule with its patterns compiled.
struct LoadedRule {
  std::unique_ptr<Rule> rule;
  std::vector<CompiledPattern> patterns; // parallel to rule->alternatives
  std::vector<DocumentError> outdated;   // what a later release will not read any more
};

/// Loads one document. All errors are appended; the rule is null when there are any.
LoadedRule loadRule(std::string_view text, const DocumentContext &context, std::vector<DocumentError> &errors);

/// Appends an error for every order that cannot be shown to equal, over the reals, its alternative (an order of all alternatives: each that binds its
/// names), unless the order says `equal: REASON`. Costs milliseconds: done for a user's rules and by the tests, not at every start for built-in ones.
void verifyOrders(const LoadedRule &loaded, std::vector<DocumentError> &errors);

} // namespace fporder::rules
