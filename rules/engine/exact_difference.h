// Subtractions that cannot round: Sterbenz's lemma. For y / 2 <= x <= 2 * y the difference x - y is a number of the format.
#pragma once

#include "rules/engine/analysis.h"

#include <span>
#include <vector>

namespace fporder::rules {

/// The values of those subtractions among `operations` whose operands are inputs, constants, or the smaller or larger of such, and provably lie
/// within a factor of two of each other: by constant bounds or by a comparison of the two, in the conditions that `guard` states (may be invalid). An
/// operand that was itself rounded does not count: its error is what such a difference lays open.
std::vector<order::ValueId> exactDifferences(const Analysis &analysis, std::span<const order::NodeId> operations, order::NodeId guard);

} // namespace fporder::rules
