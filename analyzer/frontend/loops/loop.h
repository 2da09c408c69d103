// The loops of one procedure: what is known of each, whichever part of the front end has found it out.
//
// A loop is a statement in an activation: evaluated again for another iteration of a loop around it, it is the same loop, and finds what was learnt
// of it before. What one evaluation of it holds beside is in LoopRun (loop_run.h). Graph and memory know loops by their numbers: LoopIndex and
// LoopValue leaves, LoopEntry and LoopExit writes. Memory reads ranges and steps here and changes nothing; each group of facts is changed by the
// files named.
#pragma once

#include "analyzer/frontend/values/value.h"
#include "runtime/order/graph.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fporder::frontend {

/// How a loop accumulates, where the source does not say it by being a plain loop.
struct LoopShape {
  order::Schedule schedule = order::Schedule::Sequential;
  std::uint32_t width = 0;
  order::NodeId tripCount;
  bool geometric = false; // its variable is halved or doubled from one iteration to the next
  std::string indexName = "i";
};

/// What a loop's induction variable goes through: equal ranges visit the same elements.
struct LoopRange {
  order::NodeId start, bound; // from the first up to, without, the second
};

/// A loop over `index` has ended: of bound - index no more than `left` is left.
struct LoopExit {
  order::NodeId index, bound;
  double left = 0;
};

/// What bounds a loop: from its variable's first value to its last, how far the variable goes at least at a time, how often the loop runs.
struct LoopBound {
  double span = INFINITY, step = 1, iterations = INFINITY;
};

/// What existed when a loop was first met: later roots, writes and nodes belong to its iterations.
struct LoopBirth {
  std::size_t roots = 0;
  std::uint32_t writes = 0;
  std::size_t nodes = 0;
};

/// Variables that advance by the same amount in every iteration.
struct Inductions {
  std::map<LocationId, order::NodeId> steps; // by how much each advances; invalid before an iteration has been seen
  std::set<LocationId> rejected;
  LocationId tested;    // the variable that the loop's test looks at
  bool counted = false; // the loop's index is no variable but the number of the iteration
};

/// A location that a loop changes, with a sample of what it holds.
struct Carried {
  LocationId location;
  std::optional<Value> sample;
  unsigned looked = 0; // times a sample was looked for
};

/// What an iteration writes, by what is carried of it.
using WrittenParts = std::map<LocationId, std::set<LocationId>>;

struct LoopWrites {
  std::vector<Carried> carried;
  WrittenParts parts;
  bool everything = false; // more than is listed
};

/// That an iteration has not written something, and the assumption that this is.
struct KeptAssumption {
  std::uint32_t assumption = 0;
  bool forgetsEscaped = false;
};

/// What decides how often a loop runs.
enum class LoopEnding : std::uint8_t { Unknown, Left, Counted, Open }; // a statement that leaves it early; its test; the caller

struct Loop {
  explicit Loop(std::uint32_t id) : number(id) {}

  const std::uint32_t number;

  // Its induction variable (loop_variables.cpp, loops.cpp, trip_bounds.cpp, trip_counts.cpp).
  Inductions inductions;
  std::optional<LoopRange> range;
  std::optional<long long> step; // by how much the induction variable advances, when constant
  std::optional<LoopBound> bound;
  std::optional<LoopExit> exit;

  // What its iterations write (iteration.cpp, assumed.cpp).
  std::optional<LoopWrites> writes;           // as learnt when it was evaluated before
  std::map<LocationId, KeptAssumption> kept;  // what an iteration is assumed not to write; without location: all reachable
  std::optional<LoopBirth> birth;             // nothing for loops that were not entered
  std::optional<std::uint32_t> storesOnEntry; // length of Memory::storeLog when it was last entered
  std::optional<std::size_t> lastEntered;     // position in LoopTable::entered

  // How it ended when it was last evaluated (loop_counts.cpp, phis.cpp).
  std::optional<std::string> name; // as its index is spelled; nothing before its end
  LoopEnding ending = LoopEnding::Unknown;
  const char *leftBy = nullptr; // Left: the statement
  bool ambiguous = false;       // entered several times: its LoopValues have several meanings
};

/// Numbers begin with 1. Some are of no loop: of reductions over lanes, and of results that loops leave.
class LoopTable {
public:
  /// The loop of `statement`, or of whatever else stands for one, in the activation with this key: made when it is met first.
  Loop &of(std::uint64_t activation, const void *statement);
  /// Makes it when there is none of this number.
  Loop &operator[](std::uint32_t number);
  /// Null for numbers of no loop.
  const Loop *find(std::uint32_t number) const { return number < loops.size() ? loops[number].get() : nullptr; }
  std::vector<const Loop *> all() const;
  /// Another number, of no loop.
  std::uint32_t reserve() { return ++last; }

  void enter(Loop &loop);
  /// How many entries there have been.
  std::size_t entries() const { return entered.size(); }
  /// The loops entered from the entry `first` on, one of them as often as it was.
  llvm::ArrayRef<std::uint32_t> enteredSince(std::size_t first) const { return llvm::ArrayRef(entered).drop_front(first); }
  /// True for a loop whose last entry is `first` or later.
  bool wasEnteredSince(std::uint32_t number, std::size_t first) const;

  /// By value: what the tests of loops say of the variables that the loops have left behind.
  llvm::DenseMap<std::uint32_t, LoopExit> leftBehind;

private:
  std::uint32_t last = 0;
  std::vector<std::unique_ptr<Loop>> loops; // by number; null for numbers of no loop
  std::map<std::pair<std::uint64_t, const void *>, std::uint32_t> numbers;
  std::vector<std::uint32_t> entered;
};

} // namespace fporder::frontend
