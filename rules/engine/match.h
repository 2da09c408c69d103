// Matching a rule set against a procedure.
#pragma once

#include "rules/engine/rule.h"
#include "runtime/evidence/judgements.h"
#include "runtime/evidence/root_search.h"
#include "runtime/order/procedure.h"
#include "runtime/order/written_names.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::rules {

/// One ordering of the matched expression, in the procedure's graph.
struct Order {
  order::NodeId node;
  std::string note;
  bool written = false;
  bool measuredOnly = false; // see OrderSpec
  order::NodeId whole = {};  // while it is judged: the same on every path that leads to the match, which is reported; may be invalid
};

/// Why a finding is believed, in the words of the report: kind is one of "order-sensitive", "cancelling-consumer", "quantising-consumer",
/// "narrow-format", "range", "unordered", "unstable-form", "fast-math", "contraction".
struct Evidence {
  std::string kind;
  std::string detail;
  order::PlaceId place; // the consumer, say; may be invalid
};

struct Note {
  order::PlaceId place;
  std::string message;
};

struct Binding {
  std::string variable;
  order::NodeId node;
};

struct Match {
  const Rule *rule = nullptr;
  order::NodeId root;     // its place is where the finding points
  std::uint32_t time = 0; // of the root's computation: see order::Procedure
  order::NodeId guard;    // under which it runs (order::Computation::guard); may be invalid
  std::vector<Binding> bindings;
  std::vector<order::NodeId> operations; // matched operations in the order in which they run, root last: the finding's code flow
  std::vector<Order> orders;             // the written form first
  bool onePath = false;                  // an operand has the matched form on one path only: the orders hold there, and no fix can be written
  bool formedOnce = false;               // of an ordering, see isFormedOnce
  bool shared = false;                   // of an ordering: a part of it is used beside it, by lines that a fix of this one would leave as they are
  Severity severity = Severity::Remark;
  std::vector<Evidence> evidence;
  std::optional<evidence::Judgement> judgement; // of what its order does to what leaves the function; decides the severity: see judging.h
  std::string quietedBy;                        // the condition on noise that keeps it from being a remark; empty when none does
  std::vector<Note> notes;
  std::vector<std::string>
      assumed; // what it rests on that was not proven (see reliance.h): it then is a remark, whatever its evidence, and has no fix
  std::string message;
  order::WrittenNames written; // of the operands of `operations`, for texts of the match and of its orders
};

/// `function` is the procedure, qualified, that `name` means: "apply", "Filter::apply", "ns::Filter::apply".
inline bool isFunction(std::string_view function, std::string_view name) {
  return function == name || (function.ends_with(name) && function.substr(0, function.size() - name.size()).ends_with("::"));
}

struct MatchOptions {
  Severity least = Severity::Remark;          // Audit: what conditions on noise keep quiet as well, with the condition
  std::uint64_t seed = 1;                     // of the inputs that matches are judged on
  evidence::Judgements *judgements = nullptr; // of procedures matched before; may be null, but for a unit of the checker, which then has its own
  evidence::SearchBudget *search = nullptr;   // for searches of better orders; null: there are none, but for a unit of the checker, which has its own
  std::vector<std::string> whole = {};        // functions whose values are matches of better-order as they are, for measuring
  /// Operations that judgements of the procedures of one source have left, and take; null: as many as each procedure may have.
  double *evidenceLeft = nullptr;
};

class RuleSet {
public:
  RuleSet();
  ~RuleSet();
  RuleSet(RuleSet &&) noexcept;
  RuleSet &operator=(RuleSet &&) noexcept;

  /// The rules built into the program, loaded from their embedded documents by the same loader as a user's. A document with a mistake is left out;
  /// the tests see to it that none has one.
  static RuleSet builtIn(std::vector<DocumentError> *errors = nullptr);
  /// Adds every DIRECTORY/FAMILY/SLUG/rule.md (or DIRECTORY/SLUG/rule.md). A rule.cpp, a duplicate id or slug, a mistake in a document: an error
  /// each; all errors are collected. What a later release will not read any more goes to `outdated`, unless that is null.
  std::vector<DocumentError> addDirectory(const std::string &directory, std::vector<DocumentError> *outdated = nullptr);
  /// Keeps the rules selected by clang-tidy style globs over slugs, ids, "family/slug" and "family-slug": "*", "-reduction-*", "mul-then-div,fma-*".
  /// Later globs win; when the first is negative it takes away from all. A leading "fporder-" is ignored.
  void select(const std::string &globs);
  /// The globs (without their '-') that match no rule: misspelled, most likely.
  std::vector<std::string> unmatchedGlobs(const std::string &globs) const;
  /// The rule name nearest to an unknown one, or "".
  std::string nearestRule(std::string_view slugOrId) const;

  const std::vector<std::unique_ptr<Rule>> &rules() const;
  const Rule *find(std::string_view slugOrId) const;
  /// Paths and contents of the documents that addDirectory has read, in the order of reading: two that are equal make the same rules.
  const std::string &documents() const;

  /// All matches in `procedure`, in computation order, silence proofs applied, at most one remark per statement kept (warnings are all kept, but one
  /// per rule and place, and so are those that are remarks by an assumption only). Those of the levels above Audit are the same with and without it.
  /// New nodes for alternative orders are added to the procedure's graph. Thread-safe on distinct procedures.
  std::vector<Match> match(order::Procedure &procedure, const MatchOptions &options = {}) const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

} // namespace fporder::rules
