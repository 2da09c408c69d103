// Signs in one form: where an operation has a negated operand, the operation without it, negated, or the opposite one.
//
// a + (-b) is a - b, (-a) * b and a / (-b) are the negated product and quotient, a conversion of -a is the negated conversion: negation is exact and
// rounding to nearest is symmetric, so that the bits are the same, zeros and their signs included. -(a - b) is not b - a, whose zero has another
// sign.
#pragma once

#include "runtime/order/graph.h"

namespace fporder::conform {

/// The operation `spec`, interned in `graph`, where it has negated operands in the form without them. The result may be an Op::Neg of it, which has
/// no place.
order::NodeId internSigned(order::Graph &graph, const order::NodeSpec &spec);

} // namespace fporder::conform
