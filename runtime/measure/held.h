// What of a procedure the graph holds, with its loops iterated where they are no sums.
#pragma once

#include "runtime/order/procedure.h"

#include <span>
#include <string>
#include <vector>

namespace fporder::measure {

/// The loop that leaves a value which the graph has no other expression for; null where `node` is no such value. A sum that the graph holds is none.
const order::LoopResult *loopResult(const order::Procedure &procedure, order::NodeId node);

/// The loop and the phi that compute a LoopValue, an element that a loop writes, or a loop's result; null for other nodes.
struct Carried {
  std::uint32_t number = 0; // of the loop
  const order::CarryingLoop *loop = nullptr;
  const order::LoopPhi *phi = nullptr;
  bool isResult = false;
  explicit operator bool() const { return phi != nullptr; }
};
Carried carriedBy(const order::Procedure &procedure, order::NodeId node);

/// All nodes that evaluating `roots` takes, those included that make what loops carry.
std::vector<order::NodeId> computedUnder(const order::Procedure &procedure, std::span<const order::NodeId> roots);

/// What a value that the graph does not hold is to who asks.
enum class Unfollowed : std::uint8_t {
  NotHeld,
  Read,    // an input like a parameter where it is read from memory; and which elements of an array a loop reads does not matter
  Carried, // so is what a loop carries
};

/// Why the value of `root` is not what the program computes: a value that a loop carries in a way that is not followed, something of
/// Procedure::notHeld. Empty when nothing is known against it.
std::string notHeldUnder(const order::Procedure &procedure, order::NodeId root, Unfollowed unfollowed = Unfollowed::NotHeld);

} // namespace fporder::measure
