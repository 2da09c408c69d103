// How the operations are modelled. A point of evaluation lives in two prime fields at once: modulo p, and modulo q where p = 2q + 1, so that q is the
// order of the squares modulo p. Values are compared modulo p; exponents are taken modulo q, which makes exp(a + b) = exp(a) * exp(b) hold in the
// model.
//
//   + - * / fma neg              as they are; integer division is uninterpreted
//   sqrt, abs, copysign, min, max   with squares for the positive numbers (see prime_field.h): |x| = sign(x) * x, max(x, y) = (x + y + |x - y|) / 2
//   exp, exp2, exp10 and what is made of them (expm1, sinh, cosh, tanh)     powers of fixed squares
//   log, log2, log10, log1p      one uninterpreted symbol each, log1p(x) being log(1 + x); log(exp(x)) = x
//   sum(i, f)                    init plus a random linear functional of f, whose weights add up to the trip count: sums may be split and
//                                invariant factors moved; the terms of an iteration and of loops that continue the sum add up
//   comparisons, ! && ||         random bits over canonical arguments, combined by logic; c ? x : y is c * x + (1 - c) * y. Where that tells the two
//                                apart, once more with a < b being the sign of a - b, which abs, min and max take: where exponentials need a number
//                                modulo q as well, points at which the two signs are not the same are discarded, and so are those
//                                at which a constant has not its own sign. x < 0 and x <= 0 are then told apart where x is 0, of inputs and
//                                constants, one comparison at a time: a difference where two of them change at once goes unseen
//   everything else              a hash of its name and of its arguments' residues: equal arguments, equal values
//
// Points where something is divided by 0 or a root is taken of a non-square are discarded. Each root halves the points; where too few are left, the
// roots of non-squares are uninterpreted symbols over their arguments instead, which proves less: of those r * r = x is not used. All this holds for
// real numbers on the common domain of the two sides, hence whatever the model cannot tell apart is equal there, up to the stated error.
#pragma once

#include "runtime/limits/limits.h"
#include "runtime/order/equality.h"
#include "runtime/order/hash_index.h"
#include "runtime/order/prime_field.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fporder::order::equality {

using Element = PrimeField::Element;

inline constexpr unsigned deepestLoop = limits::most(limits::Limit::EqualityLoops); // sums nested deeper are taken as symbols
inline constexpr std::size_t mostSteps = limits::most(limits::Limit::EqualitySteps);

enum class Function : std::uint8_t { Other, Exp, Exp2, Exp10, Expm1, Sinh, Cosh, Tanh, Log, Log1p, Pow, Hypot, Cbrt, Rsqrt, Reciprocal };

/// A value at one point: modulo p and, where some exponential needs it, modulo q.
struct Residue {
  Element value = 0;
  Element exponent = 0;
};

struct Step {
  NodeId node;
  Op op = Op::Input;
  Function function = Function::Other;
  bool asExponent = false;   // needed modulo q
  bool mentionsLoop = false; // evaluated anew for every loop point
  bool integer = false;      // an operation on integers
  bool boolean = false;      // a truth value: its residue is 0 or 1
  int power = 0;             // pow by a constant: twice its exponent, when `constantPower`
  bool constantPower = false;
  std::uint32_t alias = UINT32_MAX; // equal to this step: casts, log(exp(x))
  std::uint64_t identity = 0;       // hash of what names the operation or leaf
  std::vector<std::uint32_t> operands;
};

/// The part of a reduction's term that is evaluated at every loop point.
struct Body {
  std::vector<std::uint32_t> steps;
  std::uint64_t range = 0; // tells apart ranges that are not given by a trip count
};

inline std::uint64_t hashText(std::string_view text) {
  std::uint64_t hash = 0x243f6a8885a308d3U;
  for (const char c : text)
    hash = mixHash(hash, static_cast<unsigned char>(c));
  return hash;
}

/// Where a comparison changes: the leaf at what it is compared with.
struct Boundary {
  std::uint32_t leaf, other; // steps
};

