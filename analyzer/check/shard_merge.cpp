#include "analyzer/check/shard_merge.h"

#include "analyzer/check/findings_cache.h"
#include "analyzer/check/sharding.h"
#include "analyzer/check/unit_record.h"
#include "analyzer/findings/input_text.h"
#include "runtime/limits/limits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <map>
#include <set>

namespace fporder::check {
namespace {

llvm::Error mergeFailure(const std::string &message) { return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s", message.c_str()); }

std::string numberOf(const Shard &shard) { return std::to_string(shard.index) + "/" + std::to_string(shard.count); }

llvm::Expected<Shard> readShard(const std::string &file) {
  auto buffer = findings::inputBuffer(file, fporder::file::Limit::Shard);
  if (!buffer)
    return mergeFailure("cannot read '" + file + "': " + buffer.getError().message());
  std::variant<Shard, std::string> read = decodeShard({(*buffer)->getBufferStart(), (*buffer)->getBufferSize()});
  if (const auto *problem = std::get_if<std::string>(&read))
    return mergeFailure("'" + file + "' " + *problem);
  Shard &shard = std::get<Shard>(read);
  if (shard.program != programIdentity())
    return mergeFailure("'" + file + "' was made by another build of fporder-check (" + shard.version +
                        ", this is " FPORDER_VERSION "): shards are merged by the program that made them");
  return std::move(shard);
}

/// Options that change neither what is found nor how it is reported.
bool isNeutral(llvm::StringRef name) { return name == "cache-dir" || name == "cache-size" || name == "no-cache" || name == "verbose"; }

/// The words of a command line that a run's report depends on, in no order.
std::vector<std::string> wordsThatMatter(const Shard &shard) {
  std::vector<std::string> words;
  const std::vector<std::string> &all = shard.commandLine;
  bool ours = true;
  for (std::size_t i = 1; i < all.size(); ++i) {
    ours &= all[i] != "--";
    llvm::StringRef word = all[i];
    if (ours && word.starts_with("-j") && word.drop_front(2).find_first_not_of("=0123456789") == llvm::StringRef::npos) {
      i += word == "-j";
      continue;
    }
    const auto [name, value] = word.ltrim('-').split('=');
    if (ours && word.starts_with("-") && isNeutral(name)) {
      i += name.starts_with("cache") && !word.contains('=');
      continue;
    }
    words.push_back(all[i]);
  }
  std::ranges::sort(words);
  return words;
}

/// What is in `left` and not in `right`; empty when nothing is. Both are sorted.
std::string onlyIn(const std::vector<std::string> &left, const std::vector<std::string> &right) {
  std::vector<std::string> rest;
  std::ranges::set_difference(left, right, std::back_inserter(rest));
  return rest.empty() ? "" : rest.front();
}

std::vector<std::string> sourceNames(const Shard &shard) {
  std::vector<std::string> names;
  for (const PlannedSource &source : shard.sources)
    names.push_back(source.name + '\0' + source.problem);
  std::ranges::sort(names);
  return names;
}

/// A unit's identity and what it is analysed with.
std::vector<std::string> unitTexts(const Shard &shard) {
  std::vector<std::string> texts;
  for (const ShardUnit &unit : shard.units)
    texts.push_back(identityOf(unit) + std::string(unit.setting.begin(), unit.setting.end()));
  std::ranges::sort(texts);
  return texts;
}

/// Up to the first NUL: a source's name.
std::string firstPart(const std::string &text) { return text.substr(0, text.find('\0')); }

} // namespace

llvm::Error MergedShards::complete() const {
  const unsigned count = shards.front().count;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    if (shards[i].count != count)
      return mergeFailure("'" + files[0] + "' is shard " + numberOf(shards[0]) + ", '" + files[i] + "' is shard " + numberOf(shards[i]) +
                          ": they are not of one run");
    if (i > 0 && shards[i].index == shards[i - 1].index)
      return mergeFailure("'" + files[i - 1] + "' and '" + files[i] + "' are both shard " + numberOf(shards[i]));
  }
  std::string missing;
  for (unsigned index = 1, next = 0; index <= count && missing.size() < limits::most(limits::Limit::MissingShards); ++index)
    if (next < shards.size() && shards[next].index == index)
      ++next;
    else
      missing += (missing.empty() ? "" : ", ") + std::to_string(index) + "/" + std::to_string(count);
  return missing.empty() ? llvm::Error::success() : mergeFailure("missing: shard " + missing);
}

llvm::Error MergedShards::sameRun() const {
  const Shard &first = shards.front();
  const std::vector<std::string> words = wordsThatMatter(first), names = sourceNames(first), units = unitTexts(first);
  for (std::size_t i = 1; i < shards.size(); ++i) {
    const Shard &other = shards[i];
    const std::string pair = "'" + files[0] + "' and '" + files[i] + "' are not of one run: ";
    if (other.workingDirectory != first.workingDirectory)
      return mergeFailure(pair + "one was made in '" + first.workingDirectory + "', the other in '" + other.workingDirectory + "'");
    const std::vector<std::string> otherNames = sourceNames(other);
    for (const auto &[left, right, in] : {std::tuple(names, otherNames, files[0]), std::tuple(otherNames, names, files[i])})
      if (const std::string name = onlyIn(left, right); !name.empty())
        return mergeFailure(pair + "only '" + in + "' has the source '" + firstPart(name) + "'");
    const std::vector<std::string> otherUnits = unitTexts(other), otherWords = wordsThatMatter(other);
    for (const auto &[left, right, in] : {std::tuple(words, otherWords, files[0]), std::tuple(otherWords, words, files[i])})
      if (const std::string word = onlyIn(left, right); !word.empty())
        return mergeFailure(pair + "only '" + in + "' was made with '" + word + "'");
    if (const std::string unit = onlyIn(units, otherUnits); !unit.empty())
      return mergeFailure(pair + "the compile command or the configuration of '" + firstPart(unit) + "' differs");
    if (units.size() != otherUnits.size() || words.size() != otherWords.size())
      return mergeFailure(pair + "their command lines differ");
  }
  return llvm::Error::success();
}

llvm::Error MergedShards::unchanged() const {
  std::map<std::string, ContentHash> now;
  for (std::size_t i = 0; i < shards.size(); ++i)
    for (const auto &[file, hash] : shards[i].contents) {
      const auto [known, isNew] = now.try_emplace(file);
      if (isNew) {
        auto buffer = findings::inputBuffer(file, fporder::file::Limit::SourceFile);
        if (!buffer)
          return mergeFailure("cannot read '" + file + "', which '" + files[i] + "' was made from: " + buffer.getError().message());
        known->second = hashContent({(*buffer)->getBufferStart(), (*buffer)->getBufferSize()});
      }
      if (known->second != hash)
        return mergeFailure("'" + file + "' has changed since '" + files[i] + "' was made");
    }
  return llvm::Error::success();
}

llvm::Error MergedShards::collect() {
  const std::vector<ShardUnit> &units = shards.front().units;
  std::map<std::string, std::vector<std::size_t>> places; // a database may list the same command again
  for (std::size_t i = units.size(); i-- > 0;)
    places[identityOf(units[i])].push_back(i);
  std::vector<bool> taken(units.size());
  results.resize(units.size());
  const std::string differently = ": its size was not the same when the shards were made";
  for (std::size_t i = 0; i < shards.size(); ++i)
    for (const ShardResult &result : shards[i].results) {
      const ShardUnit &unit = shards[i].units[result.unit];
      std::vector<std::size_t> &left = places[identityOf(unit)];
      if (left.empty())
        return mergeFailure("'" + unit.source + "' is in more than one shard" + differently);
      const std::size_t place = left.back();
      left.pop_back();
      taken[place] = true;
      UnitOutcome &outcome = results[place];
      outcome.crash = result.crash;
      outcome.leftOut = result.leftOut;
      if (!result.crash.empty() || result.leftOut)
        continue;
      std::optional<UnitResult> decoded = decodeUnit(result.record);
      if (!decoded)
        return mergeFailure("'" + files[i] + "' is a damaged shard");
      outcome.result = std::move(*decoded);
      for (findings::Finding &finding : outcome.result.found)
        finding.profiles = {units[place].profile};
    }
  for (std::size_t i = 0; i < units.size(); ++i)
    if (!taken[i])
      return mergeFailure("'" + units[i].source + "' is in no shard" + differently);
  return llvm::Error::success();
}

llvm::Expected<MergedShards> MergedShards::read(const std::vector<std::string> &files) {
  std::vector<std::pair<Shard, std::string>> read;
  for (const std::string &file : files) {
    llvm::Expected<Shard> shard = readShard(file);
    if (!shard)
      return shard.takeError();
    read.emplace_back(std::move(*shard), file);
  }
  std::ranges::sort(read, {}, [](const auto &each) { return std::pair(each.first.index, each.second); });
  MergedShards merged;
  for (auto &[shard, file] : read) {
    merged.shards.push_back(std::move(shard));
    merged.files.push_back(file);
  }
  if (llvm::Error error = merged.complete())
    return std::move(error);
  if (llvm::Error error = merged.sameRun())
    return std::move(error);
  if (llvm::Error error = merged.unchanged())
    return std::move(error);
  if (llvm::Error error = merged.collect())
    return std::move(error);
  return merged;
}

llvm::Expected<UnitPlan> MergedShards::plan(UnitPlanner &planner) const {
  const Shard &shard = shards.front();
  UnitPlan plan;
  plan.sources = shard.sources;
  plan.problems = shard.problems;
  plan.faulty = shard.faulty;
  for (const std::string &problem : plan.problems)
    reportError(problem);
  for (const ShardUnit &unit : shard.units)
    if (!planner.addUnit(plan, unit.source, unit.command, unit.profile))
      return mergeFailure("the configuration of '" + unit.source + "' was sound when the shards were made");
  const std::vector<ShardUnit> now = shardUnits(plan);
  for (std::size_t i = 0; i < now.size(); ++i)
    if (now[i].setting != shard.units[i].setting)
      return mergeFailure("the configuration or the rules of '" + now[i].source + "' have changed since the shards were made");
  return plan;
}

} // namespace fporder::check
