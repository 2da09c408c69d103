// Findings are printed while the run goes on: those of a source once it and all sources before it, by name, are done. A line on a terminal's standard
// error says how far the run is ("[37/200] src/filter.cpp, 12 findings").
//
// The findings in a source come from its own units alone (assembly.h), so that they are known before the others are. Headers belong to all units;
// their findings, those of a source with errors that may be a part of another (source_parts.h), and those of one that crashed, are printed at the
// end.
#pragma once

#include "analyzer/check/include_scan.h"
#include "analyzer/check/progress.h"
#include "analyzer/check/unit_plan.h"
#include "analyzer/check/unit_result.h"
#include "analyzer/findings/finding.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fporder::check {

class EarlyFindings {
public:
  /// Prints the findings of one source, at least one unit of which could be analysed, and returns how many there are to see. The report is not
  /// completed.
  using Print = std::function<std::size_t(const std::string &source, findings::Report report)>;

  /// `plan` must outlive this. Without `print` only progress is shown.
  EarlyFindings(const UnitPlan &plan, Print print);

  /// A unit of the plan is done. On one thread, in any order.
  void finished(std::size_t unit, const UnitResult &result);
  /// The display names of the sources whose findings are printed.
  const std::set<std::string> &printed() const { return done; }

private:
  struct Source {
    std::size_t unitsLeft = 0;
    bool analysed = false, withheld = false;
    findings::Report report;
  };
  void printReady();
  bool mayBePart(const AnalysisUnit &unit);

  const UnitPlan &plan;
  Print print;
  std::optional<IncludeGraph> includes;  // of the plan's sources, once one of them has errors
  std::map<std::string, Source> waiting; // by display name
  std::set<std::string> done;
  std::size_t sourcesDone = 0, sourceCount, found = 0;
  ProgressLine progress;
};

} // namespace fporder::check
