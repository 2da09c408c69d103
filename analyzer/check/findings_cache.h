// The findings cache: what was found in a translation unit is kept, with findings or without, until something changes that it was found from.
//
// An entry's key says with what a unit was analysed: the program itself, the compile command, the rules and the configuration. Which files it was
// found from, and what they contained, stands in the entry. A hit gives what a new analysis would give, to the byte.
//
// Several processes may use one directory: of two that write one entry the last wins. Damaged entries are as good as none. Nothing here makes a run
// fail: a directory that cannot be used (see cache_directory.h) is a cache that remembers nothing.
#pragma once

#include "analyzer/check/cache_directory.h"
#include "analyzer/check/cache_entry.h"
#include "analyzer/check/file_states.h"
#include "analyzer/check/unit_result.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace fporder::check {

struct CacheSettings {
  CachePlace place;
  std::uint64_t capacity = std::uint64_t(256) << 20; // bytes, of all entries; the least recently used ones go
  std::shared_ptr<Projects> projects = nullptr;      // where headers are looked up
};

/// $FPORDER_CACHE_DIR, else findings in userDirectory(); empty when there is no home.
std::string userCacheDirectory();

/// Identity of the running program: the build ids of all that is loaded; of a program without, its size and time.
const std::string &programIdentity();

class FindingsCache {
public:
  explicit FindingsCache(CacheSettings settings);

  /// What was found for `key` (any text) when all files were as they are now. For one thread.
  std::optional<UnitResult> find(const std::string &key);
  /// Keeps what was found from `reads`. Safe to call from several threads.
  void store(const std::string &key, const UnitResult &result, FileReads reads);
  /// Counts a result that must not be kept. Safe to call from several threads.
  void leaveOut() { ++statistics.leftOut; }
  /// Removes what is too much, as far as this run has added to it.
  void trim();

  struct Statistics {
    unsigned hits = 0, misses = 0, damaged = 0;
    std::atomic<unsigned> unwritten = 0, leftOut = 0;
  };
  /// "cache DIRECTORY: 3 of 4 units, 1 damaged entry ignored".
  std::string summary() const;
  /// Why nothing is kept, in a line; empty while nothing is wrong.
  std::string problem();

private:
  std::optional<CacheEntry> read(const std::string &name, bool &damaged);
  bool write(const std::string &name, const CacheEntry &entry);

  const CacheSettings settings;
  CacheDirectory directory;
  std::string secret, trouble; // of a cache that others may have filled: what its entries are signed with, or why that cannot be
  FileStates states;
  Statistics statistics;
  std::mutex mutex;
  std::set<char> written; // first characters of names: see trim
};

} // namespace fporder::check
