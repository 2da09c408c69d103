// Where the values of an ordering's leaves come from: data files, distributions, a program's own samples.
//
// The evaluator and the oracle ask the same source, block by block. A value is asked for by the leaf's node, so a source looks at the node (symbol,
// version, operands of an Element) to know which array or variable it is.
#pragma once

#include "runtime/order/graph.h"

#include <cstdint>
#include <span>

namespace fporder::eval {

/// The values of one leaf for the samples first .. first + count - 1.
///
/// A leaf inside reductions may depend on their loop indices (an Element through its operands). `loops` are the loop numbers of the enclosing
/// reductions it depends on, outermost first, and `extents` their trip counts, at most; both are empty for a leaf that no loop touches, which has one
/// value a sample. Iterations count from 0: in iteration k a loop's index is k, or first + step * k where its Reduce has such operands. Of what
/// lies beyond a trip count that depends on outer loops the values are asked for with the rest, and do not matter.
struct LeafRequest {
  const order::Graph *graph = nullptr;
  order::NodeId leaf;
  std::size_t first = 0, count = 0;
  std::span<const std::uint32_t> loops = {};
  std::span<const std::uint32_t> extents = {};
};

/// Number of values of one sample: the product of the extents.
inline std::size_t valuesPerSample(std::span<const std::uint32_t> extents) {
  std::size_t product = 1;
  for (const std::uint32_t extent : extents)
    product *= extent;
  return product;
}

/// Thread-safe, and a function of the request alone: the same sample has the same value in every block.
class LeafSource {
public:
  virtual ~LeafSource() = default;

  /// Fills out[s * valuesPerSample(extents) + k] for s in 0 .. count - 1, k row-major over the loops, the innermost fastest. Values are values of the
  /// leaf's own format held in binary64 (NaN and infinity included), integers exact, Booleans 0 or 1. Free LoopIndex nodes are asked for too;
  /// Constants and indices of enclosing reductions are not. `out` has count * valuesPerSample(extents) elements.
  virtual void fill(const LeafRequest &request, std::span<double> out) const = 0;

  /// How often the loop of a reduction runs; the same for every sample. Not asked when the reduction's trip count is a Constant. Where its trip count
  /// depends on loops around it (it mentions a LoopIndex) it is evaluated, and this is the most that it comes to, or that is wanted of it.
  virtual std::uint32_t tripCount(const order::Graph &graph, order::NodeId reduce) const = 0;

protected:
  LeafSource() = default;
  LeafSource(const LeafSource &) = default;
  LeafSource &operator=(const LeafSource &) = default;
};

} // namespace fporder::eval
