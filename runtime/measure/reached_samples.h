// The samples that the program computes a subject with: those on which all its conditions hold, and of which the evaluator holds all integers.
#pragma once

#include "runtime/eval/leaf_source.h"
#include "runtime/eval/options.h"
#include "runtime/measure/subject.h"

#include <cstdint>
#include <vector>

namespace fporder::measure {

/// Sample k is the k-th of `source`'s first `count` samples that is reached. Subject and source outlive it.
class ReachedSamples final : public eval::LeafSource {
public:
  ReachedSamples(const Subject &subject, const eval::LeafSource &source, std::uint64_t count, const eval::EvaluationOptions &options);

  std::size_t count() const { return everySample ? all : rows.size(); }
  /// Samples that are left out because an integer on the way to the written order, or to a condition, is not held (eval::NotHeld).
  std::size_t notHeld() const { return unheld; }
  void fill(const eval::LeafRequest &request, std::span<double> out) const override;
  std::uint32_t tripCount(const order::Graph &graph, order::NodeId reduce) const override { return source.tripCount(graph, reduce); }

private:
  const eval::LeafSource &source;
  std::size_t all;
  bool everySample; // there are no conditions, and no arithmetic on integers
  std::size_t unheld = 0;
  std::vector<std::size_t> rows;
};

} // namespace fporder::measure
