// How far from the real value rounding may take an order: in general, and on given inputs.
#pragma once

#include "runtime/order/graph.h"

#include <span>
#include <vector>

namespace fporder::measure {

/// The error in units in the last place of `target` that the roundings of the order under `root` explain where none of them is amplified.
///
/// A rounding to p digits is a relative error of at most 2^-p of what is rounded, and 2^-P of x is less than ulp(x) of a format of P digits: each
/// operation counts for 2^(P - p). Products, quotients and sums of one sign hand relative errors on at most as they are (a root halves them), so that
/// the sum bounds the result's error to first order; the half added to it covers the second for up to 2^(P / 2) operations. An operation in a loop
/// counts `terms` times, a call of the mathematical library as four roundings.
double unamplifiedError(const order::Graph &graph, order::NodeId root, format::Format target, std::uint32_t terms);

/// A bound on |computed - real| of the order under `root` on one input, its nodes' computed values being `values` (those of `nodes`, operands first):
/// the running error analysis of Wilkinson (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 3.3), underflow included. Infinite where
/// an operand's error reaches a pole; NaN where an operation is not followed: a reduction, a function other than exp, log, expm1, log1p, sin, cos,
/// tanh and atan on an operand that is not exact, a choice that the errors may turn.
double runningError(const order::Graph &graph, std::span<const order::NodeId> nodes, std::span<const double> values);

} // namespace fporder::measure
