// Modules and the areas in which threads count: known from their first record on, summed when a report is asked for, kept when a thread or a module
// ends.
#include "runtime/shadow/program/process.h"
#include "runtime/shadow/program/recording.h"
#include "runtime/shadow/program/trees.h"

#include <fporder/shadow/report.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>
#include <vector>

namespace fporder::program {

using namespace shadowing;

namespace {

struct Module {
  const ModuleDescription *description; // null once the module has been unloaded
  std::vector<SiteDescription> sites;   // their texts may have been unloaded
  std::vector<SiteId> ids;
  std::vector<std::uint64_t> counts;                              // of threads that ended, by site
  std::vector<double> restarts;                                   // the same
  std::vector<Area *> areas;                                      // of running threads
  std::vector<std::atomic<const std::vector<ChunkTree> *>> trees; // by chunk, from its first record on; never destroyed
};

struct Areas {
  std::mutex mutex;
  std::vector<Module *> modules; // never destroyed: threads outlive main
  static Areas &instance() {
    static Areas *const areas = new Areas;
    return *areas;
  }
};

constexpr double limitOfRestarts = 0x1p60;

std::uint64_t executionsOf(const ChunkState &chunk) { return chunk.next - chunk.left; }

void sum(const Module &module, const Area &area, std::vector<std::uint64_t> &counts, std::vector<double> &restarts) {
  for (std::uint32_t index = 0; index < module.description->chunkCount; ++index) {
    const ChunkDescription &chunk = module.description->chunks[index];
    for (std::uint32_t site = 0; site < chunk.siteCount; ++site) {
      const std::uint32_t id = chunk.firstSite + site;
      counts[id] += executionsOf(area.slots[chunk.slot].chunk);
      if (module.sites[id].action == Action::Restart)
        restarts[id] += area.slots[chunk.slot + 1 + site].site.restarts;
    }
  }
}

/// Registry's `setUnregistered`: what the areas hold.
void addAreas(Counters &counters) {
  Areas &areas = Areas::instance();
  const std::lock_guard lock(areas.mutex);
  for (const Module *const module : areas.modules) {
    std::vector<std::uint64_t> counts = module->counts;
    std::vector<double> restarts = module->restarts;
    for (const Area *const area : module->areas)
      sum(*module, *area, counts, restarts);
    for (std::size_t site = 0; site < counts.size(); ++site) {
      const SiteDescription &description = module->sites[site];
      if (description.action == Action::Restart) {
        if (restarts[site] > 0)
          counters.restarts[module->ids[site]] += static_cast<std::uint64_t>(restarts[site]);
        continue;
      }
      if (counts[site] == 0 || description.action == Action::Output)
        continue;
      counters.at(module->ids[site]).count += counts[site];
    }
  }
  counters.isSampled = true;
}

/// Keeps a thread's counts when it ends.
struct ThreadAreas {
  std::vector<std::pair<Module *, Area *>> known;
  ThreadAreas() = default;
  ThreadAreas(const ThreadAreas &) = delete;
  ~ThreadAreas() {
    const std::lock_guard lock(Areas::instance().mutex);
    for (const auto &[module, area] : known) {
      const auto found = std::find(module->areas.begin(), module->areas.end(), area);
      if (found == module->areas.end())
        continue; // the module has been unloaded
      sum(*module, *area, module->counts, module->restarts);
      module->areas.erase(found);
    }
    known.clear();
  }
};
thread_local ThreadAreas threadAreas;
constinit thread_local bool isRecording = false;

Module &moduleOf(ModuleDescription &description) {
  auto *known = static_cast<Module *>(__atomic_load_n(&description.state, __ATOMIC_ACQUIRE));
  if (known != nullptr)
    return *known;
  Registry &registry = Registry::instance();
  registry.setUnregistered(addAreas);
  std::vector<SiteId> ids;
  for (std::uint32_t index = 0; index < description.siteCount; ++index) {
    const SiteDescription &site = description.sites[index];
    ids.push_back(registry.intern({site.file, site.line, site.column, site.operation, static_cast<Format>(site.format)}));
  }
  Areas &areas = Areas::instance();
  const std::lock_guard lock(areas.mutex);
  if (description.state == nullptr) {
    auto *const module = new Module{&description,
                                    {description.sites, description.sites + description.siteCount},
                                    std::move(ids),
                                    std::vector<std::uint64_t>(description.siteCount),
                                    std::vector<double>(description.siteCount),
                                    {},
                                    std::vector<std::atomic<const std::vector<ChunkTree> *>>(description.chunkCount)};
    areas.modules.push_back(module);
    __atomic_store_n(&description.state, module, __ATOMIC_RELEASE);
  }
  return *static_cast<Module *>(description.state);
}

void enter(Module &module, Area &area) {
  threadAreas.known.emplace_back(&module, &area);
  Areas &areas = Areas::instance();
  const std::lock_guard lock(areas.mutex);
  module.areas.push_back(&area);
  area.state = &module;
}

void recordSite(const Record &record, const Record *chunk, SiteState &state, Shard &shard) {
  switch (record.site.action) {
  case Action::Compare:
  case Action::ToInteger:
    recordDecision(record, shard.counters.at(record.id));
    break;
  case Action::Output:
    recordOutput(record, shard.counters);
    break;
  case Action::Restart:
    state.limit = limitOfRestarts;
    break;
  default:
    recordOperation(record, state, shard.counters.at(record.id));
    if (record.isSampled)
      offerOrders(record, chunk, shard);
  }
}

const std::vector<ChunkTree> &treesOfChunk(Module &module, std::uint32_t index, const Entry *entries) {
  std::atomic<const std::vector<ChunkTree> *> &known = module.trees[index];
  const std::vector<ChunkTree> *trees = known.load(std::memory_order_acquire);
  if (trees == nullptr) {
    const ChunkDescription &chunk = module.description->chunks[index];
    auto *const own = new std::vector<ChunkTree>(program::treesOf({module.description->sites + chunk.firstSite, chunk.siteCount},
                                                                  {module.ids.data() + chunk.firstSite, chunk.siteCount}, entries));
    if (known.compare_exchange_strong(trees, own, std::memory_order_acq_rel))
      trees = own;
    else
      delete own;
  }
  return *trees;
}

/// A sampled execution, or one whose result is further off than any so far.
void recordTrees(Module &module, std::uint32_t index, const Entry *entries, bool isSampled, Counters &counters) {
  const SiteDescription *const sites = module.description->sites + module.description->chunks[index].firstSite;
  for (const ChunkTree &tree : treesOfChunk(module, index, entries)) {
    double severity = severityOf(sites[tree.root], entries[tree.root]);
    double largest;
    __atomic_load(&tree.largest, &largest, __ATOMIC_RELAXED); // a race loses a case at most
    const bool isWorst = severity > largest;
    if (!isSampled && !isWorst)
      continue;
    if (isWorst)
      __atomic_store(&tree.largest, &severity, __ATOMIC_RELAXED);
    const TreeSample::Leaves leaves = leavesOf(tree, entries);
    if (std::all_of(leaves.begin(), leaves.end(), [](double leaf) { return std::isfinite(leaf); }))
      counters.trees[tree.tree].offer(leaves, severity, isSampled);
  }
}

/// Results of a chunk's operations that have restarted are operands of later ones.
class Restarted {
public:
  void settleOperands(const SiteDescription &site, const Entry *entries, Entry &entry) const {
    for (unsigned operand = 0; operand < site.operandCount; ++operand)
      if (const int made = site.origin[operand]; made >= 0 && (sites >> made & 1) != 0)
        entry.operand[operand] = {0, entries[made].shadow.bound};
  }
  void settleResult(const Record &record, std::uint32_t site, Entry &entry) {
    const bool isOperation = record.site.action <= Action::Conversion;
    if (!isOperation || !restarts(entry))
      return;
    entry.shadow.bound = restartBound(record);
    sites |= std::uint64_t{1} << site;
  }

private:
  std::uint64_t sites = 0; // a bit each; a chunk has 32 at most
};

void recordChunk(Module &module, Area &area, std::uint32_t index, Entry *entries) {
  const ChunkDescription &chunk = module.description->chunks[index];
  ChunkState &state = area.slots[chunk.slot].chunk;
  const std::uint64_t before = executionsOf(state) - 1, distance = 1 + before / 64;
  const bool isSampled = state.left > std::numeric_limits<std::uint64_t>::max() / 2; // counted past 0
  if (isSampled)
    state = {distance - 1, before + distance};
  Shard &shard = Registry::shard();
  const std::lock_guard lock(shard.lock);
  const auto recordOf = [&](std::uint32_t site) -> Record {
    return {module.description->sites[chunk.firstSite + site], entries[site], module.ids[chunk.firstSite + site], isSampled,
            static_cast<double>(distance)};
  };
  std::vector<Record> sampled;
  for (std::uint32_t site = 0; site < chunk.siteCount && isSampled; ++site)
    sampled.push_back(recordOf(site));
  Restarted restarted;
  for (std::uint32_t site = 0; site < chunk.siteCount; ++site) {
    const Record record = recordOf(site);
    restarted.settleOperands(record.site, entries, entries[site]);
    restarted.settleResult(record, site, entries[site]);
    recordSite(record, sampled.data(), area.slots[chunk.slot + 1 + site].site, shard);
  }
  recordTrees(module, index, entries, isSampled, shard.counters);
}

} // namespace

void holdAreas() { Areas::instance().mutex.lock(); }
void releaseAreas() { Areas::instance().mutex.unlock(); }

void forgetAreas() {
  for (Module *const module : Areas::instance().modules) {
    std::fill(module->counts.begin(), module->counts.end(), 0);
    std::fill(module->restarts.begin(), module->restarts.end(), 0);
    module->areas.clear();
  }
  for (const auto &[module, area] : threadAreas.known) {
    if (module->description == nullptr)
      continue; // unloaded
    std::memset(area->slots, 0, sizeof(Slot) * module->description->slotCount);
    module->areas.push_back(area);
  }
}

} // namespace fporder::program

