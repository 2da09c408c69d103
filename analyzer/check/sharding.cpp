#include "analyzer/check/sharding.h"

#include "analyzer/check/assembly.h"
#include "analyzer/check/findings_cache.h"
#include "analyzer/check/messages.h"
#include "analyzer/check/output_file.h"
#include "analyzer/check/unit_record.h"
#include "analyzer/findings/input_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fporder::check {
namespace {

/// Bytes of source that cost as much as what every unit costs: the start, the system's headers.
constexpr std::uint64_t unitWeight = 32 << 10;

std::uint64_t weightOf(const ShardUnit &unit) {
  std::uint64_t size = 0;
  return llvm::sys::fs::file_size(unit.command.source, size) ? unitWeight : unitWeight + size;
}

ContentHash settingOf(const AnalysisUnit &unit) { return hashContent(unit.setting + std::string(format::name(unit.imageStorage))); }

/// The command line without --shard: what the whole run would have been called with.
std::vector<std::string> wholeCommandLine(const std::vector<std::string> &given) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] == "--") {
      kept.insert(kept.end(), given.begin() + std::ptrdiff_t(i), given.end());
      break;
    }
    llvm::StringRef name = given[i];
    const bool option = i > 0 && name.consume_front("-");
    name.consume_front("-");
    if (option && name == "shard")
      ++i; // its value
    else if (!option || !name.starts_with("shard="))
      kept.push_back(given[i]);
  }
  return kept;
}

void addContents(const AnalysisUnit &unit, const UnitOutcome &outcome, std::map<std::string, ContentHash> &contents) {
  std::vector<std::string> files = outcome.result.userFiles;
  files.push_back(unit.command.source);
  for (const std::string &file : files)
    if (!contents.contains(file))
      if (auto buffer = findings::inputBuffer(file, fporder::file::Limit::SourceFile))
        contents[file] = hashContent({(*buffer)->getBufferStart(), (*buffer)->getBufferSize()});
}

/// Analyses the chosen units of the plan into `shard`; the number of those that failed.
unsigned analyseInto(Shard &shard, const ShardRequest &request, const std::vector<std::size_t> &chosen) {
  std::vector<AnalysisUnit> units;
  for (const std::size_t index : chosen)
    units.push_back(request.plan.units[index]);
  const std::vector<UnitOutcome> outcomes = analyseUnits(units, request.settings, request.sources);
  unsigned failed = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const UnitOutcome &outcome = outcomes[i];
    if (const std::string failure = failureOf(outcome); !failure.empty()) {
      reportError(units[i].displayName + ": " + failure);
      ++failed;
    }
    if (outcome.leftOut)
      notice(units[i].displayName + ": left out: the time budget was spent");
    const bool done = outcome.crash.empty() && !outcome.leftOut;
    shard.results.push_back({chosen[i], outcome.crash, outcome.leftOut, done ? encodeUnit(outcome.result) : ""});
    addContents(units[i], outcome, shard.contents);
  }
  return failed;
}

std::string fileOf(const ShardSettings &settings) {
  return !settings.file.empty() ? settings.file : "fporder-" + std::to_string(settings.index) + "-of-" + std::to_string(settings.count) + ".shard";
}

} // namespace

std::string identityOf(const ShardUnit &unit) {
  std::string identity;
  const auto add = [&](const std::string &part) { (identity += part) += '\0'; };
  add(unit.source);
  add(unit.profile);
  add(unit.command.directory);
  add(unit.command.source);
  for (const std::string &argument : unit.command.arguments)
    add(argument);
  return identity;
}

std::vector<ShardUnit> shardUnits(const UnitPlan &plan) {
  std::vector<ShardUnit> units;
  for (const AnalysisUnit &unit : plan.units)
    units.push_back({unit.displayName, unit.command, unit.profile, settingOf(unit)});
  return units;
}

std::vector<unsigned> assignShards(const std::vector<ShardedWork> &work, unsigned count) {
  std::vector<std::size_t> order(work.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::ranges::sort(order, [&](std::size_t left, std::size_t right) {
    return std::tie(work[right].weight, work[left].identity) < std::tie(work[left].weight, work[right].identity);
  });
  std::vector<std::uint64_t> loads(count, 0);
  std::vector<unsigned> shards(work.size());
  for (const std::size_t i : order) {
    const auto least = std::ranges::min_element(loads);
    shards[i] = static_cast<unsigned>(least - loads.begin());
    *least += work[i].weight;
  }
  return shards;
}

ExitStatus runShard(const ShardRequest &request) {
  const ShardSettings &settings = *request.options.shard;
  Shard shard;
  shard.version = FPORDER_VERSION;
  shard.program = programIdentity();
  shard.index = settings.index;
  shard.count = settings.count;
  shard.workingDirectory = request.workingDirectory;
  shard.commandLine = wholeCommandLine(request.options.commandLine);
  shard.sources = request.plan.sources;
  shard.problems = request.plan.problems;
  shard.faulty = request.plan.faulty;
  shard.units = shardUnits(request.plan);
  std::vector<ShardedWork> work;
  for (const ShardUnit &unit : shard.units)
    work.push_back({identityOf(unit), weightOf(unit)});
  const std::vector<unsigned> assigned = assignShards(work, settings.count);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < assigned.size(); ++i)
    if (assigned[i] == settings.index - 1)
      chosen.push_back(i);
  const unsigned failed = analyseInto(shard, request, chosen);
  for (const auto &[source, reason] : request.sources.failures())
    reportError(source + ": cannot be read once more: " + reason);
  if (request.sources.anyFailed())
    return ExitStatus::ToolFailure; // the shard would say what is not so
  const std::string file = fileOf(settings);
  if (!writeOutputFile(file, encodeShard(shard)))
    return ExitStatus::UsageError;
  if (!request.options.quiet)
    notice("shard " + std::to_string(settings.index) + '/' + std::to_string(settings.count) + ": " + std::to_string(chosen.size()) + " of " +
           std::to_string(work.size()) + (work.size() == 1 ? " unit" : " units") + (failed ? ", " + std::to_string(failed) + " not analysed" : "") +
           "; written to " + file);
  return request.plan.faulty ? ExitStatus::UsageError : ExitStatus::Clean;
}

} // namespace fporder::check
