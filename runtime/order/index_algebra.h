// The algebra of integers: array indices, trip counts and strides as sums, for comparing them and for making them.
//
// Integers are taken as the numbers that they are, not modulo the width of their types; see integer_limits.h for what is known of those.
#pragma once

#include "runtime/order/graph.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace fporder::order {

/// A node of an integer type; conditions are none.
inline bool isInteger(const Graph &graph, NodeId node) { return graph[node].type.format == format::Format::Integer; }

/// A node as base + constant. `base`, and the node that has that value, is invalid for a plain constant.
struct OffsetForm {
  ValueId base;
  long long offset = 0;
  NodeId node = {};
};

enum class Conversions : std::uint8_t { AreValues, AreFollowed };

/// Constants that are added or subtracted, one after the other, are taken off `node`; with AreFollowed conversions between integers too.
OffsetForm offsetForm(const Graph &graph, NodeId node, Conversions conversions = Conversions::AreValues);

/// The value of a constant, or of a sum of such: whole, and at most 2^53 in magnitude. Nothing for an invalid node.
std::optional<long long> wholeNumber(const Graph &graph, NodeId node);

/// constant + sum of coefficient * value, where the values are nodes that are no sums themselves: leaves, indices, products of two of them.
struct AffineForm {
  struct Term {
    NodeId value;
    std::int64_t coefficient = 0; // not 0
  };
  std::int64_t constant = 0;
  std::vector<Term> terms; // distinct in value, in the order of the values

  /// this + factor * other; nothing where a number would not fit in 62 bits.
  std::optional<AffineForm> plus(const Graph &graph, const AffineForm &other, std::int64_t factor = 1) const;
  std::optional<AffineForm> times(std::int64_t factor) const;
};

/// What an integer leaf or operation is taken for; nothing: for a value of its own.
using KnownForm = std::function<std::optional<AffineForm>(NodeId)>;

/// `node`, sums, differences, negation, conversions between integers, multiples and shifts by constants taken apart; what `known` answers is not
/// entered. Nothing when a number does not fit in 62 bits. Costs time proportional to the nodes below `node`; of more than 20,000 it is taken as a
/// value of its own.
std::optional<AffineForm> affineForm(const Graph &graph, NodeId node, const KnownForm &known = {});

/// A sum, difference, product or quotient (towards zero) of integer constants; nothing where it or an operand is beyond 2^52 in magnitude, is divided
/// by zero, or is no such operation.
std::optional<Number> foldedInteger(Op op, std::span<const Number *const> numbers);

/// An integer operation in fewer words: constants folded and gathered at the end, so that i + 1 + 1 and i + 2 are one value; x + 0, x - x, x * 1,
/// x / 1; a difference of sums that leaves one value, as n - (n - i) and (i + n) - n, where no type in between is converted to another. Nothing where
/// the operation has to stay as it is.
std::optional<NodeId> simplifiedInteger(Graph &graph, Op op, NodeId left, NodeId right);
/// The same, or the operation as it is.
NodeId integerOperation(Graph &graph, Op op, NodeId left, NodeId right);

/// What `node` is `divisor` times of, term by term: n of n * 4 and 4, of n * size and size; nothing where that is not seen of a term. Conversions
/// between integers are followed.
std::optional<NodeId> exactQuotient(Graph &graph, NodeId node, NodeId divisor);

} // namespace fporder::order
