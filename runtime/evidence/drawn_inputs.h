// The inputs of a slice from one family.
#pragma once

#include "runtime/eval/evaluator.h"
#include "runtime/evidence/slice.h"

#include <map>

namespace fporder::evidence {

/// True when the slice has leaves that the family gives values to.
bool applies(const measure::InputFamily &family, const Slice &slice);

/// Draws by counter: a value is a function of the seed, the family's number, the sample and what is read. Values of a leaf that the family is not for
/// are at unit scale. Loops whose length the source leaves open run `trips` times, and what their lengths are computed from has values accordingly.
class DrawnInputs final : public eval::LeafSource {
public:
  /// `familyNumber`: a row of measure::evidenceFamilies(). The slice outlives it.
  DrawnInputs(const Slice &slice, std::size_t familyNumber, std::uint32_t trips, std::uint64_t seed = 1);

  void fill(const eval::LeafRequest &request, std::span<double> out) const override;
  std::uint32_t tripCount(const order::Graph &graph, order::NodeId reduce) const override;

private:
  /// What draws for one format.
  struct Drawers {
    format::Format held;
    measure::NumberDrawer ofFamily, ofUnitScale;
  };
  bool isFamilyFor(const LeafFacts &facts, bool inLoop) const;
  double number(const Drawers &drawers, const LeafFacts &facts, const measure::ValueKey &key, bool inLoop) const;
  void fillIterations(const eval::LeafRequest &request, const LeafFacts &facts, std::span<double> out) const;
  double multiple(const Drawers &drawers, const measure::ValueKey &key) const;

  const Slice &slice;
  const measure::InputFamily &family, &unitScale;
  std::uint32_t trips;
  std::size_t firstKey;                              // the number by which the first sample is drawn
  std::vector<std::uint64_t> divisors;               // identities of leaves that may be divisors
  std::map<std::uint32_t, std::uint32_t> counts;     // by reduction or recurrence: how often its loop runs
  std::map<std::uint32_t, eval::Evaluator> counters; // by node: of how often a loop around the slice runs
};

} // namespace fporder::evidence
