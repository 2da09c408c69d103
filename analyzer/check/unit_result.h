// What the analysis of one translation unit contributes to the report.
#pragma once

#include "analyzer/check/translation_unit.h"
#include "analyzer/findings/finding.h"
#include "analyzer/frontend/syntax/operators.h"

#include <memory>
#include <string>
#include <vector>

namespace fporder::check {

struct UnitResult {
  ParseResult parse;
  std::vector<findings::Finding> found; // merged: see findings::mergeFindings
  std::vector<findings::NotAnalysed> notAnalysed;
  std::vector<std::string> userFiles; // real paths of all that it is made from, but for system headers
  unsigned functions = 0, floatingOperations = 0;
  frontend::Operators operators; // none where AnalysisSettings::coverage is off
  std::string dump;              // with --dump-graph
  bool ended = false;
  std::vector<std::shared_ptr<order::Procedure>> procedures; // where AnalysisUnit::keepProcedures is on
  std::vector<std::string> vendors;                          // whose calls are modelled in it, with procedures
};

/// What became of a unit. Its result is empty when it crashed or was left out.
struct UnitOutcome {
  UnitResult result;
  std::string crash;    // "stack overflow (1024 MiB)"; empty: it did not
  bool leftOut = false; // there was no time for it
};

} // namespace fporder::check
