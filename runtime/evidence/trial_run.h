// One family's samples through a slice.
#pragma once

#include "runtime/eval/evaluator.h"
#include "runtime/evidence/drawn_inputs.h"
#include "runtime/evidence/judgement.h"
#include "runtime/oracle/exact.h"

#include <memory>
#include <optional>
#include <unordered_map>

namespace fporder::evidence {

constexpr double oracleOperations = 16; // of the real value, for each of the program's

/// A slice compiled: its points in every order, its conditions, and the real values of its points.
class Compiled {
public:
  explicit Compiled(const Slice &part, const JudgeOptions &options = {});

  struct Values {
    std::vector<std::vector<double>> columns; // by root
    std::vector<std::vector<char>> usable;    // by point and sample
    std::size_t count = 0;
  };
  Values values(const eval::LeafSource &source, std::size_t first, std::size_t count) const;
  /// There is no other order: the written one is held against the real value.
  bool alone() const { return orders == 1; }
  /// Where the value of a point is among the roots; order 0 is the written one.
  std::size_t column(std::size_t point, std::size_t order) const { return point * orders + order; }
  oracle::ExactValue exact(std::size_t point, const eval::LeafSource &source, std::size_t sample) const;
  /// The number that a decision converts or rounds is where the decision changes, over the reals.
  bool isOnEdge(std::size_t point, const eval::LeafSource &source, std::size_t sample) const { return fromEdge(point, source, sample) == 0; }
  /// How far the number is from the nearest multiple of a half over the reals; infinite where that is not known.
  double fromEdge(std::size_t point, const eval::LeafSource &source, std::size_t sample) const;
  /// What a decision leaves the function in, if that is numbers alone, is as near to the real value as an order that decides rightly would have it:
  /// the numbers take no notice of where it changes.
  bool isHarmless(std::size_t point, const eval::LeafSource &source, std::size_t sample) const;
  /// The sum of the magnitudes of what a point adds up, through signs, conversions and choices: |a b| + |c| of `a * b - c`. Not a number where a term
  /// is none.
  double magnitude(std::size_t point, const eval::LeafSource &source, std::size_t sample) const;
  format::Format format(std::size_t point) const;
  /// Operations of one sample, loops of open length running `trips` times; of one order's real value the same.
  double operations(const DrawnInputs &source) const;
  /// The order has more roundings than the written one has, where loops of open length run several times.
  bool roundsMore(std::size_t point, std::size_t order, const DrawnInputs &source) const;

  const Slice &slice;
  const std::size_t orders;                           // the written one included
  const bool zerosCount, roundedInputs, roundedTerms; // see JudgeOptions

private:
  /// How often each node runs in one sample; of a loop, its iterations: `least` or more where their number is not constant.
  std::unordered_map<std::uint32_t, double> timesRun(const DrawnInputs &source, double least) const;

  /// What runs in one loop of the source: several sums may.
  struct Loop {
    std::optional<std::uint32_t> number;
    std::vector<order::NodeId> nodes;  // reductions and recurrences over it
    std::vector<order::NodeId> inside; // what each iteration evaluates, sorted
  };

  std::vector<order::NodeId> roots, nodes; // nodes: under the roots
  std::vector<Loop> loops;
  eval::Evaluator evaluator;
  mutable std::vector<std::unique_ptr<oracle::Oracle>> oracles, edges; // by point, built when first asked for
  mutable std::unordered_map<std::uint32_t, oracle::Oracle> terms;     // by node, likewise
};

/// A leaf of the slice as a report names it.
std::string shownName(const Slice &slice, order::NodeId leaf);

/// The inputs at a point that a witness names, those that no loop reads one after another: the first ones of many.
std::vector<order::NodeId> shownLeaves(const Slice &slice, std::size_t point);
double valueOf(const Slice &slice, order::NodeId leaf, const eval::LeafSource &source, std::size_t sample);

/// The witness that `sample` is.
Witness witnessOf(const Compiled &compiled, std::size_t point, std::size_t order, const eval::LeafSource &source, std::size_t sample);

/// What the samples 0 .. count - 1 say of a point and an order; of a slice with no other order `order` is 0. `budget` counts operations down. The
/// real value is asked for on `asked` samples at most.
struct PointOutcome {
  Figures figures;
  Harm harm = Harm::None;
  bool helps = false;
  bool ofInputs = false;  // what is hurt is explained by the inputs' last bits
  bool ofTerms = false;   // ... by the last bits of what is added up
  bool isOnEdge = false;  // the witness is an input at which the decision changes over the reals
  std::size_t sample = 0; // the witness
};
PointOutcome outcome(const Compiled &compiled, std::size_t point, std::size_t order, const DrawnInputs &source, const Compiled::Values &values,
                     std::size_t asked, double operationsEach, double &budget);

} // namespace fporder::evidence
