// Expressions of a rule document, built in a procedure's graph over the values that a unification bound.
#pragma once

#include "rules/engine/pattern.h"
#include "runtime/order/recurrence.h"

#include <map>
#include <optional>

namespace fporder::rules {

/// `node` with loop `from` read as loop `to`. Iterative; shares what does not depend on the loop.
order::NodeId renameLoop(order::Graph &graph, order::NodeId node, std::uint32_t from, std::uint32_t to);

/// `node` with `index` in place of the index of loop `from`.
order::NodeId replaceLoopIndex(order::Graph &graph, order::NodeId node, std::uint32_t from, order::NodeId index);

/// Builds expressions for one unification. Operations take the written root's format unless the document casts, and the root's environment; they
/// carry no place. A subexpression that the pattern matched is the matched node itself, but for what is inside unfused(e): there all operations are
/// built anew, with contraction off.
class Instantiator {
public:
  Instantiator(Analysis &context, const order::Graph &patternGraph, const Unification &found)
      : analysis(context), patterns(patternGraph), unification(found) {}

  /// Nothing when `expression` uses a name that the matched alternative does not bind. "match" is the matched root.
  std::optional<order::NodeId> build(order::NodeId expression);

  /// A bound value as it stands in the expressions built: in the first matched loop of its index names.
  order::NodeId inCanonicalLoops(const Bound &bound);

  /// Variables that read as other nodes than those bound, by name: what a silence proof knows more about.
  void substitute(std::string_view variable, order::NodeId node) { substitutes.emplace(variable, node); }
  /// Builds even what the pattern matched, so that substitutes take effect below.
  void rebuildMatched() { reuse = false; }

private:
  std::optional<order::NodeId> leaf(order::NodeId expression);
  std::optional<order::NodeId> matched(order::NodeId expression) const;
  std::optional<order::NodeId> inUnfused(order::NodeId expression) const;
  order::NodeId matchedTrips() const;
  std::optional<order::NodeId> tripCount() const;
  bool isOfRecurrence(order::NodeId expression) const;
  order::NodeId ofRecurrence(order::NodeId expression);
  order::NodeId sumOf(const order::Recurrence &stated) const;
  std::optional<order::NodeId> recurrence(order::NodeId expression);
  order::NodeId operation(order::NodeId expression, std::vector<order::NodeId> operands);
  order::NodeId reduction(order::NodeId expression, const std::vector<order::NodeId> &operands);
  order::NodeId coerce(order::NodeId operand, order::ValueType type);
  order::ValueType workingType() const;
  order::ValueType operationType(order::NodeId expression, const std::vector<order::NodeId> &operands) const;
  std::optional<std::uint32_t> graphLoopOf(std::string_view index) const;
  std::optional<std::uint32_t> loopOfTerm(order::NodeId term) const;

  Analysis &analysis;
  const order::Graph &patterns;
  const Unification &unification;
  std::map<std::string, order::NodeId, std::less<>> substitutes;
  std::map<std::uint32_t, std::uint32_t> recurrenceLoops; // by the document's loop
  const order::NodeId *find(order::NodeId expression) const;
  std::vector<std::pair<order::NodeId, order::NodeId>> built; // by pattern node; expressions are small
  bool reuse = true;
  bool unfused = false; // contraction is off in what is built
};

} // namespace fporder::rules
