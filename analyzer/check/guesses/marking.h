// What of a graph rests on names that are taken for something.
#pragma once

#include "runtime/order/procedure.h"

namespace fporder::check {

/// A floating-point operation rests on what its operands rest on by their names, unless one of them is floating point for sure. To be called for the
/// nodes in their order.
void passOn(order::Procedure &procedure, order::NodeId node);

} // namespace fporder::check
