// Where a run's results go: the output formats, statistics and the summary; and the listings that need no sources.
#pragma once

#include "analyzer/check/configuration.h"
#include "analyzer/check/options.h"
#include "analyzer/findings/conformance.h"
#include "analyzer/findings/consistency.h"
#include "analyzer/findings/description.h"
#include "analyzer/findings/source_files.h"

#include <optional>
#include <set>
#include <span>
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
  std::set<std::string> sourceNames; // display names
  std::set<std::string> printed;     // those whose findings are on standard output already
  double seconds = 0;
  std::span<const findings::ConformanceEntry> conformance = {};
  std::optional<std::span<const findings::ConsistencyGroup>> groups = {};  // with --self-consistency
  std::optional<std::span<const findings::Description>> descriptions = {}; // with --describe
};

/// Text, and nothing that must be known before it is printed, goes to standard output: findings may be printed as they are found.
bool printsEarly(const Options &options);
/// The findings of `request`, as text to standard output.
void writeEarly(const OutputRequest &request);
/// Renders every format asked for, the statistics and the summary. False after printing an error when a file could not be written.
bool writeOutputs(const OutputRequest &request);

} // namespace fporder::check
