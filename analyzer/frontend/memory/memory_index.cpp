// Summaries of runs of writes, and how reads pass over them.
#include "analyzer/frontend/memory/memory_index.h"

#include "analyzer/frontend/memory/memory_implementation.h"
#include "runtime/limits/limits.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace fporder::frontend {
namespace {

constexpr std::uint32_t shortestRun = 15;                                    // writes; shorter runs are walked
constexpr std::uint32_t mostSteps = limits::most(limits::Limit::PathSteps);  // of a path
constexpr std::size_t mostReached = limits::most(limits::Limit::RunTargets); // locations remembered of a run of stores through pointers
constexpr std::size_t hashesPerWord = 4; // 16 bits a hash: a filter that says no with more than 99 % of what it does not hold

// Salts: a hash stands for a path that is written, or for one below which something is.
constexpr std::uint64_t writtenHere = 0x9E3779B97F4A7C15, writtenBelow = 0xC2B2AE3D27D4EB4F;

std::uint64_t mixed64(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
  return value ^ (value >> 31);
}

/// Of a path and one more step. No more than 63 bits: LLVM's tables keep the largest numbers for themselves.
std::uint64_t stepHash(std::uint64_t parent, std::uint64_t step) { return mixed64(parent * 0x9E3779B97F4A7C15 + step + 1) >> 1; }

/// Three bits of one word.
std::uint64_t maskOf(std::uint64_t hash) { return 1ULL << (hash & 63) | 1ULL << (hash >> 6 & 63) | 1ULL << (hash >> 12 & 63); }

std::uint64_t &wordOf(std::vector<std::uint64_t> &bits, std::uint64_t hash) { return bits[(hash >> 32) & (bits.size() - 1)]; }

bool holds(const std::vector<std::uint64_t> &bits, std::uint64_t hash) {
  const std::uint64_t mask = maskOf(hash);
  return (bits[(hash >> 32) & (bits.size() - 1)] & mask) == mask;
}

std::uint32_t depthOf(const Write *write) { return write ? write->depth : 0; }

std::uint32_t runLength(const Write *write) { return write ? write->depth - depthOf(write->runEnd) : 0; }

} // namespace

const Write *WriteIndex::runEndAfter(const Write *previous) {
  // Two runs of one length and this write are the next longer run.
  if (previous && runLength(previous) == runLength(previous->runEnd))
    return previous->runEnd->runEnd;
  return previous;
}

WriteIndex::PathKey WriteIndex::makeKey(LocationId location) {
  const Location at = memory[location];
  if (at.kind == Location::Kind::Root)
    return {stepHash(0, at.root.index), location, 0};
  const PathKey above = keys[at.parent.index];
  if (above.plain != at.parent || above.steps == mostSteps)
    return above;
  if (at.kind == Location::Kind::Member) {
    if (at.overlaps)
      return above;
    if (!at.beside)
      noteKind(above.hash, at.kind);
    return {stepHash(above.hash, std::uint64_t{at.name} << 1 | 1), location, above.steps + 1};
  }
  const OffsetForm form = offsetForm(memory.graph, at.index);
  if (form.base)
    return above;
  noteKind(above.hash, at.kind);
  return {stepHash(above.hash, static_cast<std::uint64_t>(form.offset) << 1), location, above.steps + 1};
}

void WriteIndex::noteKind(std::uint64_t parent, Location::Kind kind) {
  if (kinds.try_emplace(parent, kind).first->second != kind)
    mixed.insert(parent);
}

const WriteIndex::PathKey &WriteIndex::keyOf(LocationId location) {
  if (location.index >= keys.size())
    keys.resize(location.index + 1); // a location is younger than those it lies in
  llvm::SmallVector<LocationId, 16> pending;
  for (LocationId step = location; !keys[step.index].plain; step = memory[step].parent) {
    pending.push_back(step);
    if (memory[step].kind == Location::Kind::Root)
      break;
  }
  for (; !pending.empty(); pending.pop_back())
    keys[pending.back().index] = makeKey(pending.back());
  return keys[location.index];
}

/// The location whose path is looked for: all that `location` may be the same memory as begins with it or is a beginning of it.
LocationId WriteIndex::queryFor(LocationId location) {
  LocationId query = keyOf(location).plain;
  if (mixed.empty())
    return query;
  for (LocationId step = query;; step = memory[step].parent) {
    if (mixed.contains(keys[step.index].hash))
      query = step;
    if (memory[step].kind == Location::Kind::Root)
      return query;
  }
}

