// What conditions ask about a procedure's values: who consumes a value, its sign, whether it is constant. Everything is computed when first asked
// for, by sweeps over the graph as it stood when matching began, so that a procedure without a match costs nothing.
#pragma once

#include "rules/engine/rounding_directions.h"
#include "rules/engine/visibility.h"
#include "runtime/order/procedure.h"
#include "runtime/order/reachability.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::rules {

/// The bit of an operation in a shape.
constexpr std::uint32_t shapeBit(order::Op op) { return std::uint32_t{1} << static_cast<unsigned>(op); }

/// What is provable of a value's sign; NaN aside.
struct Sign {
  bool nonNegative = false;
  bool nonPositive = false;
};

/// What may consume a value: the argument of the condition `feeds`.
enum class Consumer : std::uint8_t {
  Subtraction,  // an addition or subtraction in which cancellation is possible; see Analysis::feeds
  Cancellation, // the same, between terms that have a reason to cancel
  Addition,     // any addition or subtraction
  Narrowing,    // a cast to a format with a smaller significand
  Rounding,     // a call that rounds to an integral value
  Integer,      // a conversion to an integer
  Conversion,   // the same, of the value itself, within limits or not; what is made of it first is another number
  Quantising,   // Rounding, Integer, or a cast to a format with at most 11 significand bits
  Comparison,
  Division,
  Reduction,
  Sqrt,
  Widening, // a cast to a wider format
  Multiplication,
  Arithmetic, // any rounding operation
  Call,       // of a named function
};

std::optional<Consumer> parseConsumer(std::string_view name);
std::span<const std::string_view> consumerNames();

/// A consumer found: the node that consumes and a clause about it for the reader.
struct Consumption {
  order::NodeId node;
  std::string detail;
};

/// A value whose sign a condition or copysign gives it: select(s >= 0, |x|, -|x|) has the sign of s.
struct SignedChoice {
  order::NodeId source;  // whose sign it has; invalid: it may have either
  bool opposite = false; // the negated sign of the source
  bool magnitude = false;
};

class Analysis {
public:
  explicit Analysis(order::Procedure &procedure);
  Analysis(const Analysis &) = delete;
  Analysis &operator=(const Analysis &) = delete;

  order::Procedure &procedure() const { return subject; }
  order::Graph &graph() const { return subject.graph; }

  /// `node` without the conversions around it that cannot round: widening casts, casts from or to a dependent type.
  order::NodeId strip(order::NodeId node) const;
  /// `node` without any conversion between floating-point formats around it, rounding or not.
  order::NodeId stripConversions(order::NodeId node) const;
  /// True for conversions that `strip` removes.
  bool isExactCast(order::NodeId node) const;

  /// The operations of patterns, as bits by Op, that can match `node`: its own, behind exact casts, and those of which it is another spelling (x + x
  /// of a product, x / 2 of a product, pow(x, 2) of a square). A constant expression is a Constant only.
  std::uint32_t shape(order::NodeId node) const {
    if (node.index < shapes.size() && shapes[node.index])
      return shapes[node.index];
    return computeShape(node);
  }

  /// Nodes that have `node` as an operand.
  std::span<const order::NodeId> users(order::NodeId node);
  /// The same value as other loops read it from the elements that it was stored to.
  std::span<const order::NodeId> readElsewhere(order::NodeId node);
  /// The other way round: what loops wrote to the elements that it was read from.
  std::span<const order::NodeId> writtenElsewhere(order::NodeId node);

