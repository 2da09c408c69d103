// What the leaves of a kernel's graph are for one thread of a launch.
#pragma once

#include "runtime/eval/leaf_source.h"
#include "runtime/measure/index_value.h"
#include "test/unit/analyzer/executed/gpu_kernels.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

namespace fporder::test {

/// Of one graph; `thread` counts through the blocks. For one request at a time.
class GpuThreadValues final : public eval::LeafSource {
public:
  GpuThreadValues(const order::Graph &from, const GpuLaunch &how) : graph(from), launch(how) {}

  /// From now on the values are this thread's.
  void select(unsigned number) {
    thread = number;
    missing.clear();
  }
  /// What was asked for since then and is not known: a value that no input decides. Empty when all was.
  const std::string &unknown() const { return missing; }

  void fill(const eval::LeafRequest &request, std::span<double> out) const override;
  std::uint32_t tripCount(const order::Graph &of, order::NodeId reduce) const override;

private:
  std::optional<double> value(order::NodeId leaf) const;
  std::optional<double> input(order::NodeId leaf) const;
  std::optional<double> element(order::NodeId leaf) const;
  std::optional<std::int64_t> integer(order::NodeId expression) const;

  const order::Graph &graph;
  const GpuLaunch &launch;
  unsigned thread = 0;
  mutable std::string missing;
  mutable std::map<std::uint32_t, std::uint32_t> iterations; // by loop
  mutable std::unordered_map<std::uint32_t, measure::IndexExpression> expressions;
};

} // namespace fporder::test
