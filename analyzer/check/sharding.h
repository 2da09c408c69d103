// --shard i/n: a run that does its part of the work and leaves it to a merge to report.
#pragma once

#include "analyzer/check/options.h"
#include "analyzer/check/shard_file.h"
#include "analyzer/check/unit_plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fporder::check {

/// What tells one unit of a run from another: its source, its command, its profile.
std::string identityOf(const ShardUnit &unit);
/// The plan's units as a shard names them.
std::vector<ShardUnit> shardUnits(const UnitPlan &plan);

struct ShardedWork {
  std::string identity;
  std::uint64_t weight = 0;
};
/// The shard, from 0 to count - 1, of each piece of work. Pieces go to the shard that has least by then, the heaviest first, so that no shard has
/// more than the lightest one by more than one piece. Depends on the pieces, not on their order.
std::vector<unsigned> assignShards(const std::vector<ShardedWork> &work, unsigned count);

struct ShardRequest {
  const Options &options;
  const UnitPlan &plan;
  const AnalysisSettings &settings;
  std::string workingDirectory;
  findings::SourceFiles &sources;
};

/// Analyses the units of the shard that the options name, and writes it. UsageError after printing why when it could not be written, or when the
/// plan is faulty; otherwise Clean, whatever was found.
ExitStatus runShard(const ShardRequest &request);

} // namespace fporder::check
