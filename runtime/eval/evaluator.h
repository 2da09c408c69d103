// Evaluates orderings over samples: the values that a program computing in this order, in these formats, would get.
//
// A graph is compiled once; shared subexpressions are computed once. Samples go through in blocks, a lane each. Values depend on the sample alone:
// block sizes, threads and instruction sets do not change a bit. Formats up to binary64 are bit-exact (runtime/format/arithmetic.h is the
// reference); functions of the mathematical library are those of runtime/eval/functions.h. Integers are exact up to 2^53, their division truncates,
// and those of unsigned types wrap around where the graph says what type they have (order/integer_limits.h). An integer that its type or binary64
// does not hold is NaN, and what depends on it has the event NotHeld. Casts to integers truncate unless they state a direction. min and max are fmin
// and fmax; of -0 and +0 the smaller is -0, which C leaves open: the event Open.
#pragma once

#include "runtime/eval/leaf_source.h"
#include "runtime/eval/options.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::eval {

/// What happened to a sample on the way to a root; bits.
enum Event : std::uint8_t {
  Overflow = 1,        // an operation on finite values gave infinity (NaN in E4M3FN), poles aside
  Underflow = 2,       // a result that is zero or subnormal and not exact
  Invalid = 4,         // NaN from operands that are not
  Pole = 8,            // infinity from finite operands, exactly: division by zero, the logarithm of zero
  NonFiniteInput = 16, // a leaf's value is infinite or NaN
  NotHeld = 32,        // an integer on the way is beyond its type's range or beyond 2^53: the value is not the program's
  Wraps = 128,         // an unsigned integer on the way has wrapped around: the value is the program's, and no real-number reference follows it
  Open = 64            // min or max of two zeros of different signs, or of a number and a NaN: the program may get other bits
};

/// What NotHeld and Open say, in words.
inline constexpr std::string_view notHeldReason = "an integer is beyond its type's range or beyond 2^53";
inline constexpr std::string_view openReason = "which of two zeros a minimum or maximum gives is left open";

/// Where the values of one root go. `events` may be empty.
struct Column {
  std::span<double> values;
  std::span<std::uint8_t> events = {};
};

/// Samples by what happened to them on the way to one root; a sample may count in several.
struct RootCounters {
  std::uint64_t samples = 0, overflow = 0, underflow = 0, invalid = 0, pole = 0, nonFiniteInput = 0;
  std::uint64_t nonFinite = 0; // results that are infinite or NaN
  RootCounters &operator+=(const RootCounters &other);
  bool operator==(const RootCounters &) const = default;
};
using Counters = std::vector<RootCounters>;

class Evaluator {
public:
  /// `graph` must outlive the evaluator. Roots may be any nodes; a LoopIndex outside its reduction is a leaf.
  Evaluator(const order::Graph &graph, std::span<const order::NodeId> roots, const EvaluationOptions &options = {});
  ~Evaluator();
  Evaluator(Evaluator &&) noexcept;
  Evaluator &operator=(Evaluator &&) noexcept;

  /// Operations that cannot be evaluated, with the reason: functions without a model, complex numbers, formats wider than binary64. Their values are
  /// NaN.
  std::span<const NotEvaluated> notEvaluated() const;

  /// Values of the samples first .. first + count - 1, a column a root; each column's spans hold `count` elements. Adds to `counters`, resizing it,
  /// when given. Events cost nothing where none occur. Memory is bounded: blocks shrink as trip counts grow, to one sample with all its terms.
  void evaluate(const LeafSource &source, std::size_t first, std::size_t count, std::span<const Column> results, Counters *counters = nullptr) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace fporder::eval
