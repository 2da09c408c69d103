// A shard: what one of several runs over parts of the same work found, as a file, with all that it takes to put the whole run together again.
//
// The bytes carry a checksum: what does not check is no shard.
#pragma once

#include "analyzer/check/compile_database.h"
#include "analyzer/check/input_file.h"
#include "analyzer/check/read_log.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fporder::check {

struct ShardUnit {
  std::string source; // one of Shard::sources
  CompileCommand command;
  std::string profile;   // of the configuration
  ContentHash setting{}; // of rules, configuration and models it is analysed with
};

struct ShardResult {
  std::uint64_t unit = 0; // index into Shard::units
  std::string crash;      // as in UnitOutcome
  bool leftOut = false;
  std::string record; // encodeUnit's; empty when it crashed or was left out
};

struct Shard {
  std::string version; // for messages
  std::string program; // programIdentity's: the same program reads what it wrote
  unsigned index = 1, count = 1;
  std::string workingDirectory;
  std::vector<std::string> commandLine;        // of the whole run: without --shard
  std::vector<PlannedSource> sources;          // of the whole run, in the order given
  std::vector<std::string> problems;           // of its compile commands
  bool faulty = false;                         // something is wrong with its configuration
  std::vector<ShardUnit> units;                // of the whole run
  std::vector<ShardResult> results;            // of this shard's units
  std::map<std::string, ContentHash> contents; // of the files that they were found in, by path
};

std::string encodeShard(const Shard &shard);
/// The shard, or what is wrong with the bytes: "is not a shard", "is a damaged shard".
std::variant<Shard, std::string> decodeShard(std::string_view bytes);

} // namespace fporder::check
