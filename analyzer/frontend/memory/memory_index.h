// Which writes of a root's list a read need not look at.
//
// Each write begins a run: itself and those before it, down to but without `runEnd`. Runs are as long as in a skew-binary number (1, 3, 7, 15, ...),
// so that a write that a read looks for is found in a number of steps that grows with the logarithm of the list. A run depends on older writes only;
// branches share it. The summary of a run is a Bloom filter of the locations that it writes: when it says no, each of these writes is Disjoint from
// the location that is read, in the sense of Memory::relation and, for the writes of loops, of relationAcross. It may say yes for nothing.
//
// Locations are told apart by the steps from the root on that are plain: members that are in no union, and indices that are known numbers. A path is
// cut at its first other step, and after `mostSteps`; it then stands for all that begins alike.
#pragma once

#include "analyzer/frontend/memory/memory.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <deque>
#include <vector>

namespace fporder::frontend {

/// What the writes of one run may change.
struct RunSummary {
  bool anything = false;           // in the root
  std::vector<std::uint64_t> bits; // a power of two many
};

/// What the writes of one run of a list of stores through pointers may change: runs often store to a few locations again and again.
struct ReachedSummary {
  std::vector<const Write *> writes; // the newest for each location and kind
  bool many = false;                 // more than are remembered, or what is no store
};

class WriteIndex {
public:
  explicit WriteIndex(const Memory &memory) : memory(memory) {}

  /// The `runEnd` of a write whose `previous` is this; null for the end of the list.
  static const Write *runEndAfter(const Write *previous);
  /// The first write, from `write` on, that may concern `location`, which lies in the root of the list; null when none does.
  const Write *firstFor(const Write *write, LocationId location);
  /// Of a list of stores through pointers: the first, from `write` on, that may be one for which `lands` holds, or null. What `lands` says of a write
  /// depends on its kind and location alone, and holds for a newer one where it holds for an older.
  const Write *firstLanding(const Write *write, llvm::function_ref<bool(const Write *)> lands);

private:
  /// The plain steps that a location's path begins with.
  struct PathKey {
    std::uint64_t hash = 0;
    LocationId plain; // the location that these steps lead to; invalid: not looked at yet
    std::uint32_t steps = 0;
  };

  const PathKey &keyOf(LocationId location);
  PathKey makeKey(LocationId location);
  void noteKind(std::uint64_t parent, Location::Kind kind);
  LocationId queryFor(LocationId location);
  const RunSummary &summaryOf(const Write *write, RootId root);
  const ReachedSummary &reachedSummaryOf(const Write *write);
  bool addWrite(const Write &write, RootId root, std::vector<std::uint64_t> &hashes);
  bool addLocation(LocationId location, RootId root, std::vector<std::uint64_t> &hashes);
  bool mayConcern(const RunSummary &summary, LocationId query);

  const Memory &memory;
  std::vector<PathKey> keys; // by location
  std::deque<RunSummary> summaries;
  std::deque<ReachedSummary> reachedSummaries;
  llvm::DenseMap<std::uint64_t, Location::Kind> kinds; // by path: of the plain steps that follow it
  llvm::DenseSet<std::uint64_t> mixed;                 // paths that both members and indices follow, which may be the same memory
};

} // namespace fporder::frontend
