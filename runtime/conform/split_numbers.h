// Numbers of elements as several: where a program takes n / C and n % C of the number n of an element, these count rows and columns, as two loops do.
// With n = q * C + r, 0 <= r < C, it is an exact identity of integers that are not negative. The other way round are joined loops (joined_loops.h).
#pragma once

#include "runtime/conform/joined_loops.h"

#include <vector>

namespace fporder::conform {

/// Forms of an output's piece in which a number is split by its least divisor, then a quotient by the next one, ... None where the loops or
/// work-items that it is made of are read by themselves too, or where its divisors are not multiples of one. `flat`: another value, over the same
/// loops. Nodes of `graph`, the piece's own.
std::vector<ElementForm> splitNumbers(order::Graph &graph, const SidePiece &piece, order::NodeId flat);

} // namespace fporder::conform