/// Two expressions compiled to one list of steps, evaluated at random points.
class Comparison {
public:
  Comparison(const Graph &source, NodeId left, NodeId right);

  RealEquality decide(std::uint64_t seed, unsigned rounds);
  /// Keeps what every value outside of loops is at the points that count.
  void keepValues() { keeps = true; }
  /// By node: its values there; null for what lies in loops, or under neither root.
  const std::vector<Element> *valuesOf(NodeId node) const;
  /// Different values at a point tell values apart: no root was a symbol.
  bool tellsApart() const { return !freeRoots; }

private:
  // Preparation.
  void collect(NodeId left, NodeId right);
  void collectBody(NodeId reduction);
  void compile(NodeId node);
  void compileCall(Step &step);
  std::uint64_t rangeOf(std::uint32_t loop) const;

  // Evaluation at one point; false discards the point.
  bool evaluate(const std::vector<std::uint32_t> &list, unsigned depth);
  bool evaluateStep(const Step &step, unsigned depth, Residue &out);
  Residue loopIndex(const ReduceOperands &operands, Residue index, unsigned depth) const;
  Residue joined(const Step &step, unsigned depth) const;
  bool evaluateReduce(const Step &step, unsigned depth, Residue &out);
  bool evaluateCall(const Step &step, unsigned depth, Residue &out);
  bool evaluateAlgebraic(const Step &step, std::span<const Residue> arguments, Residue &out) const;
  bool freeRoot(const Step &step, std::span<const Residue> arguments, Residue &out) const;
  RealEquality decideAt(std::uint64_t seed, unsigned rounds);
  bool decideLinked(std::uint64_t seed, unsigned rounds);
  bool findBoundaries();
  std::optional<Element> evaluateIn(const PrimeField &field, const Step &step, const Element *x) const;
  Residue symbol(std::uint64_t name, const Residue *arguments, std::size_t count) const;
  Residue leaf(const Step &step, unsigned depth) const;
  bool truth(std::uint32_t operand, const Residue &value) const;
  bool logic(const Step &step, const Residue *x) const;
  bool isOrder(const Step &step) const;
  bool hasWrongSign(const Step &step, const Residue &value) const;
  bool signsDiffer(const Step &step, const Residue *x) const;
  const Residue &at(std::uint32_t step, unsigned depth) const { return values[steps[step].mentionsLoop ? depth : 0][step]; }

  const Graph &graph;
  std::vector<NodeId> baseNodes;
  std::unordered_map<std::uint32_t, std::vector<NodeId>> bodyNodes;
  std::vector<Step> steps;
  std::unordered_map<std::uint32_t, std::uint32_t> stepOf; // node index to step
  std::vector<std::uint32_t> baseSteps;
  std::unordered_map<std::uint32_t, std::uint64_t> loopNames; // loop to the hash of its index's name
  std::unordered_map<std::uint32_t, Body> bodies;             // by step
  std::uint32_t leftStep = 0, rightStep = 0;
  bool branches = false;                                        // some operation looks at a sign or a condition
  bool roots = false;                                           // there are square roots
  bool freeRoots = false;                                       // those of non-squares are symbols
  bool orders = false;                                          // numbers are compared by < or the like
  bool linked = false;                                          // what compares numbers looks at their difference's sign
  std::vector<Boundary> boundaries;                             // of all that compares numbers, once these are linked
  std::optional<Boundary> forced;                               // the leaf has the other's value
  bool keeps = false;                                           // values of all base steps
  std::unordered_map<std::uint32_t, std::vector<Element>> kept; // by step
  bool apart = false;                                           // a point was found at which the two differ

  PrimeField field{7}, exponentField{3};
  std::uint64_t point = 0;
  std::array<std::vector<Residue>, deepestLoop + 1> values;
  std::vector<std::pair<std::uint32_t, Residue>> loopValues;
  std::size_t stepsTaken = 0;
};

} // namespace fporder::order::equality
