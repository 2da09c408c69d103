// Are two orderings the same function over the reals?
//
// Decided by evaluating both at random points modulo several 61-bit primes (Schwartz 1980, Zippel 1979). Understood are + - * / fma, signs, sqrt,
// abs, min, max, conditions, sums over loops, powers by constants, hypot, cbrt, and exponentials under addition; any other function is an
// uninterpreted symbol over canonical arguments. Casts between floating-point formats are the identity over the reals. The model of each is described
// in equality.cpp.
//
// "Equal" means equal wherever both sides are defined. For expressions of total degree d without branches on signs the probability of a wrong "Equal"
// is below (d / 2^59)^rounds; with them (abs, sqrt, min, max, conditions) at least 32 points are drawn and a difference that shows in a share s of
// the sign patterns is missed with probability (1 - s)^32. Outside the guarantee: identities that hold among products of four or more different sums
// over one range. "NotShown" is no proof of difference: sin(2 * x) and 2 * sin(x) * cos(x) are equal and not shown so.
#pragma once

#include "runtime/order/graph.h"

#include <memory>
#include <optional>

namespace fporder::order {

namespace equality {
class Comparison;
}

enum class RealEquality : std::uint8_t { Equal, NotShown };

/// `left` and `right` belong to `graph`. Deterministic: the points derive from `seed`. A point outside the domain is discarded; when too few are left
/// (roots of many independent values), the answer is NotShown. Sums without a trip count range over the same indices when their loop indices have one
/// name.
RealEquality equalOverReals(const Graph &graph, NodeId left, NodeId right, std::uint64_t seed = 42, unsigned rounds = 3);

/// Which parts of two expressions are equal over the reals, from one evaluation of all of them. Parts are evaluated where the whole expressions are
/// defined. The graph is to stay as it is.
class EqualParts {
public:
  EqualParts(const Graph &graph, NodeId left, NodeId right);
  ~EqualParts();
  /// As equalOverReals; nothing where that is to be asked: the two expressions are not shown equal, or the parts lie in loops or in neither.
  std::optional<bool> operator()(NodeId one, NodeId other) const;

private:
  std::unique_ptr<equality::Comparison> comparison;
  bool equal = false;
};

} // namespace fporder::order
