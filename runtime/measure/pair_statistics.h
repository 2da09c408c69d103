// What can be said of computed values against golden ones without choosing a criterion: counts, extremes and where they are, errors in ulp.
//
// Error in ulp = |actual - golden| / ulp(golden), ulp being the computed values' format's (see format::ulp). The quotient is that of two binary64:
// its relative error is at most 2^-53 (the difference; the division is by a power of two), unless the difference overflows. Pairs of which one is NaN
// or infinite are counted and do not enter errors.
#pragma once

#include "runtime/format/format.h"
#include "runtime/measure/paired_values.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace fporder::measure {

struct PairElement {
  std::size_t index = 0;
  double golden = 0, actual = 0;
};

/// Elements with lower < error <= upper, in ulp; the first bin is error 0 alone, the last has no upper end.
struct UlpBin {
  double lower = 0, upper = 0;
  std::size_t count = 0;
};

/// Pairs of which a side is not finite, as criteria see them.
struct NotFinitePairs {
  std::size_t mismatches = 0; // one is NaN or infinite and the other is not the same
  std::size_t bothNan = 0;
};

struct PairStatistics {
  std::size_t count = 0;
  std::size_t finite = 0;    // pairs of finite values
  std::size_t differing = 0; // pairs that are not the same number; NaN is the same as NaN, and zeros differ by sign
  std::size_t goldenNan = 0, actualNan = 0, goldenInfinite = 0, actualInfinite = 0;
  NotFinitePairs notFinite;
  std::optional<PairElement> firstMismatch, firstDiffering;

  // Of the finite pairs; the first of several equal ones.
  std::optional<PairElement> worstAbsolute, worstRelative;
  double maxAbsolute = 0, maxRelative = 0; // relative to |golden|, 0/0 being 0

  // Only where the format has an ulp.
  bool hasUlp = false;
  std::optional<PairElement> worstUlp;
  double maxUlp = 0, meanUlp = 0;
  std::vector<UlpBin> histogram; // every bin, in order
};

PairStatistics pairStatistics(const PairedValues &values, format::Format format, const std::function<void(double)> &progress = {});

} // namespace fporder::measure
