// From sources to one report: parse, translate, match and collect each source in isolation, and put the results together in the order in which the
// sources were given, so that the report does not depend on the number of jobs, nor on what a cache still knows.
#pragma once

#include "analyzer/check/compile_commands.h"
#include "analyzer/check/file_filter.h"
#include "analyzer/check/findings_cache.h"
#include "analyzer/check/isolated_jobs.h"
#include "analyzer/findings/finding.h"
#include "analyzer/findings/source_files.h"
#include "analyzer/frontend/translate.h"
#include "analyzer/models/model.h"
#include "rules/engine/match.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace fporder::check {

/// A source with one set of flags. A source whose database lists several distinct sets has several units.
struct AnalysisUnit {
  std::string displayName; // as given on the command line
  CompileCommand command;
  const rules::RuleSet *rules = nullptr;
  std::map<std::string, rules::Severity> severities; // the configuration's, by slug
  const FileFilter *filter = nullptr;
  std::shared_ptr<const models::Models> models = models::Models::builtIn();
  std::string setting;            // all that `rules`, `severities`, `filter` and `models` come from, as a text: part of the cache's key
  FindingsCache *cache = nullptr; // null: analysed anew, and not kept
};

struct AnalysisSettings {
  std::string resourceDirectory;
  unsigned jobs = 1;
  bool dumpGraph = false; // print the graphs to stdout
  bool buildFixes = true;
  bool keepSubjects = false;       // findings keep their orders as graphs, for measuring
  bool buildSteps = true;          // findings tell the order of their operations
  std::set<std::string> requested; // real paths of all sources; filled in by analyse
  bool lastOfProcess = true;       // memory of the last unit need not be given back
  Deadline deadline;               // what is not done then is left out
};

struct Analysis {
  findings::Report report;                // not completed: see findings::completeReport
  std::vector<std::string> failedFiles;   // display names: no graph at all, or the tool failed; each is in notAnalysed too
  std::vector<std::string> errorFiles;    // display names of main files that have syntax errors or missing headers
  std::vector<std::string> analysedFiles; // display names of main files and headers with findings or functions
  std::set<std::string> readFiles;        // real paths of sources and user headers that were analysed
  std::vector<std::string> leftOut;       // display names: there was no time for them; each is in notAnalysed too
  bool crashed = false;
};

/// With a deadline, everything that `units` refer to and `sources` must live until the process ends.
Analysis analyse(const std::vector<AnalysisUnit> &units, const AnalysisSettings &settings, findings::SourceFiles &sources);

/// Whether the unit's source parses without errors; for fix-its.
bool parses(const AnalysisUnit &unit, const std::string &resourceDirectory);

} // namespace fporder::check
