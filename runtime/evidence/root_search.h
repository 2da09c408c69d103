// Better orders of the values that leave a function, found by a search that starts at these values and not at a form that a rule knows.
//
// A value is evaluated on samples of the input families (measure/input_families.h); loops of open length run 7 times. The bits lost on a sample are
// log2(1 + error in ulps), at most the precision of the format, and all of them where the result is zero, infinite or not a number while the real
// value is a normal number. The loss in a family is the mean of the quarter of its samples on which the written order loses most. Where it is more
// than `lossSearched` bits, orders are enumerated from identities (enumerate/enumerate.h) and held against the written order on the same samples. The
// best order is the start of another enumeration as long as that gains. An order is found when it gains `leastGain` bits and half of what is lost
// there, and is worse by a bit in no family, neither in the mean of all samples nor in that of its own worst quarter, and by `leastGain` bits on no
// more than a twentieth of the samples. Of orders within `alike` bits of the best one the one of the fewest operations is taken.
//
// Values that lose most are searched first. Deterministic: the budget counts nodes of e-graphs and evaluated operations.
#pragma once

#include "runtime/enumerate/identity.h"
#include "runtime/evidence/slice.h"
#include "runtime/limits/limits.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace fporder::evidence {

constexpr double lossSearched = 4, leastGain = 4, alike = 0.5; // bits

/// What the searches of one source have left, and what they know. Not to be used by two threads at a time.
struct SearchBudget {
  bool exhaustive = false; // no budget, and values that other findings speak of as well: for measuring
  double nodes = static_cast<double>(limits::most(limits::Limit::SearchedNodes)); // of e-graphs
  double operations = static_cast<double>(limits::most(limits::Limit::SearchedOperations));
  bool isSpent() const { return !exhaustive && (nodes <= 0 || operations <= 0); }
  bool isSpentTold = false;
  std::unordered_set<std::string> hopeless; // forms of values that no better order was found for
};

struct FoundOrder {
  order::NodeId root;  // the value as written
  order::NodeId guard; // under which it leaves the function; may be invalid
  order::NodeId order; // a node without a place, equal to it over the reals
  std::string_view family;
  double lost = 0, left = 0; // bits on the quarter of the family's samples that lose most as written: as written, in the order
};

/// Largest loss first. Adds nodes to the procedure. `identities` is asked when there is something to search.
std::vector<FoundOrder> searchRoots(order::Procedure &procedure, std::span<const enumerate::Identity> (*identities)(), std::uint64_t seed,
                                    SearchBudget &budget);

} // namespace fporder::evidence
