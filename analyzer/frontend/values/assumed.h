// Values that rest on assumptions, through the folding of constants.
#pragma once

#include "runtime/order/procedure.h"

#include "llvm/ADT/ArrayRef.h"

namespace fporder::frontend {

/// `result`, which was made of `operands` without an operation that the graph would hold: it rests on what they rest on.
order::NodeId inherit(order::Procedure &procedure, order::NodeId result, llvm::ArrayRef<order::NodeId> operands);

} // namespace fporder::frontend
