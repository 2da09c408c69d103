// The words of an expression's author: what the operands of operations are called where these stand in the source.
#pragma once

#include "runtime/order/infix.h"
#include "runtime/order/procedure.h"

#include <span>
#include <vector>

namespace fporder::order {

struct WrittenNames {
  ValueNames names;
  std::vector<NodeId> computed; // of the named values those that operations of the function compute, in the order in which `root` reads them
};

/// Names for the operands of `opened`, the operations that a text shows, of which `root` is the last, and of the operations that are written out in
/// the same statements: a variable that a statement reads stands for what it holds. Two values never have one name: of two that the source calls
/// alike the one that `root`'s statement reads keeps it, and the other is spelled as the graph spells it. Operations of other calls than the root's
/// have no names here, nor do values beyond the LoopNames nearest to the root.
WrittenNames writtenNames(const Procedure &procedure, NodeId root, std::span<const NodeId> opened);

} // namespace fporder::order
