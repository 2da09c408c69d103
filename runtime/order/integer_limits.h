// What integers of a program may be: the type that an operation on them is computed in, and the values that its result may have.
//
// The runtime holds integers in binary64, exactly up to 2^53. A program's have a type: unsigned results are taken modulo 2^width, signed ones that do
// not fit are undefined, and conversions, which have no node of their own where no value needs one, change what the type does not hold. An operation
// on integers therefore keeps what is known of this in NodeSpec::version: of arithmetic, calls and casts to integers the type of the result; of
// comparisons and casts from integers that of the operands. Its value (ValueId) does not depend on it: indices that are equal as numbers are equal.
#pragma once

#include "runtime/order/graph.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace fporder::order {

struct IntegerLimits {
  static constexpr std::uint8_t exactBits = 53; // values beyond 2^53 in magnitude are not held whatever their type

  std::uint8_t width = 0; // bits of the type that it is computed in; 0: not known
  bool isSigned = true;
  std::uint8_t asWidth = 0; // bits of the type that the result is converted to, modulo 2^asWidth; 0: it is not
  bool asSigned = true;
  std::uint8_t below = exactBits + 1; // values, converted, are at least -2^(below - 1); 0: at least 0
  std::uint8_t above = exactBits;     // values, converted, are less than 2^above; at most 2^53

  /// Those of a type of `bits` bits, 1 to 64.
  static IntegerLimits ofType(unsigned bits, bool isSigned);

  double lowest() const;
  double highest() const;
  bool hold(double value) const { return value >= lowest() && value <= highest(); } // not NaN
  /// Of the type that it is computed in, without the conversion; all that is held where it is not known.
  IntegerLimits computed() const { return width == 0 ? IntegerLimits{} : ofType(width, isSigned); }
  /// Results are taken modulo 2^width.
  bool wrap() const { return width != 0 && !isSigned; }
  /// True where every value of `other` is one of these.
  bool contain(const IntegerLimits &other) const { return below >= other.below && above >= other.above; }
  /// As they are, of the values that `type` holds too, to which a conversion to it does nothing.
  IntegerLimits within(const IntegerLimits &type) const;
  /// As they are, then converted to `type`: modulo 2^width, or, where it is the wider and does not hold all values, of those that it holds.
  IntegerLimits convertedTo(const IntegerLimits &type) const;
  /// What the conversion makes of a result in the type that it is computed in; nothing where that is not held.
  std::optional<double> converted(double result) const;
  bool operator==(const IntegerLimits &) const = default;
};

/// As NodeSpec::version has them.
std::uint32_t packed(const IntegerLimits &limits);

/// True for nodes that can say it: integer arithmetic, calls, choices and comparisons of integers, sums of integers, casts to and from integers.
bool mayHaveLimits(const Graph &graph, NodeId node);
/// Those of `node`; nothing where it says none.
std::optional<IntegerLimits> integerLimits(const Graph &graph, NodeId node);
/// `node` with these in place of its own. Precondition: mayHaveLimits.
NodeId withLimits(Graph &graph, NodeId node, const IntegerLimits &limits);

/// True for operators of which the low bits of the result depend on the low bits of the operands alone: + - * unary -, & | ^ ~ <<. `symbol` is that
/// of a Call.
bool isModular(Op op, std::string_view symbol);

/// The result of such an operator modulo 2^width, of integers that are held; nothing where the result is not held, or the shift not defined.
std::optional<double> moduloWidth(Op op, std::string_view symbol, double a, double b, unsigned width);

} // namespace fporder::order
