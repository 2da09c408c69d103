// What code not seen is assumed not to have written: reads go on to older writes, and remember the assumption.
#include "analyzer/frontend/memory/memory_implementation.h"

#include <algorithm>

namespace fporder::frontend {

void Memory::keep(Store &store, LocationId location, std::uint32_t assumption) {
  Write &write = implementation->append(store, rootId(location), Write::Kind::Kept);
  write.location = location;
  write.assumption = assumption;
}

void Memory::keepReachable(Store &store, std::uint32_t assumption, bool forgetsEscaped) {
  Write &write = implementation->append(store, anything, Write::Kind::Kept);
  write.location = roots[anything.index].location;
  write.assumption = assumption;
  write.forgetsEscaped = forgetsEscaped;
  write.fromOutside = true; // integers are read as unknown from here on, see leavesUnknown
}

/// True when a Kept write of all that is reachable leaves unknown what is read.
bool Memory::Implementation::leavesUnknown(const Write *kept, LocationId location, ReadType type) const {
  const bool isInteger =
      type.kind == ReadType::Kind::Number && (type.number.format == format::Format::Integer || type.number.format == format::Format::Boolean);
  return isInteger || (kept->forgetsEscaped && memory.root(location).escaped);
}

/// A read of `location` meets a Kept write. False when the write left unknown what is read.
bool Memory::Implementation::noteKept(const Write *write, LocationId location, ReadType type) {
  if (!assumed)
    assumed = write->assumption;
  return !(memory.rootId(write->location) == anything) || !leavesUnknown(write, location, type);
}

/// True for a Kept write that says nothing more to a read that has met another.
bool Memory::Implementation::isNoted(const Write *write, LocationId location, ReadType type) const {
  return write->kind == Write::Kind::Kept && assumed && !leavesUnknown(write, location, type);
}

bool Memory::Implementation::isOnlyKept(RootId root, const Write *from, const Write *to) const {
  for (; from && from != to; from = below(from, root))
    if (from->kind != Write::Kind::Kept)
      return false;
  return true;
}

/// Where a branch kept what it may have written, so does what follows both.
void Memory::Implementation::mergeKept(Store &merged, RootId root, const Write *first, const Write *second, const Write *before) {
  std::vector<const Write *> kept; // one for each location
  bool forgetsEscaped = false;
  for (const Write *side : {first, second})
    for (const Write *each = side; each && each != before; each = below(each, root)) {
      if (each->kind != Write::Kind::Kept)
        continue;
      forgetsEscaped |= each->forgetsEscaped;
      if (std::ranges::none_of(kept, [&](const Write *other) { return other->location == each->location; }))
        kept.push_back(each);
    }
  for (const Write *each : kept) {
    Write &write = append(merged, root, Write::Kind::Kept);
    write.location = each->location;
    write.assumption = each->assumption;
    write.forgetsEscaped = forgetsEscaped;
    write.fromOutside = true;
  }
}

} // namespace fporder::frontend
