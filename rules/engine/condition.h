// Conditions of rule documents: checked when a document is loaded, evaluated on a unification.
#pragma once

#include "rules/engine/instantiate.h"
#include "rules/engine/predicate.h"

#include <span>
#include <string>
#include <vector>

namespace fporder::rules {

/// Appends an error for every unknown predicate, wrong number of arguments, unknown word and name that is not in `names`; to `outdated` what it says
/// of predicates that earlier releases had.
void checkCondition(const order::Graph &patterns, const Pattern &condition, std::span<const std::string> names, std::vector<DocumentError> &errors,
                    std::vector<DocumentError> &outdated);

/// Adds the names of which the condition, where it holds, says what their values are or equal: those in predicates on knowledge and identity, outside
/// of negations.
void namesIdentified(const order::Graph &patterns, const Pattern &condition, std::vector<std::string_view> &names);

/// Evaluates conditions on one match. Predicates on names that the match does not bind are false.
class ConditionEvaluator {
public:
  /// `guard` is the condition under which the matched root runs (see order::Computation); may be invalid.
  ConditionEvaluator(Analysis &context, const order::Graph &patternGraph, const Unification &found, order::NodeId guard)
      : analysis(context), patterns(patternGraph), unification(found), runsUnder(guard), instantiator(context, patternGraph, found) {}

  order::NodeId guard() const { return runsUnder; }

  /// Whether `condition` holds. With `evidence`, each predicate that holds and speaks for the condition appends what it saw.
  bool holds(const Pattern &condition, std::vector<Evidence> *evidence = nullptr);

  /// Values elsewhere that the match was held against.
  const std::vector<order::NodeId> &compared() const { return comparedWith; }

  /// The consumers of which evidence was given.
  const std::vector<order::NodeId> &consumers() const { return consumersSeen; }

  /// Counts and clock ticks that are computed to be printed and for nothing else.
  bool progressFigure() const;

  /// See predicate.h.
  static std::span<const Predicate> rows();

private:
  struct Term {
    enum class Kind : std::uint8_t { Unknown, Number, Word, AtLeastUnknown } kind = Kind::Unknown;
    double number = 0; // of AtLeastUnknown: an upper bound, 0 if there is none
    std::string word;
  };

  bool evaluate(order::NodeId node, std::vector<Evidence> *evidence);
  bool comparison(order::NodeId node, std::vector<Evidence> *evidence);
  bool ask(order::NodeId call, std::vector<Evidence> *evidence);
  Term term(order::NodeId node);
  std::optional<order::NodeId> resolve(order::NodeId expression) { return instantiator.build(expression); }

  // The predicates, by row.
  bool constant(const Question &asked) const;
  bool powerOfTwo(const Question &asked) const;
  bool representable(const Question &asked) const;
  bool integral(const Question &asked) const;
  bool rounded(const Question &asked) const;
  bool same(const Question &asked) const;
  bool loopInvariant(const Question &asked) const;
  bool quantity(const Question &asked) const;
  bool counting(const Question &asked) const;
  bool guarded(const Question &asked) const;
  bool boundedAbove(const Question &asked) const;
  bool narrow(const Question &asked) const;
  bool wideInput(const Question &asked) const;
  bool fullInput(const Question &asked) const;
  bool oneOperation(const Question &asked) const;
  bool narrowed(const Question &asked) const;
  bool roundedApart(const Question &asked) const;
  bool feeds(const Question &asked) const;
  bool updates(const Question &asked) const;
  bool rejoins(const Question &asked) const;
  bool alsoSummed(const Question &asked) const;
  bool reduces(const Question &asked) const;
  bool running(const Question &asked) const;
  bool recurrent(const Question &asked) const;
  bool countsTerms(const Question &asked) const;
  bool compensated(const Question &asked) const;
  bool fused(const Question &asked) const;
  bool fastMath(const Question &asked) const;

  bool carries(order::NodeId node, std::uint32_t loop) const;
  bool compares(order::NodeId condition, order::NodeId node) const;
  bool inputOfPrecision(order::NodeId node, int more) const;
  bool crossStatement() const;
  bool hasOtherUsers(order::NodeId operation) const;
  bool isQuantiser(order::NodeId quotient) const;
  bool isComponent(order::NodeId quotient) const;
  bool accumulates(order::NodeId carried) const;
  std::optional<double> mostTerms(order::NodeId count, unsigned depth = 0) const;

  Analysis &analysis;
  const order::Graph &patterns;
  const Unification &unification;
  order::NodeId runsUnder;
  Instantiator instantiator;
  mutable std::vector<order::NodeId> consumersSeen, comparedWith;
};

} // namespace fporder::rules
