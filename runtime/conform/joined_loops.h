// Nests of loops as single ones: where the elements of an output lie at b * T * C + t * C + i, and t counts T rows, one number n = b * T + t counts
// the rows of all b. Kernels number their work-items so; loops over a batch and its rows are the same elements. With b = n / T and t = n % T it is an
// exact identity of integers.
#pragma once

#include "runtime/conform/translation.h"

namespace fporder::conform {

/// A piece whose elements are said by other numbers.
struct ElementForm {
  order::NodeId value, flat;
  std::vector<order::NodeId> indices;
};

/// Forms of an output's piece in which neighbouring loops around its store are joined, from the outermost on: two of them, three of them, ... None
/// where how often a loop runs is not known, or is not the step of the loop around it. `flat`: another value, over the same loops. Nodes of `graph`,
/// the piece's own.
std::vector<ElementForm> joinedLoops(order::Graph &graph, const SidePiece &piece, order::NodeId flat);

} // namespace fporder::conform