/// False when the location may be any in the root.
bool WriteIndex::addLocation(LocationId location, RootId root, std::vector<std::uint64_t> &hashes) {
  if (!(memory.rootId(location) == root))
    return false;
  LocationId step = keyOf(location).plain;
  hashes.push_back(mixed64(keys[step.index].hash ^ writtenHere));
  while (memory[step].kind != Location::Kind::Root) {
    step = memory[step].parent;
    hashes.push_back(mixed64(keys[step.index].hash ^ writtenBelow));
  }
  return true;
}

/// False when the write may concern any location in the root.
bool WriteIndex::addWrite(const Write &write, RootId root, std::vector<std::uint64_t> &hashes) {
  switch (write.kind) {
  case Write::Kind::Assign:
  case Write::Kind::Copy:
  case Write::Kind::Forget:
  case Write::Kind::Kept:
    return addLocation(write.location, root, hashes);
  case Write::Kind::Everything:
    return false;
  case Write::Kind::Choice:
    return write.touched && std::all_of(write.touched->begin(), write.touched->end(), [&](LocationId at) { return addLocation(at, root, hashes); });
  case Write::Kind::LoopEntry:
  case Write::Kind::LoopExit:
    // Other iterations write elsewhere, unless nothing in the location's name can vary.
    return std::all_of(write.loopWrites.begin(), write.loopWrites.end(), [&](const LoopWrite &inner) {
      return keyOf(inner.location).plain == inner.location && addLocation(inner.location, root, hashes);
    });
  }
  return false;
}

const RunSummary &WriteIndex::summaryOf(const Write *write, RootId root) {
  if (write->summary)
    return *write->summary;
  RunSummary &summary = summaries.emplace_back();
  write->summary = &summary;
  std::vector<std::uint64_t> hashes;
  for (const Write *each = write; each != write->runEnd && !summary.anything; each = each->previous)
    summary.anything = !addWrite(*each, root, hashes);
  if (summary.anything)
    return summary;
  summary.bits.assign(llvm::PowerOf2Ceil(hashes.size() / hashesPerWord + 1), 0);
  for (const std::uint64_t hash : hashes)
    wordOf(summary.bits, hash) |= maskOf(hash);
  return summary;
}

bool WriteIndex::mayConcern(const RunSummary &summary, LocationId query) {
  if (summary.anything || holds(summary.bits, mixed64(keys[query.index].hash ^ writtenBelow)))
    return true;
  for (LocationId step = query;; step = memory[step].parent) {
    if (holds(summary.bits, mixed64(keys[step.index].hash ^ writtenHere)))
      return true;
    if (memory[step].kind == Location::Kind::Root)
      return false;
  }
}

const Write *WriteIndex::firstFor(const Write *write, LocationId location) {
  while (runLength(write) >= shortestRun) {
    // The summary first: it may meet the first index beside a member.
    const RunSummary &summary = summaryOf(write, memory.rootId(location));
    if (mayConcern(summary, queryFor(location)))
      break;
    write = write->runEnd;
  }
  return write;
}

const ReachedSummary &WriteIndex::reachedSummaryOf(const Write *write) {
  if (write->reachedSummary)
    return *write->reachedSummary;
  ReachedSummary &summary = reachedSummaries.emplace_back();
  write->reachedSummary = &summary;
  for (const Write *each = write; each != write->runEnd && !summary.many; each = each->previous) {
    // Of writes to all that pointers reach the newest concerns whatever an older one does.
    const auto isSame = [&](const Write *other) {
      return other->location == each->location && other->kind == each->kind && other->forgetsEscaped == each->forgetsEscaped;
    };
    summary.many = each->kind != Write::Kind::Forget && each->kind != Write::Kind::Kept;
    if (!summary.many && std::ranges::none_of(summary.writes, isSame))
      summary.writes.push_back(each);
    summary.many = summary.many || summary.writes.size() > mostReached;
  }
  return summary;
}

const Write *WriteIndex::firstLanding(const Write *write, llvm::function_ref<bool(const Write *)> lands) {
  while (runLength(write) >= shortestRun) {
    const ReachedSummary &summary = reachedSummaryOf(write);
    if (summary.many || std::ranges::any_of(summary.writes, lands))
      break;
    write = write->runEnd;
  }
  return write;
}

} // namespace fporder::frontend
