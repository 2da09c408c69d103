// The ordering graph: which floating-point operations run, in which order, in which formats.
//
// Nodes are hash-consed twice. A NodeId identifies an operation at a place: interning the same operation with the same operands, attributes and
// place returns the same node. A ValueId identifies the value: it ignores places and the order of commutative operands, so that two nodes with
// equal ValueId produce identical bits (NaN payloads aside) whenever their leaves do. Rules match values; findings point at nodes.
//
// Of the environment a value keeps what can change its bits: reassociation, reciprocals, ignored signed zeros, finite-math and dynamic rounding on
// operations that round; approximate calls on calls and square roots; nothing on leaves, integers and control. `strict` forbids changes and changes
// nothing. Contraction is kept where it can act: on an addition or subtraction one of whose operands is a product that may be fused into it (in the
// same statement, or anywhere under Contraction::Fast), and which operand that is. When both are products the compiler picks one by position, so
// a * b + c * d and c * d + a * b are then two values.
//
// Sums. A Reduce is a loop that adds to (multiplies, ...) one accumulator; all of an accumulator's additions, in an iteration and in nested loops,
// are ONE chain, and the graph never holds them grouped otherwise than the program adds them:
//   - Operands: the initial value, the term, [the trip count, [the induction variable's first value, [its step]]]. In iteration k = 0, 1, ... the
//     LoopIndex of the loop is first + step * k; without these operands 0 and 1, as far as is known. They are integer expressions outside of the loop
//     (only the term is inside) and may mention LoopIndex of outer loops: triangles, tiles. They are then evaluated for each outer iteration.
//   - Without Terms an iteration joins one value: s += x + y is Reduce(s0, x + y). Terms(x, y) joins several, each by an addition of its own, in
//   operand
//     order: s += x; s += y and s = s + x + y are Reduce(s0, Terms(x, y)). Subtracting x is joining -x. A value of a format wider than the
//     accumulator's is added in its own format and the sum converted, as `f += d` in C. A Terms has the Reduce's type.
//   - A Reduce that `continues` is itself the term of a Reduce, or one of its Terms, of the same kind and format. It has no accumulator: its terms
//   join
//     the enclosing one, iteration by iteration, at its place among them. Its initial value is the identity and is not added; its schedule is
//     Sequential. for i for j s += x[i][j] is Reduce(s0, Reduce{continues}(0, x[i][j], m), n).
//   - Under `fused` every own term (what a continuing Reduce below joins aside: that one says it itself) is a product, Mul or Neg(Mul), and joins as
//     fma(a, b, accumulator): the product is not rounded. Other products fuse where the environments permit contraction; the addition of a term
//     of a Terms stands in the statement of the Terms' place, or, when that is invalid, in the term's own.
//   - A schedule other than Sequential applies to the flattened sequence of all terms, outer loops slowest. Reverse is that sequence from its end; a
//     loop that counts down is Sequential with a negative step.
// Over the reals a Reduce is the sum of its initial value and all terms. What cannot be held so is a recurrence.
//
// Recurrences. In a procedure's graph a value that a loop carries in another way is a LoopValue, and Procedure::carryingLoops says what it starts
// from and what an iteration makes of it; a graph of operands before users cannot hold that circle. What is evaluated holds it closed, as a
// Recurrence:
//   - Operands: the initial value, the next value, the trip count, `stays`, the LoopValue; then initial value, next value, LoopValue of each further
//     value that the loop carries and that these depend on. The value of the node is the first one's when the loop has ended.
//   - In iteration k = 0, 1, ... the LoopIndex of the loop is k and each LoopValue what the iteration before made of it, all at once. The loop ends
//     after the iteration in which `stays` does not hold, and with the trip count. `next`, `stays` and LoopValues are inside of the loop.
//
// Everything is append-only; ids stay valid for the graph's life, and operands always have smaller indices than the node that uses them, so a
// forward sweep over indices is a topological order. No traversal here recurses: graphs with 10^5 levels are ordinary input.
#pragma once

#include "runtime/order/number.h"
#include "runtime/order/operation.h"
#include "runtime/order/place.h"
#include "runtime/order/storage.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::order {