using namespace fporder::program;

/// Arguments and results between functions with shadows.
extern "C" thread_local Transfer fporder_transfer;
thread_local Transfer fporder_transfer = {};
extern "C" thread_local WideTransfer fporder_wide_transfer;
thread_local WideTransfer fporder_wide_transfer = {};

/// Before a module's own constructors.
extern "C" void fporder_enter(const ModuleDescription *description) {
  if (description->version != abiVersion) {
    std::fputs("fporder: error: this program holds objects of another version of fporder-c++: compile all of them anew\n", stderr);
    std::_Exit(125);
  }
  static std::once_flag once;
  std::call_once(once, [] {
    choosePrecision();
    enlargeStack();
    reserveShadowMemory();
    reportOnCrash();
  });
}

/// A module is unloaded, or the program has ended.
extern "C" void fporder_leave(const ModuleDescription *description) {
  auto *const module = static_cast<Module *>(description->state);
  if (module == nullptr)
    return;
  const std::lock_guard lock(Areas::instance().mutex);
  for (const Area *const area : module->areas)
    sum(*module, *area, module->counts, module->restarts);
  module->areas.clear();
  module->description = nullptr;
}

extern "C" void fporder_record(ModuleDescription *description, Area *area, std::uint32_t chunk, Entry *entries) {
  if (isRecording) { // a signal handler's
    for (std::uint32_t site = 0; site < description->chunks[chunk].siteCount; ++site)
      entries[site].shadow.bound = std::numeric_limits<double>::infinity(); // asked for only where the error is not finite
    return;
  }
  isRecording = true;
  Module &module = moduleOf(*description);
  if (area->state == nullptr)
    enter(module, *area);
  recordChunk(module, *area, chunk, entries);
  isRecording = false;
}
