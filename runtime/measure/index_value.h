// Integer expressions of indices: their values, and the range that they lie in.
#pragma once

#include "runtime/order/graph.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace fporder::measure {

struct IndexRange {
  std::int64_t low = 0, high = 0;
};

/// An expression that is evaluated often. Values beyond 2^53 are nothing: the runtime holds integers in binary64.
class IndexExpression {
public:
  IndexExpression(const order::Graph &graph, order::NodeId root);

  /// The leaves whose values are asked for, each once; what indexes an element is its own affair.
  const std::vector<order::NodeId> &leaves() const { return needed; }
  /// The value on `values`, which belong to `leaves()`; nothing where the expression has none: a division by zero, a function of reals.
  std::optional<std::int64_t> operator()(std::span<const std::int64_t> values) const;
  /// A range that holds every value over the ranges of the leaves; nothing where none is known.
  std::optional<IndexRange> range(const std::function<std::optional<IndexRange>(order::NodeId leaf)> &leaf) const;

private:
  struct Step {
    order::NodeId node;
    std::vector<std::uint32_t> operands; // steps
    std::uint32_t leaf = UINT32_MAX;     // index into `needed`
    std::int64_t constant = 0;
    bool known = true;
  };
  std::optional<std::int64_t> apply(const Step &step, std::span<const std::int64_t> x) const;

  const order::Graph &graph;
  std::vector<order::NodeId> needed;
  std::vector<Step> steps;
};

} // namespace fporder::measure
