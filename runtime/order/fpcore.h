// FPCore (FPBench 2.0) notation, lossless apart from source places.
//
// Standard FPCore carries what it can: (FPCore name (args) :precision binary32 body), (! :precision binary16 ...) around operations of another
// format, (cast x), let for shared nodes. What FPCore has no word for is carried in documented properties:
//   :fporder-version N     leaf values that share a spelling
//   :fporder-env (...)     contraction, fast-math flags
//   :fporder-round R       rounding of a cast beyond :round's five directions
//   :fporder-reduce (...)  kind, schedule, width and loop of a reduction
//   :fporder-shape S       complex or lanes
//   :fporder-leaf K        element, loop index, loop value or opaque instead of a plain argument
// Reader and writer round-trip: parseFpcore(printFpcore(g, n)) has the same ValueId structure, formats, environments and operand order as n.
#pragma once

#include "runtime/order/infix.h"

namespace fporder::order {

std::string printFpcore(const Graph &graph, NodeId node, std::string_view name = {});

/// Accepts plain FPBench cores with a straight-line body too (let, let*, if, the operations and constants of FPBench's standard); while loops,
/// tensors and unknown operations are a SyntaxError that names them.
Parsed<NodeId> parseFpcore(std::string_view text, Graph &graph);

} // namespace fporder::order
