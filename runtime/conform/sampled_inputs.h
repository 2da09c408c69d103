// Values of the inputs of two translated outputs: one value for an input or element, whichever side reads it and in whatever loop.
//
// Numbers are drawn from the families of measure/input_families.h. Integers that decide how often loops run have one value in all samples: a power of
// two that the constants beside them divide.
#pragma once

#include "runtime/eval/leaf_source.h"

#include <optional>
#include <span>
#include <unordered_map>

namespace fporder::conform {

class SampledInputs final : public eval::LeafSource {
public:
  /// `roots`: all that is evaluated; nodes of `graph`, which outlives this. `leastCount`: of what decides how often loops run.
  SampledInputs(const order::Graph &graph, std::span<const order::NodeId> roots, double leastCount = 32);

  void fill(const eval::LeafRequest &request, std::span<double> out) const override;
  std::uint32_t tripCount(const order::Graph &graph, order::NodeId reduce) const override;

  /// Terms of all loops of one sample together, at most.
  double terms() const { return loopTerms; }
  /// True where loops run too often, or a count is not known.
  bool refused() const { return isRefused; }
  /// The value of an input without indices.
  double value(order::NodeId leaf, std::size_t sample) const;

private:
  using Loops = std::unordered_map<std::uint32_t, long long>; // by number: the iteration
  std::optional<double> integer(order::NodeId node, const Loops &loops, std::size_t sample) const;
  std::optional<double> integerLeaf(order::NodeId node, const Loops &loops, std::size_t sample) const;
  double number(order::NodeId leaf, std::uint64_t element, std::size_t sample) const;
  void findCounts(std::span<const order::NodeId> roots);
  void countTerms(std::span<const order::NodeId> roots);

  const order::Graph &graph;
  std::unordered_map<std::uint32_t, bool> counts;           // by version of a leaf: decides how often a loop runs
  std::unordered_map<std::uint32_t, format::Format> narrow; // by version: the narrowest format that a side reads it in
  double count;
  double loopTerms = 1;
  bool isRefused = false;
};

} // namespace fporder::conform
