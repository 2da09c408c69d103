// FPCore (FPBench 2.0) notation, lossless apart from source places.
//
// Standard FPCore carries what it can: (FPCore name (args) :precision binary32 body), (! :precision binary16 ...) around operations of another
// format, (cast x), let for shared nodes. What FPCore has no word for is carried in documented properties:
//   :fporder-env (...)     contraction, fast-math flags: contract-statement contract-fast reassociate reciprocal approximate-calls no-signed-zeros
//                          finite-math-only strict dynamic-rounding; () for none
//   :fporder-round R       rounding of a cast beyond :round's five directions
//   :fporder-shape S       scalar, complex or lanes
// These, like :precision and :round, hold for the expression and everything in it. The following describe the one expression that they annotate:
//   :fporder-leaf K        element, loop-index, loop-value or opaque instead of a plain argument
//   :fporder-symbol "S"    the leaf's spelling, where it is not the variable's name
//   :fporder-version N     leaf values that share a spelling; the loop of a loop index
//   :fporder-reduce (kind schedule width loop)    (+ init term) or (+ init term trip-count first step) is a reduction; * fmin fmax for the other
//                                                 kinds; "continues" and "fused" may follow
//   :fporder-call "F"      (call x ...) calls a function outside FPBench's standard
//   :fporder-result P      the format of a comparison or predicate that is not boolean
//   :fporder-number "N"    a number without a notation: -inf
// (fporder-terms x y ...) as the term of a reduction joins several values in each iteration.
// Elements, and loop values with an index, are (ref name index ...). Constants such as PI are calls without arguments.
//
// Reader and writer round-trip: parseFpcore(printFpcore(g, n), g) is n without its places and storages. Leaves and constants have no
// environment.
#pragma once

#include "runtime/order/infix.h"

namespace fporder::order {

std::string printFpcore(const Graph &graph, NodeId node, std::string_view name = {});

/// Accepts plain FPBench cores with a straight-line body too (let, let*, if, the operations and constants of FPBench's standard); while loops,
/// tensors and unknown operations are a SyntaxError that names them.
Parsed<NodeId> parseFpcore(std::string_view text, Graph &graph);

} // namespace fporder::order
