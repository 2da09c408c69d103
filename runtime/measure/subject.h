// What a measurement is about: several orderings of one expression, over the same leaves, and the addition or subtraction that takes the result.
//
// The first ordering is the written one, whose real value is the exact value that all are held against. A consumer is looked for through operations
// that keep a relative error what it is (products, quotients, roots, signs, conversions): it is where the rounding errors of the expression may be
// amplified, by kappa = (|a| + |b|) / |a + b| (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 1.7 and 2.1).
#pragma once

#include "runtime/order/procedure.h"

#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace fporder::measure {

class ClosedLoops;

struct Ordering {
  std::string expression; // for the reader
  order::NodeId root;
  order::NodeId consumed; // the consumer's value with this ordering in it; invalid without a consumer
};

struct Subject {
  order::Graph graph;
  std::string function;
  std::vector<Ordering> orderings;                   // the written one first
  std::map<std::uint32_t, long long> tripCounts;     // by loop, where the program says more of it than its reductions do
  std::map<std::uint32_t, order::NodeId> loopCounts; // by loop that no reduction binds: how often it runs, where that is no number
  std::vector<order::NodeId> path;                   // from the result to its consumer, the consumer last; empty without one
  std::vector<order::NodeId> conditions;             // under which the program computes the expression: all hold on the samples that count
  std::vector<std::string> notes;                    // conditions that are not evaluated, with the reason
  /// Why the graph does not hold what the program computes here ("the loop is left by 'break'"); empty when it does. Then nothing is measured, and no
  /// ordering stands for the written one: notes and JSON give the reason in place of figures. Lower case, no final period.
  std::string notHeld;
  /// A narrow type whose values the target computes the written ordering with in a wider format; Unknown where it has none.
  format::Format widened = format::Format::Unknown;

  /// Another ordering of the same expression: a node of `graph`.
  void addOrdering(std::string expression, order::NodeId root);
  bool hasConsumer() const { return !orderings.empty() && orderings.front().consumed; }
};

/// Where the written ordering is one sequential sum, adds the same sum by other schedules: pairwise, 8 lanes, compensated. Nothing else has the
/// rules' word that it is another order of a reduction.
void addSchedules(Subject &subject);

/// Builds the subjects of one procedure. The procedure outlives it and gains no nodes meanwhile.
class SubjectBuilder {
public:
  explicit SubjectBuilder(const order::Procedure &procedure);

  /// `orders` with `orders[0]` as the written form; `expressions` are their texts. `guard`, which may be invalid, is what holds where the program
  /// computes it (Computation::guard).
  Subject build(std::span<const order::NodeId> orders, std::span<const std::string> expressions, order::NodeId guard = {});

  /// The nodes between `root` and its consumer, the consumer last; empty when nothing cancels with it.
  std::vector<order::NodeId> pathToConsumer(order::NodeId root) const;

private:
  void addConditions(order::NodeId guard, ClosedLoops &copy, Subject &subject) const;

  const order::Procedure &procedure;
  std::unordered_map<std::uint32_t, std::vector<order::NodeId>> users; // by node, in evaluation order
};

} // namespace fporder::measure
