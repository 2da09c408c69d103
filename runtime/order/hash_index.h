// Open-addressing index from hashes to the indices of elements kept elsewhere: the table of a hash-consing store.
//
// A slot holds the whole hash beside the index, so that probing touches the elements only on a hit. Nothing is ever erased.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fporder::order {

/// Mixes `word` into `hash`; the multiplication's upper half brings every bit down.
inline std::uint64_t mixHash(std::uint64_t hash, std::uint64_t word) {
  const unsigned __int128 product = static_cast<unsigned __int128>(hash ^ word ^ 0x9e3779b97f4a7c15U) * 0xd6e8feb86659fd93U;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

class HashIndex {
public:
  /// The index of the element with this `hash` for which `equal(index)` holds, or else `next` after storing it: the caller then appends the element
  /// as number `next`.
  template <class Equal> std::uint32_t findOrAdd(std::uint64_t hash, std::uint32_t next, const Equal &equal) {
    if (2 * (used + 1) > slots.size())
      grow();
    const std::uint64_t mask = slots.size() - 1;
    for (std::uint64_t position = hash & mask;; position = (position + 1) & mask) {
      Slot &slot = slots[position];
      if (slot.index == UINT32_MAX) {
        slot = {hash, next};
        ++used;
        return next;
      }
      if (slot.hash == hash && equal(slot.index))
        return slot.index;
    }
  }

private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t index = UINT32_MAX;
  };

  void grow() {
    std::vector<Slot> old(slots.empty() ? 64 : 2 * slots.size());
    old.swap(slots);
    const std::uint64_t mask = slots.size() - 1;
    for (const Slot &slot : old) {
      if (slot.index == UINT32_MAX)
        continue;
      std::uint64_t position = slot.hash & mask;
      while (slots[position].index != UINT32_MAX)
        position = (position + 1) & mask;
      slots[position] = slot;
    }
  }

  std::vector<Slot> slots;
  std::size_t used = 0;
};

} // namespace fporder::order
