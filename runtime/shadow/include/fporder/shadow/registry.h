// The process's statistics: sites interned once, counters per thread, merged when a report is asked for.
//
// Each thread counts in a shard of its own under the shard's own lock, which only a report ever contends for. Shards of ended threads are taken over
// by new ones. The registry is never destroyed, so values that live longer than main, or threads that outlive it, find it whole.
#pragma once

#include <fporder/shadow/orderings.h>
#include <fporder/shadow/statistics.h>

#include <mpfr.h>

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fporder::shadowing {

struct Site {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::string operation;
  Format format = Format::Binary64;
  auto key() const { return std::tuple(std::string_view(file), line, column, std::string_view(operation), format); }
};

/// Everything counted, by thread or in sum. `sites` is indexed by SiteId; a null entry was not seen by the thread.
struct Counters {
  std::vector<std::unique_ptr<SiteStatistics>> sites;
  std::map<OrderSite, TripleSample> orders;
  std::map<std::string, OutputStatistics, std::less<>> outputs;

  SiteStatistics &at(SiteId id) {
    if (id >= sites.size())
      sites.resize(id + std::size_t{1});
    if (!sites[id])
      sites[id] = std::make_unique<SiteStatistics>();
    return *sites[id];
  }
  void add(const Counters &other) {
    for (SiteId id = 0; id < other.sites.size(); ++id)
      if (other.sites[id])
        at(id).add(*other.sites[id]);
    for (const auto &[site, sample] : other.orders)
      orders[site].add(sample);
    for (const auto &[name, output] : other.outputs)
      outputs[name].add(output);
  }
};

class Registry;

/// One thread's counters. Lock before touching.
class Shard {
public:
  std::mutex mutex;
  Counters counters;
  SiteId site(Registry &registry, const Place &place, const char *operation, Format format);

private:
  struct Key {
    const char *file, *operation;
    std::uint32_t line, column;
    Format format;
    bool operator==(const Key &) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key &key) const {
      const auto mix = [](std::uint64_t state, std::uint64_t next) { return (state ^ next) * 0x9e3779b97f4a7c15U; };
      std::uint64_t state = mix(0, reinterpret_cast<std::uintptr_t>(key.file));
      state = mix(state ^ state >> 32, reinterpret_cast<std::uintptr_t>(key.operation));
      state = mix(state ^ state >> 32, std::uint64_t{key.line} << 32 | key.column << 4 | static_cast<unsigned>(key.format));
      return state ^ state >> 32;
    }
  };
  std::unordered_map<Key, SiteId, Hash> known; // pointers as keys: one text may have several
};

/// Hands a thread's shard back when the thread ends, and MPFR's memory with it.
struct Retirement {
  bool armed = false;
  Retirement() = default;
  Retirement(const Retirement &) = delete;
  ~Retirement();
};
inline thread_local Retirement retirement;

class Registry {
public:
  static Registry &instance() {
    static Registry *const registry = new Registry; // never destroyed
    return *registry;
  }

  Shard &shard() {
    if (current == nullptr) {
      current = adopt();
      if (!ended)
        retirement.armed = true; // constructs the thread's guard; once that is gone a shard is simply kept
    }
    return *current;
  }

  SiteId intern(Site site) {
    const std::lock_guard lock(mutex);
    const auto [found, fresh] = ids.try_emplace({site.file, site.line, site.column, site.operation, site.format}, static_cast<SiteId>(sites.size()));
    if (fresh)
      sites.push_back(std::move(site));
    return found->second;
  }

  Counters collect(std::deque<Site> &sitesById) {
    const std::lock_guard lock(mutex);
    Counters sum;
    for (const auto &shard : shards) {
      const std::lock_guard shardLock(shard->mutex);
      sum.add(shard->counters);
    }
    sitesById = sites;
    return sum;
  }

  void reset() {
    const std::lock_guard lock(mutex);
    for (const auto &shard : shards) {
      const std::lock_guard shardLock(shard->mutex);
      shard->counters = {};
    }
  }

private:
  Shard *adopt() {
    const std::lock_guard lock(mutex);
    if (!idle.empty()) {
      Shard *const shard = idle.back();
      idle.pop_back();
      return shard;
    }
    return shards.emplace_back(std::make_unique<Shard>()).get();
  }
  void release(Shard *shard) {
    const std::lock_guard lock(mutex);
    idle.push_back(shard);
  }

  friend struct Retirement;
  static inline thread_local Shard *current = nullptr;
  static inline thread_local bool ended = false;

  std::mutex mutex;
  std::deque<Site> sites;
  std::map<std::tuple<std::string, std::uint32_t, std::uint32_t, std::string, Format>, SiteId> ids;
  std::vector<std::unique_ptr<Shard>> shards;
  std::vector<Shard *> idle;
};

inline Retirement::~Retirement() {
  if (Registry::current != nullptr)
    Registry::instance().release(Registry::current);
  Registry::current = nullptr;
  Registry::ended = true;
  mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); // MPFR keeps constants per thread, and frees them only when told
}

inline SiteId Shard::site(Registry &registry, const Place &place, const char *operation, Format format) {
  const Key key{place.file, operation, place.line, place.column, format};
  const auto found = known.find(key);
  if (found != known.end())
    return found->second;
  const SiteId id = registry.intern({place.file, place.line, place.column, operation, format});
  known.emplace(key, id);
  return id;
}

} // namespace fporder::shadowing
