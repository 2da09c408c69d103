// Orders of one computation as texts that can be compared: what they have in common reads the same in all of them.
#pragma once

#include "runtime/order/infix.h"

#include <span>
#include <string>
#include <vector>

namespace fporder::order {

/// Each of `orders` in infix, as printInfix writes it. Where one is longer than options.maxLength, the subexpressions that all orders share are
/// abbreviated, each in the same way in all orders, and no more than is needed; what the orders group differently stays. Where that is not enough,
/// each is abbreviated by itself. Orders that differ only by conversions that change no value show these.
std::vector<std::string> printOrders(const Graph &graph, std::span<const NodeId> orders, const InfixOptions &options);

} // namespace fporder::order
