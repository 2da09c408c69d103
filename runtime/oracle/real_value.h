// The value of an ordering over the reals, to P bits.
//
// Every operation is computed in MPFR with P bits, so that at 200 bits and more the order of operations hardly shows: two orderings that are equal
// over the reals agree in P bits less what cancellation takes. Casts between floating-point formats do not round; conversions to integers truncate as
// stated.
#pragma once

#include "runtime/oracle/real.h"
#include "runtime/order/graph.h"

#include <functional>
#include <span>
#include <string>

namespace fporder::oracle {

/// The value of a leaf (Input, Element, LoopValue, Opaque, or a LoopIndex outside its reduction); `indices` are an Element's evaluated operands.
using LeafValues = std::function<order::Number(const order::Graph &graph, order::NodeId leaf, std::span<const Real> indices)>;

/// Random binary64 values in [low, high), integers there for integer leaves, a coin for Booleans. A value depends on the seed, the leaf's spelling,
/// version and indices alone: the same name has the same value in every graph.
LeafValues randomLeaves(std::uint64_t seed, double low = -4, double high = 4);

struct RealOptions {
  unsigned bits = 250;
  unsigned tripCount = 5; // of reductions whose trip count is not given by an operand or is not between 0 and `largestTripCount`
  unsigned largestTripCount = 64;
};

struct RealValue {
  enum class Status : std::uint8_t {
    Value,
    DomainError, // a division by zero, the root or logarithm of a negative number: `where` says at which node
    Unsupported, // reductions nested deeper than four, or more work than ten million operations
  };
  Status status = Status::Value;
  Real value;
  order::NodeId where;
};

/// Functions unknown here are stood in for by a smooth function that depends on the name: equal arguments give equal values, close ones close values.
RealValue evaluateReal(const order::Graph &graph, order::NodeId node, const LeafValues &leaves, const RealOptions &options = {});

} // namespace fporder::oracle
