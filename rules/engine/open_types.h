// Whether anything says that the values of an expression are numbers, where a template leaves their types open.
//
// The order of factors of a number is free; that of matrices is not. The front end looks for proofs (a call of sqrt, what a value is stored to) and
// assumes a floating type where there is none (Assumption::Kind::Type).
#pragma once

#include "runtime/order/procedure.h"

namespace fporder::rules {

/// True where `root` has inputs other than integers and constants, the types of all of them are assumed, none is an element of an array, and no
/// constant is added to or subtracted from one. Code for a device computes with numbers. Beyond Limit::EvidenceNodes nodes: false.
bool mayBeMatrices(const order::Procedure &procedure, order::NodeId root);

} // namespace fporder::rules
