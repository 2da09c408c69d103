// The bits of a number taken as another number: casts of pointers, unions, memcpy, std::bit_cast, __int_as_float, as_type.
#pragma once

#include "runtime/order/graph.h"

namespace fporder::order {

/// `node` itself where it has that type; a constant where it is one, NaN and negative integers aside; the floating-point number whose bits it is
/// where `type` is that number's; else bits(node).
NodeId bitCast(Graph &graph, NodeId node, ValueType type, PlaceId place = {});

} // namespace fporder::order
