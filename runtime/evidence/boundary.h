// Inputs at which a decision changes: conversions to integers and roundings to integral values.
//
// From a sample one input is moved between its value and twice that, a range inside the plausible one, until the written order decides otherwise from
// one number of the format to the next (bisection). The numbers around are looked at for one whose real value lies where the decision changes, and on
// which another order decides as the real value does and the written one does not.
#pragma once

#include "runtime/evidence/trial_run.h"

#include <optional>
#include <vector>

namespace fporder::evidence {

/// Samples of other inputs, with one value replaced in each.
class SteppedInputs final : public eval::LeafSource {
public:
  struct Lane {
    std::size_t sample = 0;     // of the inputs below
    std::uint64_t identity = 0; // of the value that is replaced: see LeafFacts
    double value = 0;           // of the leaf's format
  };

  /// Sample i is lanes[i]. Slice and inputs outlive it.
  SteppedInputs(const Slice &slice, const DrawnInputs &inputs, std::vector<Lane> lanes);

  void fill(const eval::LeafRequest &request, std::span<double> out) const override;
  std::uint32_t tripCount(const order::Graph &graph, order::NodeId reduce) const override { return inputs.tripCount(graph, reduce); }
  const Lane &lane(std::size_t sample) const { return lanes[sample]; }

private:
  const Slice &slice;
  const DrawnInputs &inputs;
  std::vector<Lane> lanes;
};

/// The input on which the written order of a decision goes the other way than the real value and than another order; nothing when none is found from
/// the usable ones of `values`, or within the budget, which counts operations down.
std::optional<SteppedInputs::Lane> crossing(const Compiled &compiled, std::size_t point, std::size_t order, const DrawnInputs &inputs,
                                            const Compiled::Values &values, double operationsEach, double &budget);

} // namespace fporder::evidence
