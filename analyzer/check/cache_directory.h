// Where a cache's entries lie: a directory with our CACHEDIR.TAG, entries by the first digit of their names in subdirectories "0" to "f".
//
// What is there may have been put there by others. A directory that exists, is not empty and has no tag of ours is not used. Nothing is read, written
// or removed through a symbolic link below the directory, nor outside of it: everything goes by descriptors of directories that have been opened.
// Only regular files of this user's are touched (root's are read as well); only what has our names and begins as our entries do is removed.
//
// Nothing here makes a run fail; `problem` says why a directory is not used. Safe to use from several threads and several processes.
#pragma once

#include "analyzer/check/open_file.h"

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace fporder::check {

struct CachePlace {
  std::string directory; // absolute; made when needed, for its user alone
  /// Not empty: an absolute directory that `directory` has to lie in, and below which no symbolic link is followed. Others may have filled it:
  /// entries count only when they were written with the user's secret.
  std::string within;
  auto operator<=>(const CachePlace &) const = default;
};

class CacheDirectory {
public:
  explicit CacheDirectory(CachePlace place);

  /// Names are hashes: `nameSize` hexadecimal digits.
  static constexpr std::size_t nameSize = 32;
  std::optional<std::string> read(const std::string &name);
  /// Aside, then renamed: the entry is there as a whole or as it was.
  bool write(const std::string &name, std::string_view bytes);
  /// Writes down that the entry was used.
  void touch(const std::string &name);
  /// Removes the least recently used entries whose names begin with `shard` until they have less than `capacity` bytes, and what killed processes
  /// have left.
  void trim(char shard, std::uint64_t capacity);

  /// Why nothing is kept: "exists, is not empty and has no CACHEDIR.TAG of fporder-check". Empty: nothing is wrong, so far.
  std::string problem();

private:
  enum class Missing { Leave, Make };
  /// The subdirectory's descriptor, -1 without.
  int shardOf(char shard, Missing missing);
  bool openRoot(Missing missing);
  OpenFile openAnywhere(Missing missing) const;
  OpenFile openWithin(Missing missing) const;
  bool adopt(Missing missing);

  const CachePlace place;
  std::mutex mutex;
  OpenFile root;
  std::array<OpenFile, 16> shards;
  std::string trouble;
};

} // namespace fporder::check
