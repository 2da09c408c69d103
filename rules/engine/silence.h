// Which orders are real alternatives: proofs that an order cannot change a bit, or only loses.
#pragma once

#include "rules/engine/instantiate.h"
#include "rules/engine/match.h"

#include <string>
#include <vector>

namespace fporder::rules {

/// An order before the proofs.
struct Candidate {
  order::NodeId node;
  std::string note;
  bool stable = false;
  order::NodeId simplified;  // the same with more known of its leaves (folded constants, powers of two); `node` when nothing more is known
  bool measuredOnly = false; // see OrderSpec
};

/// The written form to compare with, likewise simplified.
struct Written {
  order::NodeId node;
  order::NodeId simplified;
  std::vector<order::NodeId> leaves;     // where the proofs stop: the bound values; sorted
  std::vector<order::NodeId> operations; // without bound values the proofs look at these only; sorted
  std::vector<order::ValueId> exact{};   // operations that cannot round, for what is known of their operands
};

/// The orders that may change bits, in the given order, equal ones once. Bar over- and underflow, an order is dropped when its exact-factor normal
/// form is the written one's or that of an order kept before, or when it rounds more often and is not stable; and all are when the written form
/// rounds once.
std::vector<Candidate> remainingOrders(order::Graph &graph, const Written &written, std::vector<Candidate> candidates);

} // namespace fporder::rules
