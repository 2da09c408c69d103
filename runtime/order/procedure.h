// One function's ordering graph with what the function does with its values: the unit that rules are matched on and orderings are measured in.
#pragma once

#include "runtime/order/assumption.h"
#include "runtime/order/graph.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fporder::order {

/// Something the function does with a value that a caller, another iteration or the control flow can see.
struct Effect {
  enum class Kind : std::uint8_t {
    Store, // assigned to a variable, field or element (`target` spells it)
    Return,
    Condition, // decides a branch or a loop
    Argument,  // passed to a call that was not inlined (`target` names the callee)
    Subscript, // used as an index after conversion
  };
  Kind kind = Kind::Store;
  NodeId node;
  std::string target;
  PlaceId place;
  NodeId guard = {}; // conjunction (And) of the conditions under which it happens, early returns negated; invalid: always
  // Store: what it goes to.
  StorageId storage = {};
  std::vector<NodeId> indices = {}; // of the elements in it, outermost first
  /// Store: values of leaves that other functions read from the object to which they take what is stored here. Not those that lie in `storage`
  /// itself.
  std::vector<ValueId> replaced = {};
};

/// A change of what a named variable holds. The log is in evaluation order; time is the index into it. At time t a variable holds the node of its
/// last definition before t, which tells a fix-it whether a value can still be spelled by a name.
struct Definition {
  std::uint32_t variable = 0; // distinct per variable, shadowing included
  std::string name;           // as spelled where it is in scope
  NodeId node;                // invalid: the variable went out of scope or its value was lost
  // No name to write in a fix: its address left the function, so that calls and stores through pointers may change it unseen; or it was assigned in
  // an inlined call.
  bool exposed = false;
  StorageId storage = {};
};

/// A construct that became an opaque input, with the reason, for `notAnalysed`.
struct Unanalysed {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::string what;
  std::string why;
};

/// A node as computed at a point of the definition log.
struct Computation {
  NodeId node;
  std::uint32_t time = 0;   // index into `definitions`: the state in which the node was computed
  NodeId guard = {};        // conjunction (And) of the conditions under which it runs, early returns negated; invalid: always
  std::uint32_t stores = 0; // index into `stores`: those before it
};

/// An object or array that a leaf was read from, or that was stored to, as far as overlapping goes.
struct MemoryRoot {
  bool pointed = false;       // reached through a pointer or reference whose value is not known
  bool fromParameter = false; // ... that is a parameter's on entry: it reaches no local object
  bool shared = false;        // an object that such pointers may reach: of static storage, *this, one whose address escaped
  bool restricted = false;    // reached through a restrict-qualified pointer
};

/// A store to memory that outlives the variables of the definition log. What a loop stores stands in the log where the loop is entered as well.
struct MemoryStore {
  std::uint32_t root = 0; // index into Procedure::memoryRoots
  format::Format format = format::Format::Unknown;
};

/// True for a Store to the very memory that `leaf` is read from, or whose value other functions take there (Effect::replaced).
bool storesTo(const Graph &graph, const Effect &effect, NodeId leaf);

/// Whether stores through `left` may change what is read through `right` by the rules of C, the documented default that distinct pointers do not
/// overlap put aside. One root with itself: false, since the graph follows those.
bool mayOverlap(const MemoryRoot &left, const MemoryRoot &right);

/// By node and by the number of the statement that reads it: the text by which it is read there, where that is not what the graph spells: a variable,
/// an element or a member that holds what other statements computed.
class Readings {
public:
  void add(NodeId node, std::uint32_t statement, const std::string &text) { texts.try_emplace(key(node, statement), text); }
  /// Null when the statement does not read the node, or reads it as the graph spells it.
  const std::string *find(NodeId node, std::uint32_t statement) const {
    const auto known = texts.find(key(node, statement));
    return known == texts.end() ? nullptr : &known->second;
  }

private:
  static std::uint64_t key(NodeId node, std::uint32_t statement) { return std::uint64_t{node.index} << 32 | statement; }
  std::unordered_map<std::uint64_t, std::string> texts;
};

/// A value that one loop wrote to an element, and the same operation as another loop reads it from there, at its own index. What consumes the one
/// that was read consumes the one that was written.
struct CarriedValue {
  NodeId written, read;
};

