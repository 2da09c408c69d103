// Where two expressions that are equal over the reals are ordered differently: the smallest pair of parts.
#pragma once

#include "runtime/order/graph.h"

#include <string_view>
#include <vector>

namespace fporder::conform {

/// How the two parts of a pair differ; `name` is what reports call it.
enum class Class : std::uint8_t {
  MultiplyThenDivide, // the implementation multiplies first, the reference divides first
  DivideThenMultiply, // the other way round
  Reciprocal,         // one multiplies by a reciprocal, the other one divides
  ProductGrouping,
  SumGrouping,
  Factored, // one multiplies a sum, the other one adds products
  Root,     // a root of a quotient or product, and a quotient or product with roots
  Schedule, // sums over the same terms
  Rewritten,
};
std::string_view name(Class difference);

struct DifferingPair {
  order::NodeId implementation, reference;
  Class difference = Class::Rewritten;
};

/// Precondition: `implementation` and `reference` are nodes of `graph`, equal over the reals, and different values. The first pair is that of the
/// operation which runs first in the implementation's order; no pair lies in another one.
std::vector<DifferingPair> smallestDifferences(const order::Graph &graph, order::NodeId implementation, order::NodeId reference);

/// How two parts that are equal over the reals differ.
Class classOf(const order::Graph &graph, order::NodeId implementation, order::NodeId reference);

} // namespace fporder::conform
