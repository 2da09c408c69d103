// An e-graph: classes of expressions that are equal over the reals, each operation stored once over classes.
//
// Classes are referred to up to an exact factor: a Ref is (-1)^s * 2^k times a class, and the union-find carries the factor that lies between a class
// and its representative. Signs and powers of two are thereby moved out of every operation when it is added, and the operands of + and * are sorted:
// two orderings that differ only in where a power of two or a sign stands, or in the order of commutative operands, are one node here. Subtraction is
// the addition of a negated class.
//
// Arithmetic is understood on floating-point values of one type: + * / sqrt fma abs and constants. Everything else is a `head`, an operation whose
// operands may change but that no identity sees through (casts, selections, reductions; calls too, which patterns know by their name).
//
// Adding looks up before it stores; merging is immediate but congruence is restored by `rebuild` alone. Deterministic: nothing depends on addresses.
#pragma once

#include "runtime/enumerate/facts.h"
#include "runtime/order/graph.h"
#include "runtime/order/hash_index.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fporder::enumerate {

struct Ref {
  std::uint32_t eclass = UINT32_MAX;
  Scale scale;
  bool operator==(const Ref &) const = default;
};

inline Ref operator*(Scale scale, Ref ref) { return {ref.eclass, scale * ref.scale}; }

enum class Kind : std::uint8_t { Leaf, Constant, Add, Mul, Div, Sqrt, Fma, Abs, Head };

inline constexpr unsigned mostOperands = 3;

/// One operation over classes. Add: the first operand's factor is 1. Mul, Div and the first two of Fma: factors are 1. Sqrt: exponent 0 or 1.
struct ENode {
  Kind kind = Kind::Leaf;
  std::uint8_t count = 0;
  bool live = true;
  order::ValueType type = {};
  std::uint32_t payload = 0; // Leaf: index of the leaf's node; Constant: index of its core; Head: index of the head
  std::array<Ref, mostOperands> operands = {};
  Ref value = {}; // value(node) = value.scale * value(value.eclass)

  std::span<const Ref> children() const { return {operands.data(), count}; }
};

/// What distinguishes one head from another. For a call `symbol` is the function's name and `like` a node to copy attributes from, or none.
struct Head {
  order::Op op = order::Op::Call;
  std::string symbol;
  order::NodeId like;
};

/// A finite number as a factor times its core, which is 0, an odd integer or no dyadic number; positive.
std::pair<order::Number, Scale> withoutFactors(const order::Number &number);

/// The key of a node: everything but its value.
std::uint64_t hashOf(const ENode &node);
bool sameKey(const ENode &left, const ENode &right);

class EGraph {
public:
  /// Room: `add...` fail once there are `nodeLimit` nodes.
  EGraph(const order::Graph &source, std::size_t nodeLimit) : graph(source), limit(nodeLimit) {}

  // What does not exist is added. Nothing when the limit is reached, when a factor leaves all bounds, or on a division by zero.
  std::optional<Ref> leaf(order::NodeId node, Facts facts = {});
  std::optional<Ref> constant(const order::Number &number, order::ValueType type);
  std::optional<Ref> add(Ref left, Ref right, order::ValueType type);
  std::optional<Ref> multiply(Ref left, Ref right, order::ValueType type);
  std::optional<Ref> divide(Ref left, Ref right, order::ValueType type);
  std::optional<Ref> squareRoot(Ref operand, order::ValueType type);
  std::optional<Ref> absolute(Ref operand, order::ValueType type);
  std::optional<Ref> fma(Ref left, Ref right, Ref addend, order::ValueType type);
  std::optional<Ref> apply(std::uint32_t head, std::span<const Ref> operands, order::ValueType type);

  /// The head of calls of `function`; of operations that have all attributes of `like` (place aside).
  std::uint32_t callHead(std::string_view function);
  std::uint32_t headLike(order::NodeId like);
  std::size_t headCount() const { return heads.size(); }
  const Head &head(std::uint32_t index) const { return heads[index]; }

  /// `ref` in terms of its class's representative.
  Ref find(Ref ref) const;
  bool same(Ref left, Ref right) const { return find(left) == find(right); }
  /// States that both are equal. False when nothing was merged: they were known to be, or the claim contradicts what is known (two constants, x and
  /// 2 * x), and is then counted as refused.
  bool merge(Ref left, Ref right);
  /// Restores congruence: after it, equal operations over equal classes are one node in one class.
  void rebuild();

  std::size_t size() const { return nodes.size(); }
  std::size_t liveNodes() const { return living; }
  bool full() const { return nodes.size() >= limit; }
  std::size_t refusedMerges() const { return refused; }
  const ENode &operator[](std::uint32_t node) const { return nodes[node]; }
  std::size_t classCount() const { return classes.size(); }
  /// The nodes of a representative; lists of other classes are empty.
  std::span<const std::uint32_t> members(std::uint32_t eclass) const { return classes[eclass].members; }
  order::ValueType type(std::uint32_t eclass) const { return classes[eclass].type; }
  Facts facts(Ref ref) const;
  bool isZero(Ref ref) const;
  /// The constant that the class of a representative is known to be, its factor 1: an odd integer or another number.
  const order::Number *constantCore(std::uint32_t eclass) const;
  std::optional<Ref> one(order::ValueType type) { return constant(order::Number::fromInteger(1), type); }

private:
  struct Class {
    std::uint32_t parent = UINT32_MAX; // itself for representatives
    Scale scale;                       // value(class) = scale * value(parent)
    std::vector<std::uint32_t> members;
    order::ValueType type;
    std::uint32_t core = UINT32_MAX; // index into `cores` when the class is a constant
    Facts facts;
  };

  /// A node in normal form and the factor that was taken out, or the class it simplified to.
  struct Normal {
    bool simplified = false;
    Ref result = {};
    ENode node = {};
    Scale scale = {};
  };

  std::optional<Ref> intern(const ENode &node);
  std::optional<Ref> store(std::optional<Normal> normal);
  std::optional<Normal> normalise(const ENode &node);
  std::optional<Normal> normalSum(const ENode &node);
  std::optional<Normal> normalProduct(const ENode &node);
  std::optional<Normal> normalQuotient(const ENode &node);
  std::optional<Normal> normalFma(const ENode &node);
  std::optional<Normal> normalRoot(const ENode &node);
  std::optional<Normal> normalMagnitude(const ENode &node);
  std::optional<Normal> folded(order::Op op, Ref left, Ref right, order::ValueType type);
  bool before(std::uint32_t left, std::uint32_t right) const;
  std::optional<std::int64_t> smallCore(std::uint32_t eclass) const;
  Facts factsOf(const ENode &node) const;
  void learn();
  bool enter(std::uint32_t node);
  bool sweep();

  const order::Graph &graph;
  std::size_t limit;
  std::size_t living = 0, refused = 0;
  std::vector<ENode> nodes;
  std::vector<Class> classes;
  std::vector<Head> heads;
  std::vector<order::Number> cores;
  order::HashIndex table;
};

} // namespace fporder::enumerate
