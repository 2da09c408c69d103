// Leaves whose values a test computes.
#pragma once

#include "runtime/eval/leaf_source.h"

#include <functional>
#include <utility>
#include <vector>

namespace fporder::eval {

class FunctionLeaves : public LeafSource {
public:
  /// The value of a leaf for a sample, at the iterations of the loops it depends on, outermost first.
  using Value = std::function<double(const order::Graph &graph, order::NodeId leaf, std::size_t sample, std::span<const std::uint32_t> iterations)>;

  explicit FunctionLeaves(Value value, std::uint32_t trips = 0) : valueOf(std::move(value)), trips(trips) {}

  void fill(const LeafRequest &request, std::span<double> out) const override {
    const std::size_t each = valuesPerSample(request.extents);
    std::vector<std::uint32_t> iterations(request.extents.size());
    for (std::size_t s = 0; s < request.count; ++s)
      for (std::size_t k = 0; k < each; ++k) {
        std::size_t rest = k;
        for (std::size_t loop = iterations.size(); loop-- > 0; rest /= request.extents[loop])
          iterations[loop] = static_cast<std::uint32_t>(rest % request.extents[loop]);
        out[s * each + k] = valueOf(*request.graph, request.leaf, request.first + s, iterations);
      }
  }
  std::uint32_t tripCount(const order::Graph &, order::NodeId) const override { return trips; }

private:
  Value valueOf;
  std::uint32_t trips;
};

} // namespace fporder::eval
