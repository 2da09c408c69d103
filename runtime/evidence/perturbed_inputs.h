// The inputs of a slice, one of them or each moved to the next number of its format: all that is known of numbers that were rounded before they came
// here.
#pragma once

#include "runtime/evidence/drawn_inputs.h"

namespace fporder::evidence {

class PerturbedInputs final : public eval::LeafSource {
public:
  /// `which` decides, with the sample and the value, whether a number is moved up or down; `one`: the identity of the only value that is. Slice and
  /// inputs outlive it.
  PerturbedInputs(const Slice &of, const DrawnInputs &around, unsigned which, std::optional<std::uint64_t> one = {})
      : slice(of), inputs(around), pattern(which), only(one) {}

  /// Floating-point numbers are moved by one unit in the last place; integers, constants of tables, counts and zeros stay as they are.
  void fill(const eval::LeafRequest &request, std::span<double> out) const override;
  std::uint32_t tripCount(const order::Graph &graph, order::NodeId reduce) const override { return inputs.tripCount(graph, reduce); }

private:
  const Slice &slice;
  const DrawnInputs &inputs;
  unsigned pattern;
  std::optional<std::uint64_t> only;
};

/// The identities of a slice's floating-point inputs, sorted.
std::vector<std::uint64_t> perturbedOf(const Slice &slice);

} // namespace fporder::evidence
