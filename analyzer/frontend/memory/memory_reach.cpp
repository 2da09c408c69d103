// What pointers lead to: the objects that code gets with an object that holds pointers or references to them.
#include "analyzer/frontend/memory/memory_implementation.h"

#include "runtime/limits/limits.h"

#include "llvm/ADT/DenseSet.h"

#include <algorithm>

namespace fporder::frontend {

namespace {} // namespace

/// Adds the targets of pointers stored in `location` by the writes from `head` on. False when there are too many writes to look at.
bool Memory::Implementation::addPointers(const Write *head, LocationId location, std::vector<LocationId> &found) {
  llvm::SmallVector<std::pair<const Write *, LocationId>, 8> work{{head, location}};
  llvm::DenseSet<std::pair<const Write *, std::uint32_t>> seen;
  const auto add = [&](const Value &value) {
    if ((value.isPointer() || value.isRecord()) && value.location && std::ranges::find(found, value.location) == found.end())
      found.push_back(value.location);
  };
  while (!work.empty()) {
    const auto [first, part] = work.pop_back_val();
    const RootId root = memory.rootId(part);
    for (const Write *write = writeIndex.firstFor(first, part); write; write = writeIndex.firstFor(below(write, root), part)) {
      if (!seen.insert({write, part.index}).second)
        break;
      if (limits::exceeds(limits::Limit::PointerWrites, seen.size()))
        return false;
      if (write->kind == Write::Kind::Choice) {
        work.push_back({write->first, part});
        work.push_back({write->second, part});
        break;
      }
      for (const LoopWrite &inner : write->loopWrites)
        if (inner.value && memory.relation(part, inner.location) != Relation::Disjoint)
          add(*inner.value);
      if (write->kind != Write::Kind::Assign && write->kind != Write::Kind::Copy)
        continue;
      const Relation relation = memory.relation(part, write->location);
      if (relation == Relation::Disjoint)
        continue;
      const bool covers = relation == Relation::Same || relation == Relation::Inside;
      if (write->kind == Write::Kind::Assign)
        add(write->value);
      else
        work.push_back({write->first, covers ? rebase(part, write->location, write->from) : write->from});
      if (covers)
        break;
    }
  }
  return true;
}

std::optional<std::vector<LocationId>> Memory::reachedFrom(const Store &store, LocationId location) {
  std::vector<LocationId> found;
  const auto follow = [&](LocationId object) {
    return !root(object).holdsPointers || implementation->addPointers(implementation->head(store, rootId(object)), object, found);
  };
  bool complete = follow(location);
  for (std::size_t next = 0; next < found.size() && complete; ++next) {
    // A pointer to an element reaches the array around it.
    const Location at = locations[found[next].index];
    complete = !limits::exceeds(limits::Limit::PointedObjects, found.size()) && follow(at.kind == Location::Kind::Index ? at.parent : found[next]);
  }
  if (!complete)
    return std::nullopt;
  return found;
}

/// True when code not seen can read what lies in `location`.
bool Memory::Implementation::isOpen(LocationId location) const {
  const Root &root = memory.root(location);
  return isReached(root) || root.escaped || root.kind == Root::Kind::Global || root.kind == Root::Kind::This;
}

void Memory::Implementation::noteStored(const Store &store, LocationId location, const Value &value) {
  memory.roots[memory.rootId(location).index].holdsPointers = true;
  if (!isOpen(location))
    return;
  if (value.isPointer())
    memory.escape(value.location);
  const auto reached = memory.reachedFrom(store, value.location);
  for (LocationId object : reached.value_or(std::vector<LocationId>{}))
    memory.escape(object);
  if (!reached) // too many to tell: any object whose address was taken
    for (const Root &root : memory.roots)
      memory.escape(root.location);
}

} // namespace fporder::frontend
