// Where a run's results go: the output formats, statistics and the summary; and the listings that need no sources.
#pragma once

#include "analyzer/check/configuration.h"
#include "analyzer/check/options.h"
#include "analyzer/findings/finding.h"
#include "analyzer/findings/source_files.h"

#include <string>

namespace fporder::check {

/// --explain, --list-rules or --list-checks was given.
bool wantsRuleListing(const Options &options);
ExitStatus listRules(const Options &options, const rules::RuleSet &rules);

/// Prints an error and is false when --format names an unknown format.
bool outputsAreKnown(const Options &options);

struct OutputRequest {
  const Options &options;
  const findings::Report &report;
  const Profiles &profiles;
  findings::SourceFiles &sources;
  std::string workingDirectory;
  double seconds = 0;
};

/// Renders every format asked for, the statistics and the summary. False after printing an error when a file could not be written.
bool writeOutputs(const OutputRequest &request);

} // namespace fporder::check
