// What one iteration of a loop makes of an accumulator, as additions (multiplications, ...) of terms that do not depend on it, one after the other.
//
// A chain says what joins the accumulator and in which order, and whether it is the program's to the bit: each term added by one operation, in the
// format that "Sums" in runtime/order/graph.h states for it, and the result rounded once, to the accumulator's format. What is skipped under a
// condition joins as the value that changes no bit of any accumulator: -0 for sums, 1 for products.
#pragma once

#include "runtime/order/graph.h"

#include <vector>

namespace fporder::frontend {

struct Chain {
  order::ReductionKind kind = order::ReductionKind::Sum;
  std::vector<order::NodeId> terms;                // in the order in which they join; none: nothing is accumulated
  order::NodeId operation;                         // the last one, whose place and environment the reduction gets
  std::vector<order::NodeId> absorbed;             // operations that the reduction stands for
  format::Format format = format::Format::Unknown; // what the accumulator is kept in between the operations: the variable's, or a narrower one
  bool fused = false;                              // every term but reductions is a product, joined by a fused multiply-add
  bool exact = true;                               // the program's bits; otherwise its value over the reals
  bool fails = false;                              // no chain
};

/// How `after` is made from `before`. `neverMinusZero`: the accumulator starts from a known number that is not -0, so that a sum of terms never is -0
/// either where nothing is rounded beside the additions, and what is skipped may be written as 0.
Chain chainBetween(order::Graph &graph, order::NodeId before, order::NodeId after, bool neverMinusZero = false);

/// The term of a reduction over the chain: its one term, or Terms. Minima and maxima of several are nested.
order::NodeId termOf(order::Graph &graph, const Chain &chain);

/// True when the value of `target` occurs under `from`.
bool reaches(const order::Graph &graph, order::NodeId from, order::NodeId target);

} // namespace fporder::frontend
