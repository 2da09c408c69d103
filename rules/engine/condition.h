// Conditions of rule documents: checked when a document is loaded, evaluated on a unification.
#pragma once

#include "rules/engine/instantiate.h"

#include <span>
#include <string>
#include <vector>

namespace fporder::rules {

/// Appends an error for every unknown predicate, wrong number of arguments, unknown word and name that is not in `names`.
void checkCondition(const order::Graph &patterns, const Pattern &condition, std::span<const std::string> names, std::vector<DocumentError> &errors);

/// Adds the names of which the condition, where it holds, says what their values are or equal: those in predicates on knowledge and identity, outside
/// of negations.
void namesIdentified(const order::Graph &patterns, const Pattern &condition, std::vector<std::string_view> &names);

/// True when the condition may fail for what an author would not want to hear, and not only because the order cannot change a bit.
bool isTaste(const order::Graph &patterns, const Pattern &condition);

/// Evaluates conditions on one match. Predicates on names that the match does not bind are false.
class ConditionEvaluator {
public:
  /// `guard` is the condition under which the matched root runs (see order::Computation); may be invalid.
  ConditionEvaluator(Analysis &context, const order::Graph &patternGraph, const Unification &found, order::NodeId guard)
      : analysis(context), patterns(patternGraph), unification(found), runsUnder(guard), instantiator(context, patternGraph, found) {}

  order::NodeId guard() const { return runsUnder; }

  /// Whether `condition` holds. With `evidence`, each predicate that holds and speaks for the condition appends what it saw.
  bool holds(const Pattern &condition, std::vector<Evidence> *evidence = nullptr);

  /// The consumers of which evidence was given.
  const std::vector<order::NodeId> &consumers() const { return consumersSeen; }

  /// Counts and clock ticks that are computed to be printed and for nothing else.
  bool progressFigure() const;

private:
  struct Term {
    enum class Kind : std::uint8_t { Unknown, Number, Word, AtLeastUnknown } kind = Kind::Unknown;
    double number = 0; // of AtLeastUnknown: an upper bound, 0 if there is none
    std::string word;
  };

  bool evaluate(order::NodeId node, std::vector<Evidence> *evidence);
  bool comparison(order::NodeId node, std::vector<Evidence> *evidence);
  bool predicate(order::NodeId node, std::vector<Evidence> *evidence);
  bool valuePredicate(std::string_view name, order::NodeId argument, order::NodeId call, std::vector<Evidence> *evidence);
  bool relation(std::string_view name, order::NodeId first, order::NodeId second);
  bool feeds(std::string_view word, std::vector<Evidence> *evidence);
  Term term(order::NodeId node);
  std::optional<order::NodeId> resolve(order::NodeId expression) { return instantiator.build(expression); }

  bool loopInvariant(order::NodeId node);
  bool carries(order::NodeId node, std::uint32_t loop) const;
  bool guarded(order::NodeId node, bool fromZero);
  bool compares(order::NodeId condition, order::NodeId node, bool fromZero) const;
  bool inputOfPrecision(order::NodeId node, int more) const;
  bool boundedAbove(order::NodeId node);
  bool updates(order::NodeId node);
  bool power(order::NodeId node, order::NodeId base) const;
  bool opposite(order::NodeId left, order::NodeId right) const;
  bool bounded(order::NodeId node) const;
  bool running(order::NodeId node) const;
  bool reduces(order::NodeId node) const;
  bool countsTerms(order::NodeId node) const;
  bool rejoins(order::NodeId node);
  bool sineRatio(order::NodeId node, order::NodeId cosine);
  bool oneOperation(order::NodeId node) const;
  bool fused() const;
  bool crossStatement() const;
  bool representable(order::NodeId node, std::string_view formatName) const;
  bool narrowed(order::NodeId node) const;
  bool converted() const;
  bool shared() const;
  bool spread(order::NodeId node) const;
  bool alsoSummed(order::NodeId first, order::NodeId second) const;
  bool kept() const;
  bool hoisted(order::NodeId node) const;
  bool component(order::NodeId part, order::NodeId norm) const;
  bool generated(order::NodeId node) const;
  bool extremum(order::NodeId node) const;
  bool counting(order::NodeId node) const;
  bool accumulates(order::NodeId carried);
  bool recurrent(order::NodeId node);
  bool sampled(order::NodeId node);
  std::optional<double> mostTerms(order::NodeId count, unsigned depth = 0) const;

  Analysis &analysis;
  const order::Graph &patterns;
  const Unification &unification;
  order::NodeId runsUnder;
  Instantiator instantiator;
  std::vector<order::NodeId> consumersSeen;
};

} // namespace fporder::rules
