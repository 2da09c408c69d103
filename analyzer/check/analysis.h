// Parses, translates, matches and collects each source in isolation, from the others and from crashes.
#pragma once

#include "analyzer/check/compile_commands.h"
#include "analyzer/check/file_filter.h"
#include "analyzer/check/findings_cache.h"
#include "analyzer/check/fixed_texts.h"
#include "analyzer/check/isolated_jobs.h"
#include "analyzer/check/unit_result.h"
#include "analyzer/findings/finding.h"
#include "analyzer/findings/source_files.h"
#include "analyzer/frontend/translate.h"
#include "analyzer/models/model.h"
#include "rules/engine/match.h"
#include "runtime/evidence/judgements.h"

#include <functional>
#include <map>
#include <memory>
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
  std::string profile;            // of the configuration, whose flags the command has; empty: none
  format::Format imageStorage = format::Format::Unknown; // of OpenCL images, when the configuration says it
  bool mayAlias = false;                                 // arrays reached through different pointers may overlap; `setting` says it too
  rules::MatchOptions matching = {};                     // `setting` says it too
  bool keepProcedures = false;                           // for a comparison with a reference; such a unit has no cache
};

struct AnalysisSettings {
  std::string resourceDirectory;
  unsigned jobs = 1;
  bool dumpGraph = false; // print the graphs to stdout
  bool coverage = true;   // count the floating-point operations that reached a graph
  bool buildFixes = true;
  bool keepSubjects = false; // findings keep their orders as graphs, for measuring
  bool buildSteps = true;    // findings tell the order of their operations
  bool lastOfProcess = true; // memory of the last unit need not be given back
  bool repair = true;        // what a source is missing of its build is supplied (source_repairs.h)
  bool wake = true;          // inactive floating-point code is analysed as what it is for (waking/wakes.h)
  std::shared_ptr<evidence::Judgements> judgements = std::make_shared<evidence::Judgements>(); // of all units, and of copies of these settings
  Deadline deadline;                                                                           // what is not done then is left out
  std::shared_ptr<Projects> projects;           // where headers that no flag finds are looked up; null: nowhere
  std::shared_ptr<const FixedTexts> fixedTexts; // read in place of what is on the disk; null: nothing is. With them, units must have no cache
};

/// What became of each unit. `finished(i, result)` is called on the calling thread when unit i has ended well, in the order in which units end; those
/// that a cache knows come first. With a deadline, everything that `units` refer to and `sources` must live until the process ends.
std::vector<UnitOutcome> analyseUnits(const std::vector<AnalysisUnit> &units, const AnalysisSettings &settings, findings::SourceFiles &sources,
                                      const std::function<void(std::size_t, const UnitResult &)> &finished = {});

} // namespace fporder::check
