// What a run has to analyse: the sources asked for, each once, and a unit for each set of flags that one is compiled with.
#pragma once

#include "analyzer/check/analysis.h"
#include "analyzer/check/caches.h"
#include "analyzer/check/configuration.h"
#include "analyzer/check/input_file.h"

#include <map>
#include <string>
#include <vector>

namespace fporder::check {

struct UnitPlan {
  std::vector<PlannedSource> sources;             // in the order given, each once
  std::vector<AnalysisUnit> units;                // none of a source with a problem, or whose configuration is faulty
  std::vector<std::string> problems;              // of compile commands; all have been printed
  bool faulty = false;                            // something is wrong with the configuration of some source
  std::map<std::string, findings::FailOn> failOn; // by source
};

/// Where units get what they are analysed with.
class UnitPlanner {
public:
  UnitPlanner(const Options &given, std::string directory, Profiles &knownProfiles, Caches &knownCaches)
      : options(given), workingDirectory(std::move(directory)), profiles(knownProfiles), caches(knownCaches) {}

  /// Prints what is wrong with the configuration.
  UnitPlan plan(const std::vector<std::string> &sourceNames, CompileCommands &commands);
  /// Appends a unit whose command is known: the source's configuration and rules, one of its profiles. False after printing what is wrong.
  bool addUnit(UnitPlan &plan, const std::string &source, CompileCommand command, const std::string &profileName);

private:
  void add(UnitPlan &plan, const std::string &source, CompileCommand command, const std::string &profileName, const Profile &profile);
  void addUnits(UnitPlan &plan, const std::string &source, CompileCommands &commands);

  const Options &options;
  std::string workingDirectory;
  Profiles &profiles;
  Caches &caches;
};

} // namespace fporder::check
