// What a function computes for its caller: its results and what it stores in memory that outlives it.
#pragma once

#include "runtime/order/procedure.h"

#include <string>
#include <vector>

namespace fporder::conform {

/// What one group of statements stores in an output: the value at the elements with these indices. Stores one after the other to the same elements
/// are one piece; a store under a condition on values keeps what was there otherwise.
struct Piece {
  order::NodeId value;                // of the procedure's graph
  std::vector<order::NodeId> indices; // outermost first; none of what is no array
  order::PlaceId place;
  bool conditional = false;  // keeps what was there on a condition on values
  order::NodeId stored = {}; // conditional: what it stores where the condition holds
  order::StorageId storage = {};
  bool asserted = false; // it is stored where assertions hold
};

/// True where two storages are one array, as a loop carries it or not.
bool isSameArray(const order::Graph &graph, order::StorageId one, order::StorageId other);

struct Output {
  std::string name;    // the last name of its path: "w" of "state->w[]"; "return" of a result without a name
  std::string spelled; // as a reader writes it: "state->w[i]", "the result"
  std::vector<Piece> pieces;
  bool member = false; // of a structure: its name says which
};

/// The floating-point outputs, and those of integers that floating-point operations decide, in the order of their first stores. Conditions on indices
/// alone are ranges, which are not looked at: `ranged` is set where there are any. Conditions become operations of the procedure's graph.
std::vector<Output> outputsOf(order::Procedure &procedure, bool &ranged);

/// The last name of a storage's path, without what is reached through it; empty where it has none.
std::string lastName(const order::Graph &graph, order::StorageId storage);

} // namespace fporder::conform
