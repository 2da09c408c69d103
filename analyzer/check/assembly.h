// From what became of each unit to one report, in the order in which the sources were given, so that the report does not depend on the number of
// jobs, on what a cache still knows, nor on which machine analysed what.
#pragma once

#include "analyzer/check/analysis.h"
#include "analyzer/check/source_parts.h"

#include <set>
#include <string>
#include <vector>

namespace fporder::check {

struct Analysis {
  findings::Report report;                            // not completed: see findings::completeReport
  std::vector<std::string> failedFiles;               // display names: no graph at all, or the tool failed; each is in notAnalysed too
  std::vector<std::string> errorFiles;                // display names of main files that have syntax errors or missing headers
  std::vector<std::string> analysedFiles;             // display names of main files and headers with findings or functions
  std::set<std::string> readFiles;                    // real paths of sources and user headers that were analysed
  std::vector<std::vector<std::string>> filesOfUnits; // real paths, for each unit; none where it crashed or was left out
  std::vector<std::string> leftOut;                   // display names: there was no time for them; each is in notAnalysed too
};

/// Why a unit that has ended counts as failed; empty when it does not.
std::string whyFailed(const UnitResult &result);
/// The same of what became of a unit, crashes included; empty when it was left out.
std::string failureOf(const UnitOutcome &outcome);

/// `outcomes` are those of `units`, one by one, `parts` what partsAmong says of them. Prints failures as errors, and graphs that were asked for.
Analysis assemble(const std::vector<AnalysisUnit> &units, std::vector<UnitOutcome> outcomes, const SourceParts &parts);

} // namespace fporder::check
