// Which multiplications contraction fuses into the additions that consume them.
#pragma once

#include "runtime/eval/options.h"

#include <optional>

namespace fporder::eval {

/// a * b joined with an addend under one rounding; signs are those that subtraction and negation put on the product and on the addend.
struct Fusion {
  order::NodeId left, right; // the product's factors
  order::NodeId addend;      // invalid for a reduction
  bool negateProduct = false, negateAddend = false;
};

/// The fusion of an Add or Sub; nothing for other operations and where none takes place.
std::optional<Fusion> fusionOf(const order::Graph &graph, order::NodeId sum, Contraction choice);

/// The product that a Reduce of kind Sum fuses into its running sum for `term`, one of its own, if it does.
std::optional<Fusion> fusedTerm(const order::Graph &graph, order::NodeId reduce, order::NodeId term, Contraction choice);

} // namespace fporder::eval
