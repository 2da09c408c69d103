// What two functions read, and which input of one is which of the other.
//
// Inputs are matched by what the user says, by name, and those that are left by position, unless the other function has another input of that name: a
// formula that reads z where the reference reads y is another formula where both functions have a y and a z. A number `scale` is no other input where
// the other function computes a `scale` (named_values.h). A name counts without case and
// underscores. What is not known (results of calls without a model, values after writes that are not followed) matches nothing.
#pragma once

#include "runtime/order/graph.h"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fporder::conform {

struct Input {
  std::uint64_t key = 0; // see inputKey
  std::string name;      // the last name of its path
  std::string spelled;   // its whole path: "p->state.w[]"
  bool integer = false;
  bool array = false;
  bool unknown = false; // not an input that a caller gives
  bool named = false;   // the other function has an input of this name, which the output does not depend on, or computes a number under it: no other
                        // one is taken for it
  order::NodeId leaf;   // one that reads it
};

/// Equal for leaves that are read from one object, whatever their indices.
std::uint64_t inputKey(const order::Graph &graph, order::NodeId leaf);

/// The inputs under `roots`, in the order of their declaration as far as the graph knows it, else of their first use. Iteration leaves are none.
std::vector<Input> inputsUnder(const order::Graph &graph, std::span<const order::NodeId> roots);

/// Folded names of all inputs in a function's graph, whatever depends on them, without those that takeAsInputs made.
std::set<std::string> inputNames(const order::Graph &graph);

/// "learningRate" and "learning_rate" are one word.
std::string foldedName(std::string_view name);

/// A pair that the user states: implementation's name, reference's name.
using StatedPair = std::pair<std::string, std::string>;
/// One that is tried: implementation's input, reference's input.
using TriedPair = std::pair<const Input *, const Input *>;

struct InputMatch {
  // By key: a number that the two sides of a pair share. Inputs without a partner have numbers of their own.
  std::map<std::uint64_t, std::uint32_t> implementation, reference;
  std::vector<std::pair<const Input *, const Input *>> byPosition; // implementation, reference: pairs that only their position makes
  std::vector<const Input *> implementationOnly, referenceOnly;    // without a partner
  bool unknown = false;                                            // some input of a side is not one that a caller gives
};

/// What inputs are matched by, beside what is stated.
enum class MatchBy : std::uint8_t {
  NameOrPosition,
  Position,
  Path, // one function at two times: an input is the one with the same path, or none
};

InputMatch matchInputs(std::span<const Input> implementation, std::span<const Input> reference, std::span<const StatedPair> stated,
                       MatchBy by = MatchBy::NameOrPosition, std::span<const TriedPair> tried = {});

} // namespace fporder::conform
