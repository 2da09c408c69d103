// Which findings cache each configuration uses in a run.
//
// The command line and the environment may name any directory, and what is in it is trusted. A file (.fporder, --config-file) comes with a tree that
// others may have written: a directory that it names must lie in the file's own, and what is in it counts only when this user's runs have put it
// there.
#pragma once

#include "analyzer/check/findings_cache.h"
#include "analyzer/check/options.h"

#include <map>
#include <memory>
#include <set>
#include <string>

namespace fporder::check {

class Caches {
public:
  Caches(const Options &given, std::shared_ptr<Projects> knownProjects) : options(given), projects(std::move(knownProjects)) {}

  /// Null when nothing is to be kept: --no-cache, "cache: off", no home directory, or a run whose results no cache holds.
  FindingsCache *forConfig(const findings::Config &config);
  /// At the end of the run: keeps to the size, and tells with --verbose, or when a cache could not be used.
  void finish();

private:
  CachePlace placeFor(const findings::Config &config);

  const Options &options;
  std::shared_ptr<Projects> projects;
  std::map<CachePlace, std::unique_ptr<FindingsCache>> caches;
  std::set<std::string> outside; // directories of caches that a configuration may not name
};

} // namespace fporder::check
