// Reading both sides, matching tensors, and judging each pair.
#pragma once

#include "runtime/compare/options.h"
#include "runtime/measure/pair_statistics.h"

namespace fporder::compare {

struct TensorComparison {
  std::string name;
  std::string goldenFile, actualFile;
  data::ElementType goldenType, actualType;
  format::Format format = format::Format::Binary64; // of ulps and thresholds
  data::Shape shape;
  measure::PairStatistics statistics;
  std::vector<measure::CriterionResult> deciding; // those that decide
  std::vector<measure::CriterionResult> all;      // every criterion with its own parameters
  bool passed = false;
};

struct Comparison {
  std::vector<TensorComparison> tensors; // in golden's order
  std::vector<std::string> notes;        // what was assumed in reading
  std::vector<std::string> errors;       // what could not be read, matched, or does not fit; the rest was compared

  int exitStatus() const;
};

/// `progress` is called with a tensor's name and the share of it that is done.
Comparison compare(const Options &options, const std::function<void(const std::string &, double)> &progress = {});

} // namespace fporder::compare
