// From matches to findings, and from many units' findings to one report.
#pragma once

#include "analyzer/findings/finding.h"
#include "analyzer/findings/source_files.h"
#include "runtime/measure/order_trial.h"
#include "runtime/order/procedure.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::findings {

enum class Language : std::uint8_t { C, Cxx };

struct CollectOptions {
  /// The path shown for a file of the graph, openable from the process's working directory: as given on the command line, headers by real path.
  /// Identity when empty.
  std::function<std::string(const std::string &)> displayPath;
  /// Whether findings in a file (its display path) are reported: the header filters. Everything when empty.
  std::function<bool(const std::string &)> reported;
  /// Severity by slug, from the configuration; overrides evidence. What rests on an assumption is a remark all the same.
  std::map<std::string, rules::Severity> severities;
  /// Matches below this level are left out.
  rules::Severity least = rules::Severity::Remark;
  /// Texts that fix-its are built from, and what is known of orders tried before; no fix-its when either is null.
  SourceFiles *sources = nullptr;
  measure::Trials *trials = nullptr;
  Language language = Language::Cxx;
  /// Whether the source gives a name to something of its own, so that no fix may mean the library's function by it. Nothing is when empty.
  std::function<bool(std::string_view)> isOwnName = {};
  /// Findings keep their orders as graphs, for measuring.
  bool keepSubjects = false;
  /// Whether findings tell the order of their operations (Finding::steps): as much text as all the rest of a finding.
  bool steps = true;
};

/// Appends one finding for each match that stands at a place in a reported file. `matches` are those of RuleSet::match on `procedure`.
void collect(const order::Procedure &procedure, const std::vector<rules::Match> &matches, const CollectOptions &options,
             std::vector<Finding> &findings);

/// Sorts by (file, line, column, rule, message); keeps one finding for each (rule, file, line, column), the one of highest severity, however many
/// procedures, instantiations and units it was seen in; a fix stays only if all of them agree on it. Idempotent; may run per unit and again over all.
void mergeFindings(std::vector<Finding> &findings);

/// Once, when all units are in: merges findings, tells equal fingerprints apart, sorts `notAnalysed` and drops repetitions.
void completeReport(Report &report);

/// Counts warnings and remarks as they are shown, their places and suppressed findings into the summary; after suppressions were applied and findings
/// were selected.
void countFindings(Report &report);

} // namespace fporder::findings