  Sign sign(order::NodeId node);
  /// `node` taken as a value with a chosen sign, when it is one: a copysign, or a selection between x and -x.
  std::optional<SignedChoice> signedChoice(order::NodeId node) const;
  /// Every leaf under `node` is a constant (looked for to a small depth; a deeper constant expression counts as not constant).
  bool isConstant(order::NodeId node) const;
  /// The value of a constant expression, when binary64 arithmetic gives it exactly or the node's own format rounds it so.
  std::optional<order::Number> constantValue(order::NodeId node) const;
  /// Integral for sure, as long as the format's digits hold it: converted from an integer, rounded to one, sums, products and remainders of such.
  bool isIntegral(order::NodeId node) const;
  /// Made from what a pseudo-random generator of the library yields: no bit of it is meant.
  bool drawnAtRandom(order::NodeId node) const;
  /// Nothing is done with it but to compare it, its magnitude, its root or what it is relative to something with constants: a tolerance far above its
  /// rounding decides.
  /// Comparisons with zero are tests too unless `tolerance`: a sign decides those, and every bit counts.
  bool onlyTested(order::NodeId node, bool tolerance = false);
  /// `difference`, which takes `term` from a constant, is the weight that complements it: it is used in products that are added to something that
  /// depends on `term` as well, (1 - t) * a + t * b, whose rounding is no smaller than what the difference loses.
  bool isComplement(order::NodeId difference, order::NodeId term);
  /// One of the factors of both is the same rounded value: its rounding scales their difference, and is not amplified in it.
  bool sharesComputedFactor(order::NodeId left, order::NodeId right) const;
  /// A power of two for sure, zero and infinity aside: a constant one, 1 << n, ldexp of one, exp2 of an integer, bits that hold an exponent and no
  /// fraction, products and quotients of such.
  bool isPowerOfTwo(order::NodeId node) const;

  /// Loops whose index or carried values `node` depends on, ascending; the loops of reductions under it excluded.
  const std::vector<std::uint32_t> &loops(order::NodeId node);
  /// `inner` occurs in the expression under `outer`, as a value.
  bool dependsOn(order::NodeId outer, order::NodeId inner) const;

  /// What of the procedure's values is seen outside.
  Visibility &seen() { return visibility; }

  /// The operation belongs to an error-free transformation, a compensated sum or quotient: it feeds, computes or consumes a recovered rounding error
  /// such as (t - s) - y with t = s + y, or divides two values of one error as (e - 1) * x / log(e) does.
  bool compensated(order::NodeId node);

  /// Looks for a consumer of `node` through exact operations. For Subtraction it is a difference, or a sum with a negated operand, whose terms are
  /// not provably of the same effective sign; a sum of operands of unknown sign does not count. Quantising consumers are found through additions as
  /// well.
  /// Without `describing` the detail stays empty, which is much cheaper.
  std::optional<Consumption> feeds(order::NodeId node, Consumer consumer, std::string_view function = {}, bool describing = true);

  /// The directions in which the procedure rounds.
  const RoundingDirections &roundings();

  /// Nodes in the graph when matching began; later ones are alternatives that nothing consumes.
  std::size_t originalSize() const { return size; }

private:
  bool onlyChooses(order::NodeId comparison, order::NodeId value);
  bool isScaledBits(order::NodeId bits, unsigned fractionBits, unsigned depth) const;
  std::uint32_t computeShape(order::NodeId node) const;
  void buildUsers();
  void findCarried();
  void buildSigns();
  void buildLoops();
  void buildCompensated();
  Sign signOf(order::NodeId node) const;
  Sign signOfProduct(order::NodeId node) const;
  Sign signOfCall(const order::Node &stored, order::NodeId node) const;
  bool recoversError(order::NodeId node);
  std::vector<order::NodeId> compensatedQuotient(order::NodeId quotient);
  bool takesTermBack(order::NodeId difference, order::NodeId total, order::NodeId part);
  bool isPowerOfTwoWithin(order::NodeId node, unsigned depth) const;
  std::optional<double> constantDouble(order::NodeId node, unsigned depth) const;

  order::Procedure &subject;
  std::size_t size;
  mutable std::vector<std::uint32_t> shapes; // 0: not yet known
  std::vector<std::uint32_t> userOffsets;
  std::vector<order::NodeId> userList;
  using Instances = std::map<order::NodeId, std::vector<order::NodeId>>;
  Instances reads;  // by the node that was stored
  Instances writes; // by the node that was read
  bool carriedKnown = false;
  std::vector<Sign> signs;
  std::vector<std::uint32_t> loopSet; // per node: index into loopSets
  std::vector<std::vector<std::uint32_t>> loopSets;
  std::vector<bool> compensatedNodes;
  std::optional<RoundingDirections> roundingDirections;
  mutable order::Reachability reachability;
  Visibility visibility;
};

} // namespace fporder::rules
