// --fix, --diff and --export-fixes: what a run does with the fixes of its findings.
#pragma once

#include "analyzer/check/analysis.h"
#include "analyzer/check/options.h"

#include <string>
#include <vector>

namespace fporder::check {

struct FixRequest {
  const Options &options;
  const findings::Report &report;
  const std::vector<AnalysisUnit> &units;          // to parse fixed files again
  const std::vector<std::string> &filesWithErrors; // display names; not edited without --fix-errors
  std::string resourceDirectory;
  findings::SourceFiles &sources;
};

struct FixOutcome {
  /// After printing an error: UsageError when the fixes could not be exported, ToolFailure when a source could not be written or was put back because
  /// it no longer compiled.
  ExitStatus status = ExitStatus::Clean;
  std::vector<std::size_t> settled; // indices into the report of the findings that are no longer in the sources
};

/// Does what was asked for; nothing if nothing was.
FixOutcome handleFixes(const FixRequest &request);

} // namespace fporder::check