struct NodeId {
  std::uint32_t index = UINT32_MAX;
  explicit operator bool() const { return index != UINT32_MAX; }
  auto operator<=>(const NodeId &) const = default;
};

struct ValueId {
  std::uint32_t index = UINT32_MAX;
  explicit operator bool() const { return index != UINT32_MAX; }
  auto operator<=>(const ValueId &) const = default;
};

/// Everything that distinguishes a node, as the caller states it. Fields that an operation does not use stay at their defaults.
struct NodeSpec {
  Op op = Op::Input;
  ValueType type = {};
  std::span<const NodeId> operands = {};
  std::string_view symbol = {}; // Input, Element, LoopIndex, LoopValue, Opaque, Call, Compare
  // Leaves: tells apart values that share a spelling. LoopIndex, LoopValue, Recurrence: the loop. Integer operations and comparisons: the integer
  // type that it is carried out in, or 0, which is no part of their value (see integer_limits.h).
  std::uint32_t version = 0;
  const Number *number = nullptr;            // Constant
  const Reduction *reduction = nullptr;      // Reduce
  Rounding rounding = Rounding::NearestEven; // Cast
  Environment environment = {};
  PlaceId place = {};
  StorageId storage = {}; // Input, Element, LoopValue: what it is read from; leaves of different storages are different values
};

/// A node, by value.
struct Node {
  Op op;
  Rounding rounding;
  ValueType type;
  std::uint16_t environment; // index; see Graph::environment
  std::uint32_t symbol;      // index; see Graph::symbol
  std::uint32_t version;
  std::uint32_t payload; // index of the number or the reduction; of what a leaf is read from, counted from 1
  std::uint32_t operandCount;
  PlaceId place;
  ValueId value;
};

class Graph {
public:
  Graph();
  ~Graph();
  Graph(Graph &&) noexcept;
  Graph &operator=(Graph &&) noexcept;
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;

  /// The node that `spec` describes, existing or new. Precondition: operands belong to this graph and match the operation's arity.
  NodeId intern(const NodeSpec &spec);

  // Shorthands over `intern`; `place` may be invalid.
  NodeId input(std::string_view name, ValueType type, PlaceId place = {}, std::uint32_t version = 0);
  NodeId constant(const Number &number, ValueType type, PlaceId place = {});
  NodeId unary(Op op, NodeId operand, ValueType type, PlaceId place = {}, const Environment &environment = {});
  NodeId binary(Op op, NodeId left, NodeId right, ValueType type, PlaceId place = {}, const Environment &environment = {});
  NodeId call(std::string_view function, std::span<const NodeId> arguments, ValueType type, PlaceId place = {}, const Environment &environment = {});
  NodeId cast(NodeId operand, ValueType to, PlaceId place = {}, Rounding rounding = Rounding::NearestEven);

  /// `node` rebuilt over other operands, all else kept (its place too unless `place` is valid).
  NodeId withOperands(NodeId node, std::span<const NodeId> operands, PlaceId place = {});

  std::size_t size() const;
  Node operator[](NodeId node) const { return nodes[node.index].node; }
  /// Operands, symbols, numbers, places and the like stay where they are: what these return is valid for the graph's life, insertions included.
  std::span<const NodeId> operands(NodeId node) const { return {nodes[node.index].operands, nodes[node.index].node.operandCount}; }
  NodeId operand(NodeId node, unsigned position) const { return operands(node)[position]; }
  ValueId value(NodeId node) const { return nodes[node.index].node.value; }
  bool sameValue(NodeId left, NodeId right) const { return value(left) == value(right); }

  std::string_view symbol(NodeId node) const;
  const Number &number(NodeId node) const;       // precondition: Constant
  const Reduction &reduction(NodeId node) const; // precondition: Reduce
  const Environment &environment(NodeId node) const;

  /// What a leaf is read from; invalid where nothing says so, and for other operations.
  StorageId storage(NodeId node) const;
  /// The same storage added twice has the same id. `storage(StorageId)` precondition: valid id.
  StorageId addStorage(const Storage &storage);
  const Storage &storage(StorageId storage) const;