/// What a loop's LoopIndex is in its first iteration, by how much it goes up, and how often the loop runs, where that is known.
struct LoopOrigin {
  long long first = 0, step = 1;
  std::optional<long long> trips;
  NodeId count = {}; // how often it runs, none where it is negative: an integer expression, which may mention LoopIndex of loops around it
};

/// A value that a loop carries from one iteration to the next. All three are of one type. Without `initial`: a name of `next`.
struct LoopPhi {
  NodeId value;   // the LoopValue, or the Element of an array that the loop writes, that it is at the start of an iteration
  NodeId initial; // what the first iteration starts with; outside of the loop
  NodeId next;    // what an iteration makes of it, by LoopValue and LoopIndex leaves of the loop
};

/// All that decides what a loop makes of the values that it carries, whatever they are carried by: sums too.
struct CarryingLoop {
  NodeId index;       // the LoopIndex of the loop
  NodeId first, step; // of the index: first + step * k in iteration k = 0, 1, ...; integers from outside of the loop
  NodeId count;       // how often the loop runs at most, none where it is negative; exactly where no test below fails before
  NodeId enters;      // where it does not hold at the start of an iteration, the loop is left; invalid: it always does
  NodeId stays;       // where it does not hold at the end of an iteration, the loop is left; invalid: it always does
  std::vector<LoopPhi> phis;
};

/// What a loop leaves in a value that it carries.
struct LoopResult {
  std::uint32_t loop = 0;
  NodeId phi; // its LoopValue
};

struct Procedure {
  std::string name;      // qualified, as a reader writes it: "apply_adam", "Filter::step"
  std::string signature; // distinguishes overloads in fingerprints
  bool onHost = false;   // of a source for a GPU: a function that the CPU runs
  bool onDevice = false; // a function that a GPU or an accelerator runs
  Graph graph;
  std::vector<Effect> effects;
  std::vector<Computation> computations; // every floating-point operation, in evaluation order; the candidates for matching
  std::vector<Definition> definitions;
  std::vector<MemoryRoot> memoryRoots;
  std::vector<MemoryStore> stores;                           // in evaluation order, of all branches
  std::map<std::uint32_t, std::uint32_t> loopEntries;        // by loop: index into `stores` of the first in its body
  std::unordered_map<std::uint32_t, std::uint32_t> readFrom; // by value of a leaf: the root it was read from
  std::vector<CarriedValue> carried;                         // may repeat
  Readings readings;
  std::map<std::uint32_t, std::uint32_t> loopCalls;          // by loop: how many calls, one within the other, it was inlined through; others 0
  std::map<std::uint32_t, LoopOrigin> loopOrigins;           // by loop; others count from 0 by 1, as far as is known
  std::map<std::uint32_t, CarryingLoop> carryingLoops;       // by loop: those that can be evaluated by iterating
  std::unordered_map<std::uint32_t, LoopResult> loopResults; // by value of a node that the graph does not hold otherwise
  /// By value of a node, a leaf as a rule: why the graph does not hold what the program computes there ("the loop is left by 'break'"). What is made
  /// of such a value is not measured, for that reason, unless it is a LoopValue or a result of a loop in carryingLoops. Lower case, no final period.
  std::unordered_map<std::uint32_t, std::string> notHeld;
  /// Values of conditions that hold wherever the function goes on: where they do not, an assertion fails or an exception is thrown.
  std::unordered_set<std::uint32_t> asserted;
  /// By value of a leaf that stands for what a call which is not followed yields, or code that is not understood: the numbers that it was given.
  std::unordered_map<std::uint32_t, std::vector<NodeId>> madeFrom;
  /// By the storage (its index) of a global that is a constant array of numbers, of which an element is read whose index is not known: its elements'
  /// values.
  std::unordered_map<std::uint32_t, std::vector<double>> tables;
  Assumptions assumptions;
  std::unordered_multimap<std::uint32_t, std::uint32_t> assumedNodes; // by node (its index): positions in `assumptions`
  std::vector<Unanalysed> unanalysed;
  // By value of an operation that the target carries out in a wider format than its type's: the format of the type.
  std::unordered_map<std::uint32_t, format::Format> excess;

  /// `node` rests on `assumption`. Once for each node and assumption, however often it is said.
  void assume(NodeId node, const Assumption &assumption);
};

/// Where a reader sees what `node` computes: its place. What a loop sums up by calling a function that adds, and that has a procedure of its own, is
/// seen at the call in the loop.
PlaceId shownPlace(const Procedure &procedure, NodeId node);

} // namespace fporder::order
