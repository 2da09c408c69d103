// --fix, --diff and --export-fixes: what a run does with the fixes of its findings.
#pragma once

#include "analyzer/check/fix_rounds.h"
#include "analyzer/check/options.h"

#include <string>
#include <vector>

namespace fporder::check {

struct FixHandling {
  const Options &options;
  const findings::Report &report;
  const std::vector<std::string> &filesWithErrors; // display names; not edited without --fix-errors
  const std::vector<std::string> &sourceNames;     // requested sources, as given
  findings::SourceFiles &sources;
  Reanalyse reanalyse;
};

struct FixOutcome {
  /// After printing an error: UsageError when the fixes could not be exported, or a file was left alone or could not be written (see
  /// findings::SourceTree); ToolFailure when a source would no longer compile, or its fixes come to no end.
  ExitStatus status = ExitStatus::Clean;
  std::vector<std::size_t> settled; // indices into the report of the findings that are no longer in the sources
};

/// Does what was asked for; nothing if nothing was.
FixOutcome handleFixes(const FixHandling &request);

} // namespace fporder::check
