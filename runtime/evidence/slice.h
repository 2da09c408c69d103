// The part of a procedure that says what an order does: from its inputs to what leaves the function.
//
// From the written order all that is computed from it is followed to what the function does with it: stores, results, arguments of calls. Conversions
// to integers, roundings to integral values and comparisons on the way decide something, whatever becomes of it. A store of a sum that takes up what
// it overwrites keeps a state: what is added to it is looked at before the addition, since a state drifts by bits that no single output shows.
//
// Loops are closed as in measuring (measure/closed_loops.h). What cannot be evaluated (a call without a model), was stored by code that is not
// followed, or is carried by a loop in such a way, is a value of its own, unless it is one of the orders. Where no order takes up what a loop carries
// so, a value that does is no place to look at. Conditions on the way hold on the samples that count, as far as they concern the orders' inputs;
// where one of these cannot be evaluated, or asks a call without a model for them, nothing is.
#pragma once

#include "runtime/eval/options.h"
#include "runtime/measure/input_families.h"
#include "runtime/measure/subject.h"
#include "runtime/order/procedure.h"

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace fporder::evidence {

/// An expression in the order in which it is written, and in others; without others it is held against its real value, correctly rounded.
struct Candidate {
  order::NodeId written;
  std::span<const order::NodeId> others;
  order::NodeId guard = {}; // under which it runs; may be invalid
  /// What a format that the source leaves open (a template's, a missing header's) is taken for.
  format::Format open = eval::EvaluationOptions{}.dependentFormat;
};

/// Where the value of an order is looked at.
struct Point {
  enum class Kind : std::uint8_t {
    Output,   // leaves the function
    Decision, // a truth value, an integer, or an integral value
    State,    // is added to what the sum overwrites
  };
  Kind kind = Kind::Output;
  std::string what; // in the words of a report: "what is stored to p[i]", "the result"
  order::NodeId written;
  std::vector<order::NodeId> others; // with each of the other orders in place of the written one
  bool branch = false;               // a decision that is a comparison
  bool elementwise = false;          // is returned, or stored to elements of an array by a loop or a device's threads; of a decision see isNoticed
  bool inside = false;               // a decision that leaves the function in numbers alone, of no integer, subscript or condition
  /// Of a decision with a number as its value: zero where the number that is converted or rounded is a multiple of a half over the reals, which is
  /// where such a decision changes.
  order::NodeId fromEdge = {};
  /// Hold on the samples on which the value leaves the function here; computed with the written order.
  std::vector<order::NodeId> conditions = {};
};

/// What is known of an input.
struct LeafFacts {
  measure::Bounds bounds;     // by the conditions of the slice; of the weight of a mean, w x + (1 - w) y, those of a fraction
  std::uint64_t identity = 0; // of the value, counted from 0 in the slice; elements that loops read from one array have one
  bool angle = false;         // a sine, cosine or tangent is taken of it or of what is made of it
  bool argument = false;      // another function is
  bool factor = false;        // of products that are added up or subtracted from one another
  bool counts = false;        // decides how often a loop runs
  /// Of an element of a constant array: the values of the elements. Outlived by the procedure.
  const std::vector<double> *table = nullptr;
  order::NodeId runs = {}; // of the index of a loop around the slice, which counts from 0: how often the loop runs, where that is known
};

struct Slice {
  order::Graph graph;
  std::vector<Point> points;
  std::vector<order::NodeId> conditions;                      // hold on the samples that count
  std::unordered_map<std::uint32_t, LeafFacts> leaves;        // by node
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs; // identities of inputs of one format and role
  std::vector<order::NodeId> loops;                           // reductions and recurrences
  bool ones = false;                                          // 1 is added to something or subtracted
  bool openLoops = false;                                     // the source does not say how often one of them runs
  std::string notEvaluated;                                   // why there are no points; lower case, no final period
};

/// Slices one procedure, which outlives it. Nodes that the procedure gains meanwhile may be orders.
class Slicer {
public:
  explicit Slicer(const order::Procedure &procedure) : Slicer(procedure, procedure.graph.size()) {}
  /// `size`: of the graph before other orders were added to it, which use its values and are no part of the procedure.
  Slicer(const order::Procedure &procedure, std::size_t size);
  Slice operator()(const Candidate &candidate);
  /// Operations of the procedure that take up a value; none of a node that the procedure does not have.
  std::span<const order::NodeId> usersOf(order::NodeId node) const;
  /// It is a term of a sum that a store adds to what it overwrites, or a factor of one.
  bool isAddedToState(order::NodeId written);
  /// Its last bits are those of a number that a loop or a device's threads store to elements of an array, or that a function returns: it is that
  /// number, or one term or choice of it.
  bool leavesAsElement(order::NodeId written) const;
  /// The value of the candidate itself as the only point, whatever becomes of it.
  Slice ofValue(const Candidate &candidate);

private:
  struct Target {
    Point::Kind kind;
    std::string what;
    order::NodeId node;
    order::NodeId guard = {};
    bool elementwise = false, inside = false; // see Point
  };
  /// Of a store of a sum: its terms, of which one takes up what it overwrites; no terms where none does.
  struct State {
    std::vector<order::NodeId> terms;
    order::NodeId old = {};
  };
  std::vector<order::NodeId> reached(order::NodeId from) const;
  std::vector<Target> targets(const Candidate &candidate, Slice &slice);
  bool staysInside(order::NodeId decision) const;
  bool isNoticed(order::NodeId decision) const;
  const State &stateOf(const order::Effect &effect);
  /// The term among those computed from an order (`from`, sorted) that a store adds to what it overwrites; may be invalid.
  order::NodeId addedToState(const order::Effect &effect, std::span<const order::NodeId> from);
  /// Why a value of the procedure cannot be evaluated; empty where it can be.
  const std::string &whyNot(order::NodeId node);
  bool isKnown(order::NodeId node);
  std::string whyNotCompared(const Candidate &candidate) const;
  std::string whyNotEvaluated(const Candidate &candidate);
  void build(const Candidate &candidate, std::span<const Target> found, Slice &slice);
  std::optional<std::vector<order::NodeId>> conditions(order::NodeId guard, order::NodeId order);
  bool isMeant(order::NodeId order) const;

  const order::Procedure &procedure;
  std::vector<std::uint32_t> firstUser; // by node: into `users`
  std::vector<order::NodeId> users;
  std::unordered_map<std::uint32_t, std::vector<const order::Effect *>> effects; // by node, as the source has them
  std::unordered_set<std::uint32_t> subscripts;                                  // values that are
  // Asked for by each order that reaches the same stores and values.
  std::unordered_map<const order::Effect *, State> states;
  std::unordered_map<std::uint32_t, std::string> notEvaluated; // by node
  std::unordered_map<std::uint32_t, bool> withoutCarried;      // by node
};

} // namespace fporder::evidence
