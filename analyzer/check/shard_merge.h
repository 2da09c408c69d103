// fporder-check merge: the shards of one run, put together, give what the whole run would have given, to the byte.
#pragma once

#include "analyzer/check/options.h"
#include "analyzer/check/shard_file.h"
#include "analyzer/check/unit_plan.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fporder::check {

/// The shards of one run: each of its units stands in exactly one of them.
class MergedShards {
public:
  /// Reads and checks them. The error says, with the files' names, which is damaged, made by another program, missing, there twice, or of another
  /// run: in another directory, on other files, with other options; or what has changed since in the sources.
  static llvm::Expected<MergedShards> read(const std::vector<std::string> &files);

  /// Of the whole run, the program's name first.
  const std::vector<std::string> &commandLine() const { return shards.front().commandLine; }
  const std::string &workingDirectory() const { return shards.front().workingDirectory; }
  /// What the whole run planned. An error when what a unit is analysed with has changed since; prints what is wrong with a configuration.
  llvm::Expected<UnitPlan> plan(UnitPlanner &planner) const;
  /// Of the plan's units, one by one.
  std::vector<UnitOutcome> outcomes() const { return results; }

private:
  llvm::Error complete() const;
  llvm::Error sameRun() const;
  llvm::Error unchanged() const;
  llvm::Error collect();

  std::vector<std::string> files; // parallel to `shards`, which are in order of their numbers
  std::vector<Shard> shards;
  std::vector<UnitOutcome> results; // of the first shard's units
};

/// `arguments` are those after "merge": shards, and options that say what becomes of the report.
ExitStatus runMerge(const std::vector<std::string> &arguments);

} // namespace fporder::check
