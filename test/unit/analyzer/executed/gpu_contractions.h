// The contractions that a compiler may choose from: each addition of a product is fused with it or not, and with either where both operands are
// products. One choice for each addition of the source: what a loop or several uses of one value make of it is the same.
#pragma once

#include "runtime/order/graph.h"

#include <vector>

namespace fporder::test {

class Contractions {
public:
  /// Of the additions under `root` whose environments permit contraction.
  Contractions(const order::Graph &graph, order::NodeId root);

  /// How many choices there are in all; `most` where there are more.
  std::uint64_t count(std::uint64_t most) const;

  /// The copy of the root in `into` under the choice number `choice`.
  order::NodeId chosen(std::uint64_t choice, order::Graph &into) const;

private:
  struct Addition {
    order::NodeId node;
    std::vector<unsigned> products; // which of the operands are; of a reduction one entry, for all of its terms
  };

  const order::Graph &graph;
  order::NodeId root;
  std::vector<Addition> additions;
};

/// The copy of `root` in `into` with the loops written out that carry a value for a constant number of iterations, at most 16: an addition of one
/// iteration may be fused with the product of the one before.
order::NodeId writtenOut(const order::Graph &graph, order::NodeId root, order::Graph &into);

} // namespace fporder::test
