// The elements that a piece of an output covers, by numbers that do not depend on how the program walks over them.
//
// A store goes to element e of its array; e is a polynomial of what differs from element to element (indices of loops around the store, numbers of
// work-items) and of sizes. Grouped by sizes, e = C1 * n + C2: each C is a coordinate. Where a loop counts rows and a block's threads the columns in
// one program and two loops do in another, the coordinates are the same. `rewritten` says any index by coordinates: an exact identity of integers.
#pragma once

#include "runtime/conform/polynomial.h"

#include <span>
#include <vector>

namespace fporder::conform {

/// True for what differs between the elements that a function computes: an index of a loop outside of sums, the number of a work-item or its launch's
/// sizes, a number that a callee which is not seen gives to a closure.
bool isIteration(const order::Graph &graph, order::NodeId leaf);

/// Of these, a number that a callee which is not seen gives to a closure.
bool isGivenNumber(const order::Graph &graph, order::NodeId leaf);

class IndexSpace {
public:
  /// `indices`: nodes of `graph`, outermost first. Coordinates become leaves of `graph`.
  IndexSpace(order::Graph &graph, std::span<const order::NodeId> indices);

  std::size_t coordinates() const { return leaves.size(); }
  /// The polynomial by coordinates, as far as it can be said so.
  Polynomial rewritten(const Polynomial &polynomial) const;
  /// True for the indices of the output itself.
  bool isOwn(std::span<const Polynomial> rewrittenIndices) const;
  const std::vector<Polynomial> &own() const { return ownIndices; }

private:
  struct Coordinate {
    std::uint32_t solvedFor; // the atom that is replaced
    Polynomial value;        // by this
  };
  void addGroups(order::Graph &graph, const Polynomial &index);

  std::vector<order::NodeId> leaves;
  std::vector<Coordinate> solved;
  std::vector<Polynomial> ownIndices; // rewritten
};

} // namespace fporder::conform
