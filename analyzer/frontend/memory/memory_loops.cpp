// What loops leave in memory: the writes that each iteration repeats, and what they answer to reads within and behind the loop.
#include "analyzer/frontend/memory/memory_implementation.h"
#include "analyzer/frontend/memory/strides.h"
#include "runtime/limits/limits.h"
#include "runtime/order/traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <utility>

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

constexpr unsigned mostPassages =
    limits::most(limits::Limit::ElementPassages); // loops, one behind the other, through which the values of an element are followed

} // namespace

std::uint32_t Memory::writeCount() const { return static_cast<std::uint32_t>(implementation->writes.size()); }

std::optional<std::uint32_t> Memory::loopOf(std::uint32_t write) const {
  const Write &found = *implementation->writes[write - 1];
  const bool loops = found.kind == Write::Kind::LoopEntry || found.kind == Write::Kind::LoopExit;
  return loops ? std::optional(found.loop) : std::nullopt;
}

namespace {

/// One list of all the writes is kept, whose parts belong to a root each: loops in loops are entered often, and write much.
template <class Lands, class Append>
void appendByRoot(const Memory &memory, llvm::ArrayRef<LoopWrite> writes, std::vector<LoopWrite> &list, Lands landsElsewhere, Append append) {
  llvm::SmallVector<std::pair<std::uint32_t, std::uint32_t>, 32> order; // root and position
  list.reserve(2 * writes.size());
  // `anything` first: what a loop leaves in a root is newer.
  for (std::uint32_t position = 0; position < writes.size(); ++position) {
    const LoopWrite &write = writes[position];
    if (const RootId root = memory.rootId(write.location); root == anything) {
      list.push_back(write);
    } else {
      order.emplace_back(root.index, position);
      if (landsElsewhere(write.location))
        list.push_back({write.location, std::nullopt});
    }
  }
  llvm::sort(order);
  const std::size_t elsewhere = list.size();
  for (const auto &[root, position] : order)
    list.push_back(writes[position]);
  const llvm::ArrayRef<LoopWrite> all = list;
  if (elsewhere != 0)
    append(anything, all.take_front(elsewhere));
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && order[end].first == order[begin].first)
      ++end;
    append(RootId{order[begin].first}, all.slice(elsewhere + begin, end - begin));
  }
}

} // namespace

void Memory::enterLoop(Store &store, std::uint32_t loop, llvm::ArrayRef<LoopWrite> writes) {
  for (const LoopWrite &write : writes)
    log(write.location, format::Format::Unknown);
  const auto lands = [&](LocationId location) { return implementation->landsElsewhere(location); };
  appendByRoot(*this, writes, implementation->loopWrites.emplace_back(), lands, [&](RootId root, llvm::ArrayRef<LoopWrite> own) {
    Write &entry = implementation->append(store, root, Write::Kind::LoopEntry);
    entry.loop = loop;
    entry.loopWrites = own;
  });
}

void Memory::leaveLoop(Store &store, std::uint32_t loop, llvm::ArrayRef<LoopWrite> writes) {
  const auto lands = [&](LocationId location) { return implementation->landsElsewhere(location); };
  appendByRoot(*this, writes, implementation->loopWrites.emplace_back(), lands, [&](RootId root, llvm::ArrayRef<LoopWrite> own) {
    Write &exit = implementation->append(store, root, Write::Kind::LoopExit);
    exit.loop = loop;
    exit.loopWrites = own;
  });
}

/// True when a location is named by the induction variables of `loops`.
bool Memory::Implementation::varies(LocationId location, llvm::ArrayRef<std::uint32_t> loops) const {
  for (LocationId step = location; memory[step].kind != Location::Kind::Root; step = memory[step].parent)
    if (memory[step].kind == Location::Kind::Index && dependsOnAny(memory.graph, memory[step].index, loops))
      return true;
  return false;
}

/// True when `location` is, or is part of, what only this iteration of `loop` writes by the name that `write`, on entry, has for it.
bool Memory::Implementation::isOwnElement(const LoopWrite &write, LocationId location, std::uint32_t loop) const {
  const Relation now = memory.relation(location, write.location);
  if (now != Relation::Same && now != Relation::Inside)
    return false;
  if (!write.forEach.empty())
    return true;
  for (LocationId step = write.location; memory[step].kind != Location::Kind::Root; step = memory[step].parent)
    if (memory[step].kind == Location::Kind::Index && order::dependsOnLoop(memory.graph, memory[step].index, loop) &&
        isInjective(memory.graph, memory[step].index, loop))
      return true;
  return false;
}

