// Numbers keys, which are themselves indices of nodes or values, in the order of their insertion: a set, and with a vector beside it a map. A few
// dozen keys live inside the object; more are kept in one open-addressing table. Nothing is ever erased.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fporder::order {

class IndexTable {
public:
  static constexpr std::uint32_t none = UINT32_MAX; // not a key, and not a position

  /// The position of `key`, and whether it is new.
  std::pair<std::uint32_t, bool> insert(std::uint32_t key) {
    if (4 * (std::size_t{used} + 1) > 3 * capacity())
      grow();
    Slot &slot = slotOf(key);
    if (slot.key == key)
      return {slot.position, false};
    slot = {key, used};
    return {used++, true};
  }

  /// The position of `key`, or `none`.
  std::uint32_t find(std::uint32_t key) const { return const_cast<IndexTable *>(this)->slotOf(key).position; }
  bool contains(std::uint32_t key) const { return find(key) != none; }
  std::size_t size() const { return used; }

private:
  struct Slot {
    std::uint32_t key = none, position = none;
  };

  Slot *slots() { return heap.empty() ? few.data() : heap.data(); }
  std::size_t capacity() const { return heap.empty() ? few.size() : heap.size(); }

  /// Where `key` is, or the free place for it.
  Slot &slotOf(std::uint32_t key) {
    const std::size_t mask = capacity() - 1;
    std::size_t at = (key * std::uint64_t{0x9e3779b97f4a7c15U} >> 32) & mask;
    for (Slot *table = slots();; at = (at + 1) & mask)
      if (table[at].key == key || table[at].key == none)
        return table[at];
  }

  void grow() {
    const std::vector<Slot> old(slots(), slots() + capacity());
    heap.assign(2 * old.size(), {});
    for (const Slot &slot : old)
      if (slot.key != none)
        slotOf(slot.key) = slot;
  }

  std::array<Slot, 32> few{};
  std::vector<Slot> heap;
  std::uint32_t used = 0;
};

/// Values by index. References stay valid until the next insertion.
template <class T> class IndexMap {
public:
  T &operator[](std::uint32_t key) {
    const auto [position, added] = table.insert(key);
    if (added)
      values.emplace_back();
    return values[position];
  }
  const T *find(std::uint32_t key) const {
    const std::uint32_t position = table.find(key);
    return position == IndexTable::none ? nullptr : &values[position];
  }
  /// Precondition: `key` is there.
  const T &at(std::uint32_t key) const { return values[table.find(key)]; }
  bool contains(std::uint32_t key) const { return table.contains(key); }
  std::size_t size() const { return values.size(); }

private:
  IndexTable table;
  std::vector<T> values;
};

} // namespace fporder::order
