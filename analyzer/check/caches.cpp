#include "analyzer/check/caches.h"
#include "analyzer/check/messages.h"

#include "llvm/Support/raw_ostream.h"

namespace fporder::check {

std::string Caches::directoryFor(const findings::Config &config) const {
  if (!options.incremental.cacheDirectory.empty())
    return options.incremental.cacheDirectory;
  if (config.cache == "off")
    return "";
  return config.cache && config.cache != "on" ? *config.cache : userCacheDirectory();
}

FindingsCache *Caches::forConfig(const findings::Config &config) {
  // A measured finding carries graphs; a dump is not a finding.
  if (options.incremental.noCache || options.measure.enabled || options.dumpGraph || options.coverage)
    return nullptr;
  const std::string directory = directoryFor(config);
  if (directory.empty())
    return nullptr;
  std::unique_ptr<FindingsCache> &cache = caches[directory];
  if (!cache) {
    CacheSettings settings{directory, CacheSettings().capacity};
    if (options.incremental.cacheCapacity)
      settings.capacity = *options.incremental.cacheCapacity;
    cache = std::make_unique<FindingsCache>(std::move(settings));
  }
  return cache.get();
}

void Caches::finish() {
  for (auto &[directory, cache] : caches) {
    cache->trim();
    if (options.incremental.verbose)
      notice(cache->summary());
  }
  if (caches.empty() && options.incremental.verbose)
    notice("no cache");
}

} // namespace fporder::check
