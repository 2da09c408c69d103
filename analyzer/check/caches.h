// Which findings cache each configuration uses in a run.
#pragma once

#include "analyzer/check/findings_cache.h"
#include "analyzer/check/options.h"

#include <map>
#include <memory>
#include <string>

namespace fporder::check {

class Caches {
public:
  explicit Caches(const Options &given) : options(given) {}

  /// Null when nothing is to be kept: --no-cache, "cache: off", no home directory, or a run whose results no cache holds.
  FindingsCache *forConfig(const findings::Config &config);
  /// At the end of the run: keeps to the size, and tells with --verbose.
  void finish();

private:
  std::string directoryFor(const findings::Config &config) const;

  const Options &options;
  std::map<std::string, std::unique_ptr<FindingsCache>> caches; // by directory
};

} // namespace fporder::check
