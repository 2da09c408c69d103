// From a match to an edit of the source: the first alternative order that can be spelled where the written one stands.
//
// The edit replaces the whole expression of the match's last operation. Operands inside that expression are repeated as they are spelled there;
// operands from other statements need a variable that still holds the value. Nothing is offered inside macros, for calls seen inlined, or where
// evaluating an operand more or less often, or at another time, could be noticed. The result is equal over the reals and computes in the same
// formats.
#pragma once

#include "analyzer/findings/collect.h"
#include "runtime/measure/order_trial.h"

#include <optional>
#include <string>

namespace fporder::findings {

struct FixRequest {
  const order::Procedure &procedure;
  const rules::Match &match;
  const order::Computation &root; // the match's root as it was computed
  const SourceFile &source;       // the file that it stands in
  const std::string &path;        // its display path
  Language language;
  measure::Trials &trials;
  const std::function<bool(std::string_view)> &isOwnName; // see CollectOptions
};

/// Nothing when the rule offers no fix or no order can be spelled, when every one that can is worse than the written one on some input (see
/// order_trial.h), could not be tried or reads memory that a store may have changed since (see moved_reads.h). `withheld` gets a sentence where only
/// the trial was missing.
std::optional<Fix> buildFix(const FixRequest &request, std::string *withheld = nullptr);

/// An operation of the source whose expression is to compute another one.
struct RewriteRequest {
  const order::Procedure &procedure;
  const order::Computation &root;               // as it was computed
  const std::vector<order::NodeId> &operations; // whose place the new expression takes, the root last
  order::NodeId order;                          // the new expression
  const SourceFile &source;
  const std::string &path; // its display path
  Language language;
};

/// The edit, spelled as buildFix spells it; what other statements read from memory may be read once more, by the text that it was read by. Nothing
/// where it cannot be spelled, or where a store may have come between. Whether the names mean the same in the new place is for the caller to see:
/// the fixed source says it.
std::optional<Edit> rewriteEdit(const RewriteRequest &request);

} // namespace fporder::findings
