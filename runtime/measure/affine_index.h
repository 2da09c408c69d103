// Array indices as affine forms: constant + sum of coefficient * index, over integers. An index is that of a loop or, where a program takes it from
// elsewhere (a parameter, a thread's number), an integer leaf whose value is not known.
#pragma once

#include "runtime/order/graph.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

namespace fporder::measure {

struct AffineIndex {
  std::int64_t constant = 0;
  std::map<std::uint32_t, std::int64_t> coefficients; // by loop number, or by indexOf an unknown leaf; none is 0

  std::int64_t coefficient(std::uint32_t loop) const {
    const auto found = coefficients.find(loop);
    return found == coefficients.end() ? 0 : found->second;
  }
  bool operator==(const AffineIndex &) const = default;
};

/// The number under which an integer leaf of unknown value stands among the loops: the same for leaves of equal value, and never a loop's.
inline std::uint32_t indexOf(const order::Graph &graph, order::NodeId leaf) { return 0x8000'0000u | graph.value(leaf).index; }

/// The value of an integer leaf that is no loop index; nothing when it is not known.
using KnownInteger = std::function<std::optional<std::int64_t>(order::NodeId)>;

/// `node` (an integer expression of + - * neg, conversions between integers and shifts by constants; / min max of known numbers) as an affine form;
/// nothing when it is no such expression, as the product of two indices, or when a coefficient does not fit in 62 bits.
std::optional<AffineIndex> affineIndex(const order::Graph &graph, order::NodeId node, const KnownInteger &known);

} // namespace fporder::measure
