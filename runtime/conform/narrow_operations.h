// One operation on numbers of a format, carried out in a wider one and rounded back, as that operation in the format itself.
//
// The bits are the same where the wider format has at least 2p + 2 digits for the p of the narrow one (Figueroa 1995, "When is double rounding
// innocuous?") and a range in which no result of the operation is rounded as a subnormal number: binary16 in binary32 and binary32 in binary64, not
// bfloat16 in binary32.
#pragma once

#include "runtime/order/graph.h"

#include <optional>

namespace fporder::conform {

/// The operation that rounding `wide` to the format of `to` is; nothing where it is another value.
std::optional<order::NodeId> narrowOperation(order::Graph &graph, order::NodeId wide, order::ValueType to);

} // namespace fporder::conform
