// Operations of the ordering graph and what each one does to the bits.
#pragma once

#include "runtime/format/rounding.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace fporder::order {

enum class Op : std::uint8_t {
  // Leaves. `symbol` names them, `version` tells apart values that share a spelling (before and after an assignment, say).
  Input,     // a value whose own rounding is not seen: parameter, global, loaded field
  Element,   // an array element or dereference: symbol = spelled base, operands = index values (integers), outermost first
  LoopIndex, // induction variable of loop `version`: distinct for every loop
  LoopValue, // a phi: a loop-carried value as it is at the start of an iteration, and under a `version` of its own what a loop leaves in it;
             // operands: the LoopIndex of its loop, or none
  Opaque,    // not understood; also counted and named in notAnalysed
  Constant,  // `number`: an exact real
  // Rounding operations on floating-point formats; exact on integers.
  Add,
  Sub,
  Mul,
  Div,
  Sqrt,
  Fma,  // operands a, b, c: a * b + c with one rounding
  Call, // `symbol` is the canonical function name: "exp", "log1p", "pow", "tanh", "rcp" (approximate reciprocal), ...
  Cast, // conversion to `type` with `rounding`; exact when it widens
  // Exact operations.
  Neg,
  Abs,
  CopySign,
  Min,
  Max,
  // Control.
  Select,  // operands condition, then, otherwise
  Compare, // `symbol` is one of < <= > >= == !=
  And,
  Or,
  Not,
  // A loop that accumulates: operands initial value, term, [trip count, [first index, [index step]]]; `reduction` says how. See "Sums" in graph.h.
  Reduce,
  // What joins an accumulator in one iteration when it is more than one value: two operands or more, in the order in which they join it. Stands only
  // as the term of a Reduce of kind Sum or Product.
  Terms,
  // What a loop that is no sum leaves in a value that it carries; `version` is the loop. See "Recurrences" in graph.h.
  Recurrence,
};

std::string_view name(Op op);

/// Number of operands when fixed, -1 for Element, LoopValue, Call, Reduce, Terms and Recurrence.
int arity(Op op);

/// Input, Element, LoopIndex, LoopValue, Opaque, Constant: what computes nothing itself.
bool isLeaf(Op op);

/// Whether the operation rounds its result to a floating-point type: Add, Sub, Mul, Div, Sqrt, Fma, Call and Reduce. A Cast does where it narrows,
/// which its operand's type says as well: castRounds.
bool isRounded(Op op);
/// Whether a conversion rounds; those from integers and Booleans count as exact.
bool castRounds(format::Format from, format::Format to);

/// True when swapping the two operands cannot change a bit: Add, Mul, Min, Max, And, Or, == and != comparisons (NaN payloads aside). For Fma the
/// first two operands commute.
/// The first form cannot see a comparison's symbol and says false for Compare.
bool isCommutative(Op op);
bool isCommutative(Op op, std::string_view symbol);

/// Rounding direction of a Cast; every other operation rounds to nearest even unless its environment says otherwise.
using Rounding = format::RoundingMode;

std::string_view name(Rounding rounding);

/// Shape of a value. Elementwise operations on complex numbers and lanes are written with the scalar operations above.
enum class Shape : std::uint8_t { Scalar, Complex, Lanes };

struct ValueType {
  format::Format format = format::Format::Unknown;
  Shape shape = Shape::Scalar;
  auto operator<=>(const ValueType &) const = default;
};

inline constexpr ValueType integerType{format::Format::Integer, Shape::Scalar}, booleanType{format::Format::Boolean, Shape::Scalar};

std::string_view name(Shape shape);

/// The floating-point environment an operation was written under, as attributes of its node.
/// `contraction` is already `Off` when the target has no fused multiply-add.
enum class Contraction : std::uint8_t { Off, Statement, Fast };

struct Environment {
  Contraction contraction = Contraction::Off;
  bool reassociate = false;      // -fassociative-math, -ffast-math
  bool reciprocal = false;       // -freciprocal-math
  bool approximateCalls = false; // -fapprox-func
  bool noSignedZeros = false;
  bool finiteMathOnly = false;
  bool strict = false;          // FENV_ACCESS on, or a strict exception model
  bool dynamicRounding = false; // rounding mode not known to be to nearest
  auto operator<=>(const Environment &) const = default;
};

/// In which order a reduction combines its terms.
enum class Schedule : std::uint8_t {
  Sequential, // left to right, as a plain loop
  Reverse,
  Pairwise,
  Lanes, // `width` partial sums
  Tree,  // halving tree of `width` leaves (warp shuffles, shared memory)
  SplitK,
  Compensated, // Neumaier: the errors of all additions are summed beside and added at the end
  Kahan,       // y = x - c; t = s + y; c = (t - s) - y; s = t: the error of an addition is taken off the next term
  Unordered,   // atomics, OpenMP reductions, std::reduce with a policy: may change between runs
  Unspecified, // a library decides: std::reduce, dot, gemm
};

std::string_view name(Schedule schedule);

enum class ReductionKind : std::uint8_t { Sum, Product, Min, Max };

std::string_view name(ReductionKind kind);

struct Reduction {
  ReductionKind kind = ReductionKind::Sum;
  Schedule schedule = Schedule::Sequential;
  std::uint32_t width = 0; // lanes or leaves, when the schedule has them
  std::uint32_t loop = 0;  // the loop whose LoopIndex the term ranges over
  bool continues = false;  // its terms join the accumulator of the Reduce that it is a term of
  bool fused = false;      // its own terms are products, each joined by one fused multiply-add
  auto operator<=>(const Reduction &) const = default;
};

/// Inverses of `name`.
std::optional<Op> parseOp(std::string_view text);
std::optional<Rounding> parseRounding(std::string_view text);
std::optional<Schedule> parseSchedule(std::string_view text);
std::optional<ReductionKind> parseReductionKind(std::string_view text);
std::optional<Shape> parseShape(std::string_view text);

} // namespace fporder::order
