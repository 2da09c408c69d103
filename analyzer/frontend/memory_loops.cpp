// What loops leave in memory: the writes that each iteration repeats, and what they answer to reads within and behind the loop.
#include "analyzer/frontend/memory_implementation.h"

#include <algorithm>
#include <map>
#include <utility>

namespace fporder::frontend {

using order::NodeId;
using order::Op;

/// True when different values of `loop`'s induction variable give different values of `node`: a linear form in it, not a product of two.
bool isInjective(const order::Graph &graph, NodeId node, std::uint32_t loop) {
  for (;;) {
    const order::Node stored = graph[node];
    if (stored.op == Op::LoopIndex)
      return stored.version == loop;
    if (stored.op == Op::Cast || stored.op == Op::Neg) {
      node = graph.operand(node, 0);
      continue;
    }
    if (stored.op != Op::Add && stored.op != Op::Sub && stored.op != Op::Mul)
      return false;
    const bool left = order::dependsOnLoop(graph, graph.operand(node, 0), loop), right = order::dependsOnLoop(graph, graph.operand(node, 1), loop);
    if (left == right)
      return false;
    node = graph.operand(node, left ? 0 : 1);
  }
}

std::uint32_t Memory::writeCount() const { return static_cast<std::uint32_t>(implementation->writes.size()); }

namespace {

template <class Lands, class Append> void appendByRoot(const Memory &memory, llvm::ArrayRef<LoopWrite> writes, Lands landsElsewhere, Append append) {
  std::map<std::uint32_t, std::vector<LoopWrite>> byRoot; // `anything` first: what a loop leaves in a root is newer
  for (const LoopWrite &write : writes) {
    byRoot[memory.rootId(write.location).index].push_back(write);
    if (!(memory.rootId(write.location) == anything) && landsElsewhere(write.location))
      byRoot[anything.index].push_back({write.location, std::nullopt, false});
  }
  for (auto &[root, list] : byRoot)
    append(RootId{root}, std::move(list));
}

} // namespace

void Memory::enterLoop(Store &store, std::uint32_t loop, llvm::ArrayRef<LoopWrite> writes) {
  const auto lands = [&](LocationId location) { return implementation->landsElsewhere(location); };
  appendByRoot(*this, writes, lands, [&](RootId root, std::vector<LoopWrite> list) {
    Write &entry = implementation->append(store, root, Write::Kind::LoopEntry);
    entry.loop = loop;
    entry.loopWrites = implementation->loopWrites.emplace_back(std::move(list));
  });
}

void Memory::leaveLoop(Store &store, std::uint32_t loop, llvm::ArrayRef<LoopWrite> writes) {
  const auto lands = [&](LocationId location) { return implementation->landsElsewhere(location); };
  appendByRoot(*this, writes, lands, [&](RootId root, std::vector<LoopWrite> list) {
    Write &exit = implementation->append(store, root, Write::Kind::LoopExit);
    exit.loop = loop;
    exit.loopWrites = implementation->loopWrites.emplace_back(std::move(list));
  });
}

/// Whether a write to `written` in an earlier iteration of `loop` may have changed `location` as named in this one.
Relation Memory::Implementation::acrossIterations(LocationId written, LocationId location, std::uint32_t loop) const {
  const Relation now = memory.relation(location, written);
  llvm::SmallVector<LocationId, 8> steps;
  path(written, steps);
  bool varies = false, injective = false;
  for (const LocationId step : steps)
    if (memory[step].kind == Location::Kind::Index && order::dependsOnLoop(memory.graph, memory[step].index, loop)) {
      varies = true;
      injective |= isInjective(memory.graph, memory[step].index, loop);
    }
  if (!varies)
    return now;
  if (now == Relation::Same && injective)
    return Relation::Disjoint;
  if (now == Relation::Disjoint) {
    // Different members stay apart; different indices of this iteration may be the same in another.
    llvm::SmallVector<LocationId, 8> others;
    path(location, others);
    for (std::size_t i = 0; i < std::min(steps.size(), others.size()); ++i) {
      if (memory[steps[i]].kind != memory[others[i]].kind)
        return Relation::Disjoint; // what a model keeps beside the elements
      if (memory[steps[i]].kind == Location::Kind::Member && memory[steps[i]].name != memory[others[i]].name && !memory[steps[i]].overlaps)
        return Relation::Disjoint;
    }
    if (!(memory.rootId(written) == memory.rootId(location)))
      return Relation::Disjoint;
    // The same step in every iteration: x[i + 1] is not x[i] of another iteration when i advances by 2 or more.
    const auto step = memory.loopSteps.find(loop);
    for (std::size_t i = 0; i < std::min(steps.size(), others.size()); ++i) {
      if (memory[steps[i]].kind != Location::Kind::Index || memory[others[i]].kind != Location::Kind::Index)
        continue;
      const OffsetForm x = offsetForm(memory.graph, memory[steps[i]].index), y = offsetForm(memory.graph, memory[others[i]].index);
      if (x.base == y.base && step != memory.loopSteps.end() && step->second != 0 && (x.offset - y.offset) % step->second != 0)
        return Relation::Disjoint;
    }
  }
  return Relation::MayOverlap;
}

std::optional<Value> Memory::Implementation::readLoopEntry(const Write *entry, LocationId location, ReadType type, bool &disjoint) {
  for (const LoopWrite &write : entry->loopWrites) {
    if (write.value && write.location == location)
      return fits(*write.value, type);
    if (const auto value = write.value ? laneIn(write.location, *write.value, location, type) : std::nullopt)
      return value;
    if (acrossIterations(write.location, location, entry->loop) != Relation::Disjoint)
      return std::nullopt;
  }
  disjoint = true;
  return std::nullopt;
}

std::optional<Value> Memory::Implementation::readLoopExit(const Write *exit, LocationId location, ReadType type, bool &disjoint) {
  const LoopWrite *found = nullptr;
  NodeId index;
  unsigned overlapping = 0;
  for (const LoopWrite &write : exit->loopWrites) {
    if (write.value && !write.everyIteration && write.location == location)
      return fits(*write.value, type);
    if (const auto value = write.value && !write.everyIteration ? laneIn(write.location, *write.value, location, type) : std::nullopt)
      return value;
    llvm::SmallVector<LocationId, 8> steps, others;
    path(write.location, steps);
    path(location, others);
    const bool varies = std::any_of(steps.begin(), steps.end(), [&](LocationId step) {
      return memory[step].kind == Location::Kind::Index && order::dependsOnLoop(memory.graph, memory[step].index, exit->loop);
    });
    if ((varies ? acrossIterations(write.location, location, exit->loop) : memory.relation(location, write.location)) == Relation::Disjoint &&
        !(varies && write.location == location))
      continue;
    ++overlapping;
    if (!write.value || !write.everyIteration || steps.size() != others.size() || !(memory.rootId(write.location) == memory.rootId(location)))
      continue;
    // One step differs: the element index, a function of the loop's induction variable.
    std::optional<std::size_t> differing;
    bool same = true;
    for (std::size_t i = 0; i < steps.size() && same; ++i) {
      const Location &a = memory[steps[i]], &b = memory[others[i]];
      if (a.kind != b.kind)
        same = false;
      else if (a.kind == Location::Kind::Member)
        same = a.name == b.name;
      else if (order::dependsOnLoop(memory.graph, a.index, exit->loop))
        same = !std::exchange(differing, i).has_value();
      else
        same = memory.graph.sameValue(a.index, b.index);
    }
    if (same && differing) {
      found = &write;
      index = memory.loopIndexFor(memory[steps[*differing]].index, memory[others[*differing]].index, exit->loop);
    }
  }
  if (overlapping == 0) {
    disjoint = true;
    return std::nullopt;
  }
  if (overlapping > 1 || !found || !index || !found->value->isNumber())
    return std::nullopt;
  const NodeId value = substituteIndex(memory.graph, found->value->node, exit->loop, index);
  if (value && value != found->value->node && memory.carried)
    memory.carried(found->value->node, value);
  return value ? fits(Value::number(value), type) : std::nullopt;
}

} // namespace fporder::frontend
