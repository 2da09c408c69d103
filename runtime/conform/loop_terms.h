// Terms of sums over loops, with their indices changed.
#pragma once

#include "runtime/conform/polynomial.h"

#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace fporder::conform {

order::NodeId loopIndex(order::Graph &graph, std::uint32_t loop, std::string_view name);

/// The LoopIndex of a loop in a term; invalid where it is not mentioned.
order::NodeId indexIn(const order::Graph &graph, order::NodeId term, std::uint32_t loop);

using Change = std::function<std::optional<Polynomial>(const Polynomial &)>;

/// A term whose integers are changed by `change`, all of them that mention a loop; nothing where it says nothing, or where a loop in the term depends
/// on one of `loops`.
std::optional<order::NodeId> changedTerm(order::Graph &graph, order::NodeId term, std::span<const std::uint32_t> loops, const Change &change);

/// A sum like `like` of other terms, one after the other.
order::NodeId sumLike(order::Graph &graph, order::NodeId like, order::NodeId initial, order::NodeId term, order::NodeId trips, std::uint32_t loop);

bool isIdentity(const order::Graph &graph, order::NodeId node, order::ReductionKind kind);

/// The number of terms of both sums together: n for n / c parts of c, which `assumed` then says is exact. Nothing where it is too large.
std::optional<Polynomial> termsTogether(const order::Graph &graph, order::NodeId outer, order::NodeId inner, std::vector<std::string> &assumed);

} // namespace fporder::conform
