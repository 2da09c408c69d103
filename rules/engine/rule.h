// A rule as loaded from its document, rules/FAMILY/SLUG/rule.md (the format is specified in rules/README.md).
#pragma once

#include "rules/engine/kind.h"
#include "runtime/order/graph.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::rules {

/// The level of a finding. Audit: the order can change a bit, and a condition on noise keeps it from being a remark; shown by --level=audit alone.
enum class Severity : std::uint8_t { Audit, Remark, Warning };

std::string_view name(Severity severity);

/// A place in a rule document, for error messages: "rules/ordering/mul-then-div/rule.md:7:3".
struct DocumentPlace {
  std::string file;
  std::uint32_t line = 0, column = 0;
};

/// Anything wrong with a rule document or a rules directory.
struct DocumentError {
  DocumentPlace place;
  std::string message; // lower case, no final period
};

/// A pattern or condition: an expression in the owning rule's pattern graph.
struct Pattern {
  std::string text;
  order::NodeId root;
  DocumentPlace place;
};

/// An alternative to the written form, equal over the reals.
struct OrderSpec {
  Pattern to;
  std::vector<Pattern> sameBitsWhen; // any of these proves the alternative bit-identical to the written form
  std::vector<Pattern> onlyWhen;     // all of these must hold for the alternative to be offered
  bool stable = false;               // offered because it loses less, even if it rounds more often
  bool measuredOnly = false;         // has a price and decides no level: a wider format is closer whatever the form
  std::string note;                  // one clause for the reader: "one rounding fewer"
  std::string assumedEqual;          // why this order equals the match over the reals, where the prover cannot show it: "half-angle identity"
};

/// A condition of taste: where it holds, a match that could change a bit is for --level=audit, unless its evidence is a warning's.
struct Quiet {
  std::string name; // kebab-case; reports say it with `why`, and cases of the rule name it
  Pattern when;
  std::string why; // one clause for the reader
};

/// What holds of a form besides what it looks like.
struct Clauses {
  std::vector<Pattern> where;    // proofs; all must hold
  std::vector<OrderSpec> orders; // what else could be written
};

/// A form that the rule matches, with its own conditions and orders. The names that the form binds are local to it.
struct Alternative {
  Pattern form;
  Clauses own;
};

enum class FixPolicy : std::uint8_t {
  None,     // no fix is offered
  OnDemand, // value-changing: applied by --fix=all only
  Evidence, // applied by --fix when the finding is a warning: the new order is better or required
};

/// A fenced code block of the document's prose, run as a test.
struct Example {
  enum class Kind : std::uint8_t { Flagged, Clean } kind = Kind::Flagged;
  std::string language; // c, cpp
  std::string code;
  std::vector<std::string> flags; // extra compiler flags: ```cpp flagged flags="-ffast-math"
  std::uint32_t line = 0;
};

/// What decides the level of a match.
enum class JudgedBy : std::uint8_t {
  Evaluation, // what the orders do to what leaves the function
  Exact,      // the same, of the written order against the real value, whatever other orders there are
  Match,      // nothing: what is matched is a hazard whatever it does to the outputs
  Bits,       // Evaluation; none of the orders is better by itself, so that other bits alone are a remark only where outputs are compared bit by bit
};

struct Rule {
  std::string id;     // FPOnnn
  std::string slug;   // kebab-case defect, the folder's name
  std::string family; // the folder above
  Kind kind = Kind::Form;
  std::string title; // one clause, lower case
  std::string message;
  Severity severity = Severity::Remark;
  std::vector<Alternative> alternatives; // the first that matches wins; empty when only a rule.cpp finds the rule's places
  Clauses shared;                        // of all alternatives; an order holds for those that bind all of its names
  std::vector<Pattern> warnWhen;         // any raises the severity to Warning
  std::vector<Quiet> quiet;              // any keeps a remark for --level=audit
  std::vector<Pattern> hazards;
  FixPolicy fix = FixPolicy::OnDemand;
  std::vector<std::string> references;
  std::string markdown; // the prose, for --explain and SARIF help
  std::vector<Example> examples;
  DocumentPlace place;
  int priority = 0; // among remarks of one statement the highest is kept
  JudgedBy judgedBy = JudgedBy::Evaluation;
  bool isUsers = false;                // of a user's directory: its page's word for a warning stands unless evaluation shows that there is no loss
  double warnShare = 0.01;             // of a family's inputs that are hurt, for a warning
  bool digitsForAudit = false;         // results that are off and not lost are for audit
  std::string evidence;                // the evidence kind of the base severity when that is Warning; "" = by family
  std::vector<std::string> supersedes; // slugs whose findings are dropped where they share an operation with one of this rule
  bool throughCasts = false;           // rounding conversions between the operations of a match are looked through
  bool yields = false;                 // dropped where a finding of another rule that is no mere regrouping speaks of one of its operations
  bool warnByDefault = false;          // no `warn-when` was written: the ordering family's default conditions apply
  order::Graph patterns;               // the graph that every Pattern::root above belongs to

  /// Those of an alternative: its own, then those of all.
  std::vector<const OrderSpec *> ordersOf(const Alternative &alternative) const {
    std::vector<const OrderSpec *> result;
    for (const std::vector<OrderSpec> *orders : {&alternative.own.orders, &shared.orders})
      for (const OrderSpec &order : *orders)
        result.push_back(&order);
    return result;
  }
};

} // namespace fporder::rules
