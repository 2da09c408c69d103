// Two operations in sequence that could have run in another order: a product and a division, two products, two sums, a product and a sum.
//
// When an operation's operand was itself made by such an operation, the three leaves' working values are offered here. A sketch keeps the distinct
// triples whose hash is smallest: a sample that does not depend on the order or the thread in which they came. At report time every order is
// evaluated on the sample in the working format and compared with MPFR at 2,300 bits.
#pragma once

#include <fporder/shadow/trail.h>

#include <bit>
#include <map>
#include <optional>
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

class TripleSample {
public:
  static constexpr std::size_t capacity = 512;

  void offer(const Triple &triple) {
    ++offered;
    keep(hash(triple), triple);
  }
  void add(const TripleSample &other) {
    offered += other.offered;
    for (const auto &[key, triple] : other.kept)
      keep(key, triple);
  }
  std::uint64_t count() const { return offered; }
  const std::map<std::uint64_t, Triple> &triples() const { return kept; }

private:
  static std::uint64_t hash(const Triple &triple) {
    std::uint64_t state = 0;
    for (double leaf : triple.leaf) {
      state = (state ^ std::bit_cast<std::uint64_t>(leaf)) + 0x9e3779b97f4a7c15U;
      state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9U;
      state = (state ^ (state >> 27)) * 0x94d049bb133111ebU;
      state ^= state >> 31;
    }
    return state;
  }
  void keep(std::uint64_t key, const Triple &triple) {
    if (kept.size() == capacity && key >= kept.rbegin()->first)
      return;
    kept.emplace(key, triple);
    if (kept.size() > capacity)
      kept.erase(std::prev(kept.end()));
  }

  std::uint64_t offered = 0;
  std::map<std::uint64_t, Triple> kept;
};

inline bool isMultiplicative(Kind kind) { return kind == Kind::Multiply || kind == Kind::Divide; }
inline bool isAdditive(Kind kind) { return kind == Kind::Add || kind == Kind::Subtract; }

/// The shape of `step` when operand `side` (0 left, 1 right) was made by `inner`; nothing when no other order exists.
inline std::optional<Shape> shapeOf(const Step &step, const Definition &inner, unsigned side) {
  Shape shape;
  shape.format = step.format;
  shape.pairIsRight = side == 1;
  const bool outerInverse = step.kind == Kind::Divide || step.kind == Kind::Subtract;
  const bool innerInverse = inner.kind == Kind::Divide || inner.kind == Kind::Subtract;
  if (isMultiplicative(step.kind) && isMultiplicative(inner.kind))
    shape.family = Family::Product;
  else if (isAdditive(step.kind) && isAdditive(inner.kind))
    shape.family = Family::Sum;
  else if (isAdditive(step.kind) && inner.kind == Kind::Multiply)
    shape.family = Family::Contraction;
  else
    return std::nullopt;
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
