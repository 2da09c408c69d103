// Integers as polynomials: sums of products of what is no sum or product itself, so that indices that are equal as numbers are equal as polynomials.
//
// Integers are taken as the numbers that they are, not modulo the width of their types. Quotients, remainders and the like are atoms.
#pragma once

#include "runtime/order/graph.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace fporder::conform {

/// A product of atoms: values of a graph, sorted. The empty one is 1.
using Monomial = std::vector<std::uint32_t>;

class Polynomial {
public:
  Polynomial() = default;
  static Polynomial constant(std::int64_t value);
  /// The atom whose value `node` is.
  static Polynomial atom(const order::Graph &graph, order::NodeId node);

  const std::map<Monomial, std::int64_t> &terms() const { return coefficients; }
  /// The node that an atom was made of.
  order::NodeId node(std::uint32_t atom) const { return nodes.at(atom); }
  bool isZero() const { return coefficients.empty(); }
  std::optional<std::int64_t> asConstant() const;

  /// Nothing where a number would exceed 2^52 in magnitude, or there would be more than 64 terms.
  std::optional<Polynomial> plus(const Polynomial &other, std::int64_t factor = 1) const;
  std::optional<Polynomial> times(const Polynomial &other) const;
  /// With `value` in place of the atom.
  std::optional<Polynomial> substituted(std::uint32_t atom, const Polynomial &value) const;

  bool operator==(const Polynomial &other) const { return coefficients == other.coefficients; }

private:
  bool add(const Monomial &monomial, __int128 coefficient);
  std::map<Monomial, std::int64_t> coefficients; // none of them 0
  std::map<std::uint32_t, order::NodeId> nodes;  // by value: all atoms that occurred on the way
};

/// The polynomial of an integer expression; what a number does not fit in, and operations other than + - * and shifts by constants, are atoms.
/// Conversions between integers are followed. `replaced` may say what an atom is. Costs time in proportion to the nodes below `node`.
Polynomial polynomialOf(const order::Graph &graph, order::NodeId node, const std::function<std::optional<Polynomial>(order::NodeId)> &replaced = {});

/// The expression of a polynomial in `graph`, which its atoms belong to: one for all polynomials that are equal.
order::NodeId expressionOf(order::Graph &graph, const Polynomial &polynomial);

} // namespace fporder::conform
