// One block of samples of one stage: from computed and exact values to figures.
#pragma once

#include "runtime/measure/measure.h"
#include "runtime/oracle/exact.h"

#include <cstdint>
#include <span>
#include <vector>

namespace fporder::measure {

/// What the evaluator gives for one ordering: a value a sample, and what happened on the way to it (eval::Event).
struct ComputedColumn {
  std::span<const double> values;
  std::span<const std::uint8_t> events;
};

/// Adds a block to `stage`. `computed[o]` is ordering o's column of the samples first, first + 1, ..., `exact` their real values; `usable[s]` is
/// false for samples whose inputs are not finite (counted by the caller).
void addBlock(Stage &stage, std::uint64_t first, std::span<const ComputedColumn> computed, std::span<const oracle::ExactValue> exact,
              std::span<const char> usable);

/// Adds the figures of later samples.
void merge(Stage &stage, const Stage &later);

} // namespace fporder::measure
