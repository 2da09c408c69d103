// What the analysis of one translation unit contributes to the report.
#pragma once

#include "analyzer/check/translation_unit.h"
#include "analyzer/findings/finding.h"

#include <string>
#include <vector>

namespace fporder::check {

struct UnitResult {
  ParseResult parse;
  std::vector<findings::Finding> found; // merged: see findings::mergeFindings
  std::vector<findings::NotAnalysed> notAnalysed;
  std::vector<std::string> userFiles; // real paths of all that it is made from, but for system headers
  unsigned functions = 0, floatingOperations = 0;
  std::string dump; // with --dump-graph
  bool ended = false;
};

} // namespace fporder::check
