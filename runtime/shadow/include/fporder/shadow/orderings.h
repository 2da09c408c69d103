// Two operations in sequence that could have run in another order: a product and a division, two products, two sums, a product and a sum.
//
// When an operation's operand was itself made by such an operation, the three leaves' working values are offered here. A sketch keeps the distinct
// triples whose hash is smallest: a sample that does not depend on the order or the thread in which they came. At report time every order is
// evaluated on the sample in the working format and compared with MPFR at 2,300 bits.
#pragma once

#include <fporder/shadow/trail.h>

#include <algorithm>
#include <bit>
#include <string>
#include <tuple>
#include <vector>

namespace fporder::shadowing {

enum class Family : std::uint8_t { Product, Sum, Contraction };

/// Which orders a site has. Leaves are in reading order; a Product divides by the leaves marked inverse, a Sum subtracts them. `first` and the other
/// leaf of the pair that runs first: 0 for leaves 0 and 1, 1 for leaves 1 and 2.
struct Shape {
  Family family = Family::Product;
  bool inverse[3] = {};
  bool pairIsRight = false;
  Format format = Format::Binary64;
  auto key() const { return std::tuple(family, inverse[0], inverse[1], inverse[2], pairIsRight, format); }
};

struct Triple {
  double leaf[3];
};

/// The sites of the two operations and their shape.
struct OrderSite {
  SiteId inner = 0, outer = 0;
  Shape shape;
  bool operator<(const OrderSite &other) const {
    return std::tuple(outer, inner, shape.key()) < std::tuple(other.outer, other.inner, other.shape.key());
  }
};

/// The distinct triples whose keys are the smallest, in a hash table by these keys: while it fills up it holds more than it will keep, so that
/// sorting them out is rare.
class TripleSample {
public:
  static constexpr std::size_t capacity = 512;

  struct Entry {
    std::uint64_t key = 0; // 0 where the slot is empty
    Triple triple{};
  };

  void offer(const Triple &triple) {
    ++offered;
    const std::uint64_t key = hash(triple);
    if (key < bound)
      keep({key, triple});
  }
  void add(const TripleSample &other) {
    offered += other.offered;
    for (const Entry &entry : other.slots)
      if (entry.key != 0 && entry.key < bound)
        keep(entry);
  }
  std::uint64_t count() const { return offered; }
  /// By key.
  std::vector<Entry> triples() const {
    std::vector<Entry> entries = sorted();
    entries.resize(std::min(entries.size(), capacity));
    return entries;
  }

private:
  static constexpr std::size_t mostSlots = 2 * capacity;

  static std::uint64_t hash(const Triple &triple) {
    std::uint64_t state = 0;
    for (double leaf : triple.leaf) {
      state = (state ^ std::bit_cast<std::uint64_t>(leaf)) + 0x9e3779b97f4a7c15U;
      state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9U;
      state = (state ^ (state >> 27)) * 0x94d049bb133111ebU;
      state ^= state >> 31;
    }
    return state != 0 ? state : 1;
  }
  Entry &slotOf(std::uint64_t key) {
    std::size_t index = key & (slots.size() - 1);
    while (slots[index].key != 0 && slots[index].key != key)
      index = (index + 1) & (slots.size() - 1);
    return slots[index];
  }
  void keep(const Entry &entry) {
    if (4 * (used + 1) > 3 * slots.size())
      makeRoom();
    Entry &slot = slotOf(entry.key);
    if (slot.key != 0)
      return;
    slot = entry;
    ++used;
  }
  void makeRoom() {
    std::vector<Entry> entries = sorted();
    if (slots.size() == mostSlots) {
      entries.resize(capacity);
      bound = entries.back().key; // a smaller key must come to be kept
    }
    slots.assign(std::min(std::max<std::size_t>(16, 2 * slots.size()), mostSlots), {});
    for (const Entry &entry : entries)
      slotOf(entry.key) = entry;
    used = entries.size();
  }
  std::vector<Entry> sorted() const {
    std::vector<Entry> entries;
    for (const Entry &entry : slots)
      if (entry.key != 0)
        entries.push_back(entry);
    std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) { return a.key < b.key; });
    return entries;
  }

  std::uint64_t offered = 0, bound = ~std::uint64_t{0};
  std::vector<Entry> slots; // 3/4 full at most
  std::size_t used = 0;
};

inline bool isMultiplicative(Kind kind) { return kind == Kind::Multiply || kind == Kind::Divide; }
inline bool isAdditive(Kind kind) { return kind == Kind::Add || kind == Kind::Subtract; }

/// Whether `outer` can change places with an operation `inner` that made one of its operands.
inline bool hasOrders(Kind outer, Kind inner) {
  return (isMultiplicative(outer) && isMultiplicative(inner)) || (isAdditive(outer) && (isAdditive(inner) || inner == Kind::Multiply));
}

/// The shape of an operation `outer` in the format when its operand `side` (0 left, 1 right) was made by `inner` and `hasOrders`.
inline Shape shapeOf(Kind outer, Format format, Kind inner, unsigned side) {
  Shape shape;
  shape.format = format;
  shape.pairIsRight = side == 1;
  shape.family = isMultiplicative(outer) ? Family::Product : isAdditive(inner) ? Family::Sum : Family::Contraction;
  const bool outerInverse = outer == Kind::Divide || outer == Kind::Subtract;
  const bool innerInverse = inner == Kind::Divide || inner == Kind::Subtract;
  if (side == 0) { // (x . y) . z
    shape.inverse[1] = innerInverse;
    shape.inverse[2] = outerInverse;
  } else { // x . (y . z)
    shape.inverse[1] = outerInverse;
    shape.inverse[2] = shape.family == Family::Contraction ? outerInverse : outerInverse != innerInverse;
  }
  return shape;
}

} // namespace fporder::shadowing
