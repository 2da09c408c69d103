// What became of one output of an implementation that has a reference, as renderers show it: see runtime/conform/conform.h.
#pragma once

#include "analyzer/findings/finding.h"
#include "runtime/conform/pair_trees.h"
#include "runtime/conform/trial.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fporder::findings {

struct ConformanceEntry {
  std::string function, output, verdict; // verdict: a name of conform::Verdict
  Region where, reference;               // line 0: none
  std::string difference;                // the class, a name of conform::Class, or the kind of operators; empty without one
  std::string expression, referenceExpression;
  std::string message;
  std::string settle; // a line that would decide, to be written only where it is true; empty without one
  std::optional<conform::Measured> measured;
  std::vector<std::string> assumed;
  std::shared_ptr<const conform::PairTrees> trees; // of the two parts that differ; null where there are none, or they are too large
};

/// "bits differ in 35 % of 224 samples, by at most 2 ulp"
std::string measuredSentence(const conform::Measured &measured);
/// "adam: w: same-order; the reference: golden.cpp:12"; the message too, and the line to write, where no finding has them.
std::string conformanceLine(const ConformanceEntry &entry);

} // namespace fporder::findings
