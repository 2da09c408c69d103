// One side of a comparison, prepared: its outputs in a graph whose loops count from 0 by 1, and what they rest on.
#pragma once

#include "runtime/conform/conform.h"
#include "runtime/conform/joined_loops.h"
#include "runtime/conform/named_values.h"
#include "runtime/conform/outputs.h"
#include "runtime/conform/translation.h"
#include "runtime/measure/closed_loops.h"

#include <memory>
#include <set>

namespace fporder::conform {

struct PreparedPiece {
  SidePiece piece;
  SidePiece flat;                    // with sums of sums as single ones
  std::vector<ElementForm> forms;    // with loops around the store joined, then with numbers of elements split
  std::vector<std::string> flatness; // what that rests on
  std::string notHeld;               // why the graph does not hold the value
  std::vector<std::string> assumed;  // facts of the procedure that the value rests on
  order::NodeId root;                // of the procedure's graph
  Site site;                         // of the store
  bool conditional = false;          // see Piece
  bool asserted = false;             // see Piece
  bool alone = false;                // the output's only piece
};

class PreparedSide {
public:
  /// `named`: values of the side's that are taken as inputs.
  explicit PreparedSide(const Side &side, std::span<const NamedValue> named = {});

  const std::vector<Output> &outputs() const { return all; }
  /// Pieces of an output, in the order of Output::pieces.
  const std::vector<PreparedPiece> &pieces(std::size_t output) const { return prepared[output]; }
  /// The same without the conditions under which elements keep what was there: what is stored, wherever it is.
  const std::vector<PreparedPiece> &storedPieces(std::size_t output) const { return stored[output].empty() ? prepared[output] : stored[output]; }
  std::vector<Input> inputs(std::size_t output) const;
  const measure::Subject &subject() const { return *closed; }
  const Side &given() const { return side; }
  bool ranged() const { return hasRanges; }
  /// Folded names of all that the function reads.
  const std::set<std::string> &names() const { return allNames; }
  /// See computedNames.
  const std::set<std::string> &computed() const { return allComputed; }

private:
  void prepare(const Piece &piece, order::NodeId value, measure::ClosedLoops &copy, std::vector<PreparedPiece> &into);
  void dropOverwritten(std::vector<PreparedPiece> &pieces);
  std::vector<order::NodeId> countsAround(std::vector<order::NodeId> indices) const;
  std::uint64_t countOf(std::uint32_t loop) const;
  bool coverSameElements(const PreparedPiece &one, const PreparedPiece &other);

  Side side;
  bool hasRanges = false;
  std::set<std::string> allNames, allComputed;
  std::vector<Output> all;
  std::unique_ptr<measure::Subject> closed;
  std::vector<std::vector<PreparedPiece>> prepared, stored; // by output; stored: none where that is nothing else
};

/// What the pieces of an output compute, a line each, of at most about `maxLength` bytes.
std::string spelledPieces(const PreparedSide &side, std::size_t output, std::size_t maxLength);

/// Where a node of a graph is written: its place, or that of the nearest operation under it that has one.
Site siteOf(const order::Graph &graph, order::NodeId node);

} // namespace fporder::conform