  /// A loop number that no LoopIndex, Reduce or Recurrence of this graph uses yet.
  std::uint32_t freshLoop() const;
  /// True when some LoopIndex stands in the expression under `node`, bound by a Reduce or not. Constant time.
  bool mentionsLoop(NodeId node) const { return nodes[node.index].mentionsLoop; }
  /// Levels of operations between `node` and constants, when constants are its only leaves; `notConstant` when they are not, or lie deeper than that.
  /// Constant time.
  unsigned constantHeight(NodeId node) const { return nodes[node.index].constantHeight; }
  static constexpr std::uint8_t notConstant = 255;
  /// True when constants are its only leaves, however deep they lie, and no calls or reductions stand between. Constant time.
  bool onlyConstants(NodeId node) const { return nodes[node.index].onlyConstants; }
  /// True when an operation in the expression under `node` is of a kind that can round: a floating-point one that is no sign, choice or widening
  /// cast. What indices of elements are computed by does not count. Constant time.
  bool mayRound(NodeId node) const { return nodes[node.index].mayRound; }

  /// Places. The same place added twice has the same id. `place(PlaceId)` precondition: valid id.
  PlaceId addPlace(const Place &place);
  const Place &place(PlaceId place) const;
  FileId addFile(std::string_view path);
  const std::string &file(FileId file) const;

private:
  struct StoredNode {
    Node node;
    const NodeId *operands = nullptr;
    bool mentionsLoop = false;
    std::uint8_t constantHeight = notConstant;
    bool onlyConstants = false;
    bool mayRound = false;
  };
  struct Tables;

  std::uint8_t heightOver(const NodeSpec &spec) const;
  bool constantsUnder(const NodeSpec &spec) const;
  bool roundsUnder(const NodeSpec &spec) const;

  std::unique_ptr<Tables> tables;
  const StoredNode *nodes = nullptr; // the tables': rules and printers read nodes more often than anything else
};

/// True when `node` depends on the induction variable of loop `loop` as it stands around `node`; below a Reduce or Recurrence over that very loop it
/// is another variable.
bool dependsOnLoop(const Graph &graph, NodeId node, std::uint32_t loop);

/// Where the operands of a Reduce stand among its operands.
inline constexpr unsigned initialOperand = 0, termOperand = 1, tripsOperand = 2, firstOperand = 3, stepOperand = 4;

/// The operands of a Reduce by name; invalid those it does not have. Of a Recurrence the initial value, the next one as the term, and the trip count.
struct ReduceOperands {
  NodeId initial, term, trips, first, step;
};
ReduceOperands reduceOperands(const Graph &graph, NodeId reduce);

/// The loop that a Reduce or a Recurrence is over; nothing for other nodes.
std::optional<std::uint32_t> boundLoop(const Graph &graph, NodeId node);

/// True for the operands of a Reduce or Recurrence that are evaluated in every iteration of its loop.
bool isInsideLoop(const Graph &graph, NodeId node, std::size_t position);

/// What one iteration of a Reduce joins to the accumulator, in order: the operands of its Terms, or its one term. Continuing Reduces among them stand
/// for all that they join.
std::span<const NodeId> termsOf(const Graph &graph, NodeId reduce);

/// True for a Reduce whose terms join the accumulator of an enclosing one.
bool continuesSum(const Graph &graph, NodeId node);

/// True where what a Reduce joins is bound to it and cannot be taken apart as a value: several terms an iteration, products that are not rounded,
/// the terms of a loop inside, or the terms of a Reduce that continues another; and for a Terms.
bool isChain(const Graph &graph, NodeId node);

/// One object or part of one, elements by the values of their indices, outermost first: what two leaves, or a leaf and a store, have in common when
/// they concern the same memory.
struct Designation {
  StorageId storage;
  std::vector<ValueId> indices;
  bool operator==(const Designation &) const = default;
};
/// What a leaf is read from, a value that a loop carries included; without storage where that is not known.
Designation designated(const Graph &graph, NodeId leaf);
/// The object at the root of a storage, or the value that lies nowhere. A pointer is not followed to where it lies.
const Storage &rootOf(const Graph &graph, StorageId storage);
/// True where one storage is the other or a part of it, or both are parts of elements of one array.
bool inOneArray(const Graph &graph, StorageId left, StorageId right);

/// What a reduction of no terms gives: 0, 1, inf, -inf.
Number identity(ReductionKind kind);

} // namespace fporder::order
