// Leaf values for tests: by name, or by name and iteration.
#pragma once

#include "runtime/eval/leaf_source.h"

#include <functional>
#include <string>
#include <string_view>

namespace fporder::oracle {

/// The value of leaf `name` in sample `sample`; `indices` are the iterations of the loops it depends on, outermost first.
using NamedValue = std::function<double(std::string_view name, std::size_t sample, std::span<const std::uint32_t> indices)>;

class NamedLeaves : public eval::LeafSource {
public:
  explicit NamedLeaves(NamedValue values, std::uint32_t tripCounts = 3) : valueOf(std::move(values)), trips(tripCounts) {}

  void fill(const eval::LeafRequest &request, std::span<double> out) const override {
    const std::size_t each = eval::valuesPerSample(request.extents);
    std::vector<std::uint32_t> indices(request.extents.size());
    for (std::size_t position = 0; position < out.size(); ++position) {
      std::size_t rest = position % each;
      for (std::size_t level = indices.size(); level-- > 0; rest /= request.extents[level])
        indices[level] = static_cast<std::uint32_t>(rest % request.extents[level]);
      out[position] = valueOf(request.graph->symbol(request.leaf), request.first + position / each, indices);
    }
  }
  std::uint32_t tripCount(const order::Graph &, order::NodeId) const override { return trips; }

private:
  NamedValue valueOf;
  std::uint32_t trips;
};

} // namespace fporder::oracle
