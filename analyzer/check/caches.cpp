#include "analyzer/check/caches.h"

#include "analyzer/check/messages.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fporder::check {
namespace {

namespace path = llvm::sys::path;

/// Absolute, without "." and "..": as spelled, links not followed. `given` itself where there is no working directory.
std::string spelledOut(const std::string &given) {
  llvm::SmallString<256> full(given);
  if (llvm::sys::fs::make_absolute(full))
    return given;
  path::remove_dots(full, /*remove_dot_dot=*/true);
  return full.str().str();
}

/// Absolute; ".." after a link leads where the link does.
std::string madeAbsolute(const std::string &given) {
  llvm::SmallString<256> full(given);
  return llvm::sys::fs::make_absolute(full) ? given : full.str().str();
}

} // namespace

/// An empty directory: none.
CachePlace Caches::placeFor(const findings::Config &config) {
  if (!options.incremental.cacheDirectory.empty())
    return {madeAbsolute(options.incremental.cacheDirectory), ""};
  if (config.cache == "off")
    return {};
  if (!config.cache || config.cache == "on") {
    const std::string directory = userCacheDirectory();
    return {directory.empty() ? directory : madeAbsolute(directory), ""};
  }
  if (config.cacheWithin.empty())
    return {madeAbsolute(*config.cache), ""};
  CachePlace place{spelledOut(*config.cache), spelledOut(config.cacheWithin)};
  if (llvm::StringRef(place.directory).starts_with(place.within == "/" ? "/" : place.within + "/"))
    return place;
  if (outside.insert(place.directory).second)
    notice("cache " + place.directory + ": lies outside of " + place.within +
           ", whose configuration names it; nothing is kept (--cache-dir and FPORDER_CACHE_DIR may name any directory)");
  return {};
}

FindingsCache *Caches::forConfig(const findings::Config &config) {
  // A measured finding carries graphs; a dump is not a finding.
  if (options.incremental.noCache || options.measure.enabled || options.dumpGraph)
    return nullptr;
  CachePlace place = placeFor(config);
  if (place.directory.empty())
    return nullptr;
  std::unique_ptr<FindingsCache> &cache = caches[place];
  if (!cache) {
    CacheSettings settings{std::move(place), CacheSettings().capacity, projects};
    if (options.incremental.cacheCapacity)
      settings.capacity = *options.incremental.cacheCapacity;
    cache = std::make_unique<FindingsCache>(std::move(settings));
  }
  return cache.get();
}

void Caches::finish() {
  for (auto &[place, cache] : caches) {
    cache->trim();
    if (const std::string problem = cache->problem(); !problem.empty())
      notice(problem);
    if (options.incremental.verbose)
      notice(cache->summary());
  }
  if (caches.empty() && options.incremental.verbose)
    notice("no cache");
}

} // namespace fporder::check
