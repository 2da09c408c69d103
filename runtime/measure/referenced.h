// Samples that the real numbers say something of.
#pragma once

#include "runtime/eval/evaluator.h"

namespace fporder::measure {

/// True where what happened to a sample leaves its value without a real-number reference: an integer on the way is not held, or wraps around.
inline bool hasNoReference(std::uint8_t events) { return (events & (eval::NotHeld | eval::Wraps)) != 0; }

/// True when integers are computed on the way to `root`, indices of elements aside: else no sample is without a reference.
bool computesIntegers(const order::Graph &graph, order::NodeId root);

} // namespace fporder::measure
