// The process's statistics: sites interned once, counters per thread, merged when a report is asked for.
//
// Each thread counts in a shard of its own under the shard's own lock, which only a report ever contends for. What an operation needs is found in the
// shard's direct-mapped caches; the tables behind them are asked once for a place. Shards of ended threads are taken over by new ones. The registry
// is never destroyed, so values that live longer than main, or threads that outlive it, find it whole.
#pragma once

#include <fporder/shadow/orderings.h>
#include <fporder/shadow/owned_lock.h>
#include <fporder/shadow/statistics.h>
#include <fporder/shadow/trees.h>

#include <mpfr.h>

#include <array>
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
  std::map<Tree, TreeSample> trees; // of an instrumented program
  std::map<std::string, OutputStatistics, std::less<>> outputs;
  std::map<SiteId, std::uint64_t> restarts; // values that an instrumented program took from code without shadows
  /// Of an instrumented program: figures of errors are of a sample of the executions, sources of errors are not followed.
  bool isSampled = false;

  SiteStatistics &at(SiteId id) { return id < sites.size() && sites[id] ? *sites[id] : enter(id); }
  void add(const Counters &other) {
    for (SiteId id = 0; id < other.sites.size(); ++id)
      if (other.sites[id])
        at(id).add(*other.sites[id]);
    for (const auto &[site, sample] : other.orders)
      orders[site].add(sample);
    for (const auto &[tree, sample] : other.trees)
      trees[tree].add(sample);
    for (const auto &[name, output] : other.outputs)
      outputs[name].add(output);
    for (const auto &[site, count] : other.restarts)
      restarts[site] += count;
    isSampled = isSampled || other.isSampled;
  }

private:
  SiteStatistics &enter(SiteId id) {
    if (id >= sites.size())
      sites.resize(id + std::size_t{1});
    sites[id] = std::make_unique<SiteStatistics>();
    return *sites[id];
  }
};

/// One thread's counters. Lock before touching `counters`; `site` belongs to the thread alone.
class Shard {
public:
  OwnedLock lock;
  Counters counters;

  SiteId site(const Place &place, const char *operation, Format format) {
    const Key key{place.file, operation, place.line, place.column, format};
    KnownSite &entry = knownSites[hash(key) % knownSites.size()];
    if (entry.key != key)
      entry = {key, find(key)};
    return entry.id;
  }

  /// The sample of the operation `outer` of the kind and format, whose operand `side` was made at `inner` by an operation of kind `innerKind`.
  TripleSample &orders(SiteId inner, SiteId outer, unsigned side, Kind kind, Format format, Kind innerKind) {
    KnownOrder &entry = knownOrders[(inner * 0x9e3779b1U + outer * 2 + side) % knownOrders.size()];
    if (entry.sample == nullptr || entry.inner != inner || entry.outer != outer || entry.side != side)
      entry = {&counters.orders[{inner, outer, shapeOf(kind, format, innerKind, side)}], inner, outer, side};
    return *entry.sample;
  }

  void forget() {
    counters = {};
    knownOrders.fill({});
  }

private:
  struct Key {
    const char *file = nullptr, *operation = nullptr; // pointers as keys: one text may have several
    std::uint32_t line = 0, column = 0;
    Format format = Format::Binary64;
    bool operator==(const Key &) const = default;
  };
  struct KnownSite {
    Key key;
    SiteId id = 0;
  };
  struct KnownOrder {
    TripleSample *sample = nullptr;
    SiteId inner = 0, outer = 0;
    unsigned side = 0;
  };

  static std::size_t hash(const Key &key) {
    std::uint64_t state = reinterpret_cast<std::uintptr_t>(key.file) ^ reinterpret_cast<std::uintptr_t>(key.operation) << 20;
    state ^= std::uint64_t{key.line} << 32 ^ std::uint64_t{key.column} << 8 ^ static_cast<unsigned>(key.format);
    state *= 0x9e3779b97f4a7c15U;
    return state >> 40;
  }
  struct Hash {
    std::size_t operator()(const Key &key) const { return hash(key); }
  };
  SiteId find(const Key &key);

  std::array<KnownSite, 512> knownSites{};
  std::array<KnownOrder, 512> knownOrders{};
  std::unordered_map<Key, SiteId, Hash> allSites;
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
    static Registry *const registry = (OwnedLock::prepare(), new Registry); // never destroyed
    return *registry;
  }

  /// The calling thread's.
  static Shard &shard() { return current != nullptr ? *current : instance().adopt(); }

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
      const Visit visit(shard->lock);
      sum.add(shard->counters);
    }
    if (addUnregistered != nullptr)
      addUnregistered(sum);
    sitesById = sites;
    return sum;
  }

  /// What a program counts outside of shards is added by `function` when a report is asked for; it may not use the registry.
  void setUnregistered(void (*function)(Counters &)) {
    const std::lock_guard lock(mutex);
    addUnregistered = function;
  }

  void reset() {
    const std::lock_guard lock(mutex);
    for (const auto &shard : shards) {
      const Visit visit(shard->lock);
      shard->forget();
    }
  }

private:
  Shard &adopt() {
    const std::lock_guard lock(mutex);
    if (idle.empty()) {
      current = shards.emplace_back(std::make_unique<Shard>()).get();
    } else {
      current = idle.back();
      idle.pop_back();
    }
    if (!ended)
      retirement.armed = true; // constructs the thread's guard; once that is gone a shard is simply kept
    return *current;
  }
  void release(Shard *shard) {
    const std::lock_guard lock(mutex);
    idle.push_back(shard);
  }

  friend struct Retirement;
  static inline constinit thread_local Shard *current = nullptr;
  static inline constinit thread_local bool ended = false;

  std::mutex mutex;
  void (*addUnregistered)(Counters &) = nullptr;
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

inline SiteId Shard::find(const Key &key) {
  const auto found = allSites.find(key);
  if (found != allSites.end())
    return found->second;
  const SiteId id = Registry::instance().intern({key.file, key.line, key.column, key.operation, key.format});
  allSites.emplace(key, id);
  return id;
}

} // namespace fporder::shadowing
