#include "analyzer/check/shard_file.h"

#include "analyzer/check/record_archive.h"

namespace fporder::check {
namespace {

constexpr std::string_view shardMagic = "fporder shard 3\n";

bool consistent(const Shard &shard) {
  if (shard.index < 1 || shard.index > shard.count || shard.commandLine.empty())
    return false;
  if (std::ranges::any_of(shard.units, [](const ShardUnit &unit) { return unit.command.arguments.empty(); }))
    return false;
  return std::ranges::all_of(shard.results, [&](const ShardResult &result) { return result.unit < shard.units.size(); });
}

} // namespace

// As in unit_record.cpp: the structured bindings name every member.
template <typename Archive, Is<CompileCommand> T> void fields(Archive &archive, T &command) {
  auto &[directory, arguments, source, output, droppedFlags, fromDatabase, standardAssumed] = command;
  archive(directory, arguments, source, output, droppedFlags, fromDatabase, standardAssumed);
}
template <typename Archive, Is<PlannedSource> T> void fields(Archive &archive, T &source) {
  auto &[name, problem] = source;
  archive(name, problem);
}
template <typename Archive, Is<ShardUnit> T> void fields(Archive &archive, T &unit) {
  auto &[source, command, profile, setting] = unit;
  archive(source, command, profile, setting);
}
template <typename Archive, Is<ShardResult> T> void fields(Archive &archive, T &result) {
  auto &[unit, crash, leftOut, record] = result;
  archive(unit, crash, leftOut, record);
}
template <typename Archive, Is<Shard> T> void fields(Archive &archive, T &shard) {
  auto &[version, program, index, count, workingDirectory, commandLine, sources, problems, faulty, units, results, contents] = shard;
  archive(version, program, index, count, workingDirectory, commandLine, sources, problems, faulty, units, results, contents);
}

std::string encodeShard(const Shard &shard) {
  RecordWriter writer;
  writer(shard);
  const std::string body = writer.take();
  return std::string(shardMagic) + std::string(bytesOf(hashContent(body))) + body;
}

std::variant<Shard, std::string> decodeShard(std::string_view bytes) {
  ByteReader head(bytes);
  if (head.raw(shardMagic.size()) != shardMagic)
    return "is not a shard";
  const std::string_view sum = head.raw(ContentHash().size());
  const std::string_view body = head.good() ? bytes.substr(shardMagic.size() + sum.size()) : "";
  Shard shard;
  RecordReader reader(body);
  if (head.good() && sum == bytesOf(hashContent(body)))
    reader(shard);
  if (!reader.complete() || !consistent(shard))
    return "is a damaged shard";
  return shard;
}

} // namespace fporder::check
