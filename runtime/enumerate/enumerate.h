// Every order in which an expression can be computed, as far as identities of the real numbers lead and limits allow.
//
//   excerpt    the operations nearest to the root, as a graph of their own
//   saturate   identities are applied to an e-graph of it until nothing new appears or a limit is reached
//   extract    distinct orderings, the cheapest and those closest to the written one
//   prove      each is shown equal over the reals to the written one, or compared with it in MPFR; what is separated is dropped
//
// Two orderings are the same when they differ only in the order of commutative operands, in where signs and powers of two stand (bar overflow and
// underflow), or in the place of a node. Casts, selections, min, max, reductions and calls are kept as they are; what they are applied to is
// reordered. Deterministic: limits are counts; the clock is an emergency brake, and said to have been one.
#pragma once

#include "runtime/enumerate/facts.h"
#include "runtime/enumerate/identity.h"
#include "runtime/order/graph.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fporder::enumerate {

struct EnumerateLimits {
  std::size_t orderings = 64;          // listed, the written one included
  std::size_t writtenOperations = 100; // of the expression that are reordered, from the root down
  std::size_t nodes = 4000;            // of the e-graph
  unsigned iterations = 8;             // rounds of rewriting
  std::size_t places = 8000;           // of one identity in one round
  std::size_t counted = 2000;          // orderings counted beyond those listed
  std::size_t steps = 30'000;          // of the search for orderings
  double seconds = 10;                 // emergency brake
};

struct EnumerateOptions {
  EnumerateLimits limits;
  bool fuse = false;                             // form fused multiply-adds even if the root's environment does not contract
  std::function<Facts(order::NodeId)> leafFacts; // what is known of leaves' signs; may be empty
  std::span<const order::NodeId> known;          // orderings found otherwise, a rule's: equal to the root over the reals
};

enum class Proof : std::uint8_t {
  Written,
  Proven, // by runtime/order/equality.h
  Points, // agrees with the written one to more than 100 bits wherever it was evaluated, by an identity that is known to hold
};

struct Ordering {
  order::NodeId node;
  Proof proof = Proof::Proven;
};

struct Enumeration {
  std::vector<Ordering> orderings; // the written one first, then by cost of operations
  std::uint64_t leftOut = 0;       // orderings that are not listed
  bool leftOutExact = false;       // otherwise there are at least so many
  bool limitReached = false;       // what was reached is in `limits`
  std::vector<std::string> limits; // "operations", "nodes", "iterations", "places", "steps", "orderings", "time"
  std::size_t separated = 0;       // results of identities used outside their domain: different from the written one, dropped
};

/// Orderings of `root`; new nodes carry no place. Uses `identities` beside the basic ones (see basicIdentities).
Enumeration enumerateOrderings(order::Graph &graph, order::NodeId root, std::span<const Identity> identities = {},
                               const EnumerateOptions &options = {});

/// Identities that no e-graph can use: those with reductions, casts or selections, or with names that `from` does not bind.
std::vector<const Identity *> unusable(std::span<const Identity> identities);

} // namespace fporder::enumerate