/// Whether a write to `written`, in any iterations of `loops`, may have changed `location` as named in this one.
Relation Memory::Implementation::acrossIterations(LocationId written, LocationId location, llvm::ArrayRef<std::uint32_t> loops) const {
  const Relation now = memory.relation(location, written);
  if ((now != Relation::Disjoint && now != Relation::MayOverlap) || !varies(written, loops) || !(memory.rootId(written) == memory.rootId(location)))
    return now;
  llvm::SmallVector<LocationId, 8> steps, others;
  path(written, steps);
  path(location, others);
  // Different members stay apart; different indices of this iteration may be the same in another.
  for (std::size_t i = 0; i < std::min(steps.size(), others.size()); ++i) {
    const Location &a = memory[steps[i]], &b = memory[others[i]];
    if (a.kind != b.kind)
      return now; // what a model keeps beside the elements
    if (a.kind == Location::Kind::Member && (a.name != b.name || a.bytes != b.bytes))
      return a.overlaps ? Relation::MayOverlap : Relation::Disjoint;
    if (a.kind != Location::Kind::Index || memory[a.parent].bytes)
      continue;
    if (memory.staysClear(a.index, b.index) || memory.staysClear(b.index, a.index) || neverMeet(memory, a.index, b.index, loops))
      return Relation::Disjoint;
  }
  return Relation::MayOverlap;
}

Relation Memory::relationAcross(LocationId written, LocationId location, llvm::ArrayRef<std::uint32_t> loops) const {
  return implementation->acrossIterations(written, location, loops);
}

std::optional<Value> Memory::Implementation::readLoopEntry(const Write *entry, LocationId location, ReadType type, bool &disjoint) {
  for (const LoopWrite &write : entry->loopWrites) {
    if (write.value && write.location == location)
      return fits(*write.value, type);
    if (const auto value = write.value ? laneIn(write.location, *write.value, location, type) : std::nullopt)
      return value;
    const llvm::ArrayRef<std::uint32_t> loops =
        write.forEach.empty() ? llvm::ArrayRef<std::uint32_t>(entry->loop) : llvm::ArrayRef<std::uint32_t>(write.forEach);
    if (!isOwnElement(write, location, entry->loop) && acrossIterations(write.location, location, loops) != Relation::Disjoint)
      return std::nullopt;
  }
  disjoint = true;
  return std::nullopt;
}

/// Through how many loops the elements went, one after the other, that `node` is made from.
unsigned Memory::Implementation::passagesUnder(NodeId node) const {
  unsigned most = 0;
  for (const NodeId each : order::reachable(memory.graph, node, [&](NodeId below) { return passages.contains(below.index); }))
    most = std::max(most, passages.lookup(each.index));
  return most;
}

/// The value of `location`, an element that `write` filled among others, in a snapshot behind the loops.
std::optional<Value> Memory::Implementation::readElement(const LoopWrite &write, LocationId location, ReadType type) {
  if (!write.value->isNumber())
    return std::nullopt;
  if (write.location == location) // named by the loops' own indices
    return fits(*write.value, type);
  llvm::SmallVector<LocationId, 8> steps, others;
  path(write.location, steps);
  path(location, others);
  if (steps.size() != others.size() || !(memory.rootId(write.location) == memory.rootId(location)))
    return std::nullopt;
  IndexValues indices;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Location a = memory[steps[i]], b = memory[others[i]];
    if (a.kind != b.kind || (a.kind == Location::Kind::Member && (a.name != b.name || a.bytes != b.bytes)))
      return std::nullopt;
    if (a.kind == Location::Kind::Index && !memory.matchIndex(a.index, b.index, write.forEach, indices))
      return std::nullopt;
  }
  if (indices.size() != write.forEach.size())
    return std::nullopt;
  // Each loop has the whole expression of the one before it over its own index.
  const unsigned before = passagesUnder(write.value->node);
  if (before >= mostPassages) {
    if (memory.carried)
      memory.carried(write.value->node, {});
    return std::nullopt;
  }
  const NodeId value = substituteIndices(memory.graph, write.value->node, indices);
  if (value && value != write.value->node && !memory.graph.operands(value).empty())
    passages.try_emplace(value.index, before + 1);
  if (value && value != write.value->node && memory.carried)
    memory.carried(write.value->node, value);
  return value ? fits(Value::number(value), type) : std::nullopt;
}

std::optional<Value> Memory::Implementation::readLoopExit(const Write *exit, LocationId location, ReadType type, bool &disjoint) {
  const LoopWrite *found = nullptr;
  unsigned overlapping = 0;
  for (const LoopWrite &write : exit->loopWrites) {
    const bool once = write.forEach.empty();
    if (write.value && once && write.location == location)
      return fits(*write.value, type);
    if (const auto value = write.value && once ? laneIn(write.location, *write.value, location, type) : std::nullopt)
      return value;
    const llvm::ArrayRef<std::uint32_t> loops = once ? llvm::ArrayRef<std::uint32_t>(exit->loop) : llvm::ArrayRef<std::uint32_t>(write.forEach);
    if (acrossIterations(write.location, location, loops) == Relation::Disjoint)
      continue;
    ++overlapping;
    if (write.value && !once)
      found = &write;
  }
  disjoint = overlapping == 0;
  return overlapping == 1 && found ? readElement(*found, location, type) : std::nullopt;
}

} // namespace fporder::frontend
