// What a rule.cpp sees and does. A folder rules/FAMILY/SLUG/ may hold a rule.cpp that defines
//
//   namespace fporder::rules { void someSlug(RuleContext &context); }     // the slug in lower camel case: some-slug
//
// It is called once for each procedure that has floating-point operations, and reports drafts. The engine does the rest as for patterns: it proves
// orders silent, evaluates the document's `where` and `warn-when`, builds message, evidence and notes, and keeps one remark a statement. A document
// with a rule.cpp may have `match` as well; then both find places.
#pragma once

#include "rules/engine/analysis.h"
#include "rules/engine/match.h"

#include <functional>
#include <string>
#include <vector>

namespace fporder::rules {

/// A match as a rule.cpp found it.
struct Draft {
  struct Alternative {
    order::NodeId node; // in the procedure's graph, without a place
    std::string note;
    bool stable = false; // see OrderSpec
  };

  order::NodeId root;                    // an operation of the procedure; its place is where the finding points
  std::vector<Binding> bindings;         // names for {name} in the message and for conditions; silence proofs stop at these nodes
  std::vector<order::NodeId> operations; // the operations that make up the match; the root is added when missing
  std::vector<Alternative> orders;       // orders equal to the root over the reals; empty: a hazard without an alternative
  std::vector<Evidence> evidence;        // any raises the finding to a warning
  std::vector<Note> notes;
  std::string message; // instead of the document's; {name} is substituted here too
  bool proven = false; // the orders differ in their bits for sure: no silence proof is tried
};

class RuleContext {
public:
  RuleContext(const Rule &ruleDocument, Analysis &context, const MatchOptions &options, std::function<void(Draft &&)> receiver)
      : document(ruleDocument), facts(context), chosen(options), sink(std::move(receiver)) {}

  const Rule &rule() const { return document; }
  order::Procedure &procedure() const { return facts.procedure(); }
  order::Graph &graph() const { return facts.graph(); }
  Analysis &analysis() const { return facts; }
  const MatchOptions &options() const { return chosen; }
  void report(Draft draft) { sink(std::move(draft)); }

private:
  const Rule &document;
  Analysis &facts;
  const MatchOptions &chosen;
  std::function<void(Draft &&)> sink;
};

using Hook = void (*)(RuleContext &);

} // namespace fporder::rules
